import { readFile, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { identitySetting, readIdentity, type CompanyIdentity } from '#server/platform/company-identity.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { kindOf, redraw } from '#server/platform/files/file-kinds.ts';
import { publicRoute, route, type Route } from '#server/platform/http/route.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readPasswordRule } from '#server/platform/session/password-length.ts';
import { changeStoredKeys, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Services } from '#server/platform/services.ts';
import { systemConfigCalls } from '#shared/admin/system-config-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Sizes of the longer side to try in pixels, largest first: the last one fits even for noise. */
const sides = [600, 400, 256, 128];
/** The logo is sent, as text, with every visit of the login page. */
const maxBytes = 200_000;

/** The logo is re-encoded and small: the login page shows it to strangers (security U4). */
async function logoOf(upload: Upload): Promise<string> {
  if (upload.size === 0) throw new AppError('file.empty');
  const kind = await kindOf(upload.path, cleanFileName(upload.name), 'image');
  const drawn = `${upload.path}.drawn`;
  try {
    await redraw(upload.path, drawn, kind.contentType);
    return await asSmallPng(await readFile(drawn));
  } finally {
    await rm(drawn, { force: true });
  }
}

async function asSmallPng(image: Buffer): Promise<string> {
  for (const side of sides) {
    const png = await sharp(image).resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
    if (png.length <= maxBytes) return `data:image/png;base64,${png.toString('base64')}`;
  }
  throw new AppError('config.logo');
}

export const companyIdentity = storedSetting<CompanyIdentity>({
  name: identitySetting,
  title: 'page.system_config',
  access: ['manage:system:update'],
  read: readIdentity,
  linesOf: (_db, { name, logo }, language) =>
    new Map([
      [translate(language, 'system_config.name'), name],
      // a picture is told from another by its beginning only to programs
      [translate(language, 'system_config.logo'), logo && `PNG ${Math.ceil(logo.length / 1365)} kB`],
    ]),
});

export const systemConfigRoutes = (services: Services): Route[] => [
  publicRoute(systemConfigCalls.get, async ({ db }) => ({
    ...(await readIdentity(db)),
    platformHome: services.config.platformHomeUrl ?? '',
    minPasswordLength: (await readPasswordRule(db)).min,
  })),
  route(systemConfigCalls.set, async ({ actor, input, upload }) => {
    const logo = upload ? await logoOf(upload) : input.clearLogo === 1 ? '' : undefined;
    await inTransaction(services.pool.db, (trx) =>
      changeStoredKeys(trx, actor, companyIdentity, { name: input.name, logo }, { what: identitySetting }),
    );
    return null;
  }),
];
