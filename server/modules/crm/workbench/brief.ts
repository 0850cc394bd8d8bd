import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf } from '#shared/record/states/state.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { isListed, visible } from '#server/record/access/visible.ts';
import type { Question } from '#server/platform/access/question.ts';

type Figure = z.output<typeof workbenchCalls.brief.output>['list'][number];

/** Parts of the elapsed period that a figure is broken down by. */
const parts = 12;
export const followUpKey = 'follow_up';

/** The CRM types whose lists the actor may see, in the order of their codes. */
export const listedTypes = (actor: Actor): RecordType[] =>
  recordModules()
    .map(({ type }) => type)
    .filter((type) => type.area === 'crm' && actor.mayDo(permissionOf(type, 'index')))
    .toSorted((left, right) => left.code - right.code);

/** What the people of the question created: records of each type and follow-ups, as far as the actor sees them. */
export async function briefOf(db: Database, actor: Actor, question: Question): Promise<Figure[]> {
  const types = listedTypes(actor);
  const figures: Figure[] = [];
  for (const type of types) {
    const from = sql`${visible(type, scoped(actor, type))}`;
    figures.push({ key: type.name, code: type.code, ...(await countNew(db, from, sql`r.create_user_id`, question)) });
  }
  const followUps = await countNew(db, followUpsSeen(actor, types), sql`r.create_user_id`, question);
  return [...figures, { key: followUpKey, code: 0, ...followUps }];
}

/** Follow-ups on records that the actor may read, as `r`: the right to the list alone is not enough (security A4). */
export function followUpsSeen(actor: Actor, types: readonly RecordType[]): RawBuilder<unknown> {
  const read = types.filter((type) => can(type, 'followUps') && actor.mayDo(permissionOf(type, 'read')));
  if (read.length === 0) return sql`(select * from follow_up where false) as r`;
  const seen = read.flatMap((type) => [
    sql`select f.* from follow_up f where f.type_code = ${type.code} and f.deleted_at is null and ${isListed(actor, type, sql`f.types_id`)}`,
    ...(closedOf(type) ? [withoutCopy(actor, type)] : []),
  ]);
  return sql`(${sql.join(seen, sql` union all `)}) as r`;
}

/**
 * Excludes follow-ups that were copied to a converted record: a copy has the author and time of the original. Both
 * columns are in the index used to look for the copy.
 */
function withoutCopy(actor: Actor, type: RecordType): RawBuilder<unknown> {
  const { becomes } = type;
  const isCopied =
    becomes === undefined
      ? sql`false`
      : sql`exists (
          select from follow_up c where c.type_code = ${becomes.code} and c.types_id = r.${sql.ref(recordModule(becomes.code).type.idColumn)}
            and c.create_user_id = f.create_user_id and c.create_time = f.create_time and c.deleted_at is null)`;
  return sql`
    select f.* from ${visible(type, within(type, scoped(actor, type), 'closed'))}
    join follow_up f on f.types_id = r.${sql.ref(type.idColumn)}
    where f.type_code = ${type.code} and f.deleted_at is null and not ${isCopied}`;
}

/** Rows with a `create_time` in the period, by parts of its elapsed time, and in the period of comparison. */
async function countNew(
  db: Database,
  from: RawBuilder<unknown>,
  creator: RawBuilder<unknown>,
  { days, gone, before, isTheirs }: Question,
): Promise<Pick<Figure, 'total' | 'previous' | 'series'>> {
  const now = gone.until === gone.from ? days.to : gone.until;
  const epoch = (time: string) => sql`extract(epoch from ${time}::timestamptz)::float8`;
  // where each part starts; earlier rows fall into part 0
  const edges = sql`(
    select array_agg(to_timestamp(${epoch(days.from)} + (${epoch(now)} - ${epoch(days.from)}) * at / ${sql.lit(parts)}) order by at)
    from generate_series(0, ${sql.lit(parts - 1)}) as at)`;
  const { rows } = await sql<{ part: number; total: number }>`
    select width_bucket(r.create_time, ${edges}) as part, count(*) as total
    from ${from}
    where r.create_time >= ${before.from}::timestamptz and r.create_time < ${days.to}::timestamptz
      and (r.create_time >= ${days.from}::timestamptz or r.create_time < ${before.until}::timestamptz)
      and ${isTheirs(creator)}
    group by 1`.execute(db);
  const series = Array.from({ length: parts }, (_, at) => rows.find(({ part }) => part === at + 1)?.total ?? 0);
  return {
    total: series.reduce((sum, one) => sum + one, 0),
    previous: rows.find(({ part }) => part === 0)?.total ?? 0,
    series,
  };
}
