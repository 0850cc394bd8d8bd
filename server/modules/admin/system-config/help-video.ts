import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import { helpVideoCalls, helpVideoTypes } from '#shared/admin/help-video-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const setting = 'help_video';

/** Addresses by module code. */
async function readVideos(db: Database): Promise<Readonly<Record<string, string>>> {
  const row = await db.selectFrom('app_setting').select('value').where('name', '=', setting).executeTakeFirst();
  return (row?.value ?? {}) as Readonly<Record<string, string>>;
}

/** Only what a browser fetches safely, and without a password that everybody would read. */
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
    // one type at a time, so that two people setting two of them do not undo each other
    const change = sql`${JSON.stringify({ [type]: url })}::jsonb`;
    await db
      .insertInto('app_setting')
      .values({ name: setting, value: change })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`app_setting.value || ${change}` }))
      .execute();
    await audit(db, {
      userId: actor.userId,
      what: 'help_video',
      subject: `${type} ${url}`,
      result: 'done',
      address: actor.address,
    });
    return null;
  }),
];
