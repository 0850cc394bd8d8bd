import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { changeStoredKeys, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { recordTypes } from '#shared/record-types.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { helpVideoCalls, helpVideoTypes } from '#shared/admin/help-video-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isSafeAddress } from '#server/platform/safe-address.ts';

const setting = 'help_video';

/** Addresses by module code. */
const readVideos = async (db: Database): Promise<Readonly<Record<string, string>>> =>
  ((await readSetting(db, setting)) ?? {}) as Readonly<Record<string, string>>;

export const helpVideos = storedSetting<Readonly<Record<string, string>>>({
  name: setting,
  title: 'help_video.section',
  access: ['manage:crm:setting'],
  linesOf: (_db, videos, language) =>
    new Map(
      recordTypes
        .filter(({ code }) => videos[code] !== undefined)
        .map(({ code, name }) => [translate(language, name as MessageKey), videos[code] ?? '']),
    ),
});

export const helpVideoRoutes = (): Route[] => [
  route(helpVideoCalls.get, async ({ db }) => {
    const videos = await readVideos(db);
    return helpVideoTypes.map((type) => ({ type, url: videos[type] ?? '' }));
  }),
  route(helpVideoCalls.set, async ({ db, actor, input: { type, url } }) => {
    if (url !== '' && !isSafeAddress(url)) throw new AppError('config.video');
    await changeStoredKeys(db, actor, helpVideos, { [type]: url }, { what: 'help_video', subject: `${type} ${url}` });
    return null;
  }),
];
