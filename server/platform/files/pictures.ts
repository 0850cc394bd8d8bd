import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';

/** Links to the pictures of people, for one reader (security U7); empty for those without one. */
export async function picturesOf(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
): Promise<(userId: number) => string> {
  if (userIds.length === 0) return () => '';
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'img_file_id'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('img_file_id', 'is not', null)
    .execute();
  if (rows.length === 0) return () => '';
  const link = await linkMaker(db, actor.userId);
  const links = new Map(rows.map((row) => [row.user_id, row.img_file_id === null ? '' : link(row.img_file_id)]));
  return (userId) => links.get(userId) ?? '';
}
