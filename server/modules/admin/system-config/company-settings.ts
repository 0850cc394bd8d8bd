import { navigationSetting, readNavigation, type Navigation } from '#server/platform/navigation.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { passwordSetting, readPasswordRule, type PasswordRule } from '#server/platform/session/password-length.ts';
import { changeStored, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { exportSetting, readExportLimit, type ExportLimit } from '#server/record/export/export-limit.ts';
import { companySettingCalls } from '#shared/admin/company/company-setting-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { navigationEntries, navigationNames } from '#shared/platform/navigation.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isSafeAddress } from '#server/platform/safe-address.ts';

const access = ['manage:system:update'] as const;

const passwordRule = storedSetting<PasswordRule>({
  name: passwordSetting,
  title: 'system_config.passwords',
  access,
  read: readPasswordRule,
  linesOf: (_db, { min }, language) => new Map([[translate(language, 'system_config.min_password'), String(min)]]),
});

const exportLimit = storedSetting<ExportLimit>({
  name: exportSetting,
  title: 'system_config.exports',
  access,
  read: readExportLimit,
  linesOf: (_db, { rows }, language) => new Map([[translate(language, 'system_config.most_exported'), String(rows)]]),
});

const navigation = storedSetting<Navigation>({
  name: navigationSetting,
  title: 'system_config.navigation',
  access,
  read: readNavigation,
  linesOf: (_db, addresses, language) =>
    new Map(navigationEntries.map((entry) => [translate(language, navigationNames[entry]), addresses[entry]])),
});

export const companySettingKinds = [passwordRule, exportLimit, navigation];

export const companySettingRoutes = ({ config }: Pick<Services, 'config'>): Route[] => [
  route(companySettingCalls.get, async ({ db }) => ({
    minPasswordLength: (await readPasswordRule(db)).min,
    mostExported: (await readExportLimit(db)).rows,
    navigation: await readNavigation(db),
    timeZone: config.companyTimeZone,
  })),
  route(companySettingCalls.setPasswordLength, async ({ db, actor, input: { minPasswordLength: min } }) => {
    await changeStored(db, actor, passwordRule, { min }, { what: 'setting.change', subject: `password length ${min}` });
    return null;
  }),
  route(companySettingCalls.setExportLimit, async ({ db, actor, input: { mostExported: rows } }) => {
    await changeStored(db, actor, exportLimit, { rows }, { what: 'setting.change', subject: `export limit ${rows}` });
    return null;
  }),
  route(companySettingCalls.setNavigation, async ({ db, actor, input }) => {
    for (const entry of navigationEntries)
      if (input[entry] !== '' && !isSafeAddress(input[entry]))
        throw new AppError('config.address', { name: translate(actor.language, navigationNames[entry]) });
    await changeStored(db, actor, navigation, input, { what: 'setting.change', subject: 'navigation' });
    return null;
  }),
];
