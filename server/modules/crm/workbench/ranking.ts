import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import type { Ranking, workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { followUpsSeen, listedTypes } from './brief.ts';
import { madeIn, type Question } from '#server/platform/access/question.ts';

type Place = z.output<typeof workbenchCalls.ranking.output>[number];

const places = 10;

/**
 * Who created most records, or followed up most, in the period, among what the actor sees. @throws AppError
 * `access.denied`
 */
export async function rankingOf(db: Database, actor: Actor, ranking: Ranking, question: Question): Promise<Place[]> {
  const { from, counted } = source(actor, ranking);
  const { rows } = await sql<{ user_id: number; realname: string; dept: string; total: number }>`
    select u.user_id, u.realname, d.name as dept, made.total from (
      select r.create_user_id as user_id, ${counted} as total from ${from}
      where ${madeIn(question)('r')}
      group by 1 order by 2 desc, 1 limit ${sql.lit(places)}
    ) as made join app_user u using (user_id) join department d on d.dept_id = u.dept_id
    order by made.total desc, u.user_id`.execute(db);
  const picture = await picturesOf(
    db,
    actor,
    rows.map((row) => row.user_id),
  );
  return rows.map(({ user_id: userId, realname, dept, total }) => ({
    userId,
    realname,
    deptName: dept,
    img: picture(userId),
    total,
  }));
}

function source(
  actor: Actor,
  { type, isFollowed }: Ranking,
): { from: RawBuilder<unknown>; counted: RawBuilder<number> } {
  const types = listedTypes(actor);
  if (!type) return { from: followUpsSeen(actor, types), counted: sql`count(*)` };
  if (!types.includes(type)) throw new AppError('access.denied');
  if (isFollowed) return { from: followUpsSeen(actor, [type]), counted: sql`count(distinct r.types_id)` };
  return { from: visible(type, scoped(actor, type)), counted: sql`count(*)` };
}
