import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { ChartPerson } from '#shared/admin/user-calls.ts';
import { byPinyin } from './queries.ts';

/** Everybody who is not disabled, with the superior among them. */
export async function orgChart(db: Database, actor: Actor): Promise<ChartPerson[]> {
  const people = await db
    .selectFrom('app_user as u')
    .leftJoin('app_user as p', (join) => join.onRef('p.user_id', '=', 'u.parent_id').on('p.status', '<>', 0))
    .select(['u.user_id', 'u.realname', 'u.img_file_id', 'u.post', 'u.dept_id', 'p.user_id as parent_id'])
    .where('u.status', '<>', 0)
    .orderBy(byPinyin)
    .orderBy('u.user_id')
    .execute();
  const link = await linkMaker(db, actor.userId);
  return people.map((person) => ({
    userId: person.user_id,
    realname: person.realname,
    img: person.img_file_id === null ? '' : link(person.img_file_id),
    post: person.post,
    deptId: person.dept_id,
    parentId: person.parent_id ?? 0,
  }));
}
