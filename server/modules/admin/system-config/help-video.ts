import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { changeKeys, readSetting } from '#server/platform/settings.ts';
import { helpVideoCalls, helpVideoTypes } from '#shared/admin/help-video-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const setting = 'help_video';

/** Addresses by module code. */
const readVideos = async (db: Database): Promise<Readonly<Record<string, string>>> =>
  ((await readSetting(db, setting)) ?? {}) as Readonly<Record<string, string>>;

/** Only addresses that a browser fetches safely, and without a password, which everybody would read. */
function requireAddress(address: string): void {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new AppError('config.video');
}

export const helpVideoRoutes = (): Route[] => [
  route(helpVideoCalls.get, async ({ db }) => {
    const videos = await readVideos(db);
    return helpVideoTypes.map((type) => ({ type, url: videos[type] ?? '' }));
  }),
  route(helpVideoCalls.set, async ({ db, actor, input: { type, url } }) => {
    if (url !== '') requireAddress(url);
    await changeKeys(db, actor, setting, { [type]: url }, { what: 'help_video', subject: `${type} ${url}` });
    return null;
  }),
];
