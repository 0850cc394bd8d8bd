import { sql, type RawBuilder } from 'kysely';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { approvalCalls } from '#shared/approval/approval-calls.ts';
import { system } from '#server/record/access/system.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { Slice } from '#shared/wire/values.ts';
import { approvalSubjects, subjectOf } from '#server/approval/subjects.ts';

type Waiting = OutputOf<typeof approvalCalls.waiting>['list'][number];
type Row = Omit<Waiting, 'types' | 'authorName'>;

/** Types whose documents the actor may read: a lost right takes its waiting documents along. */
const typesFor = (actor: Actor, typeCode: number | undefined): number[] =>
  approvalSubjects()
    .filter(({ type }) => typeCode === undefined || type.code === typeCode)
    .filter(({ type }) => actor.mayDo(permissionOf(type, 'read')))
    .map(({ type }) => type.code);

/** A page of what waits for the actor's decision, whatever it is, latest first. */
export async function waitingList(
  db: Database,
  actor: Actor,
  { limit, offset }: Slice,
  typeCode?: number,
): Promise<{ readonly list: Waiting[]; readonly total: number }> {
  const types = typesFor(actor, typeCode);
  const isMine = sql`t.user_id = ${actor.userId} and t.state = 'pending' and t.type_code = any(${types}::int[])`;
  const { rows } = await sql<Row & { total: number }>`
    with page as materialized (
      select t.* from approval_task t where ${isMine}
      order by t.asked_at desc, t.approval_id desc limit ${limit} offset ${offset}
    )
    select t.approval_id as "recordId", a.version, t.type_code as "typeCode", t.record_id as id,
      a.category_type as "categoryType", a.status as "checkStatus", t.author_id as "authorId",
      to_char(r.submitted_at, 'YYYY-MM-DD HH24:MI:SS') as "submitTime",
      to_char(t.asked_at, 'YYYY-MM-DD HH24:MI:SS') as "askedTime",
      coalesce(to_char(t.due_at, 'YYYY-MM-DD HH24:MI:SS'), '') as "dueTime",
      case when t.due_at < now() then 1 else 0 end as "isOverdue", r.is_chosen::int as "needsChoice",
      coalesce(${titleOf(types)}, '') as name,
      (select count(*)::int from approval_task t where ${isMine}) as total
    from page t
    join approval a on a.approval_id = t.approval_id
    join approval_round r on r.approval_id = t.approval_id and r.round = t.round
    order by t.asked_at desc, t.approval_id desc`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return {
    list: rows.map(({ total: _total, ...row }) => ({
      ...row,
      types: subjectOf(row.typeCode).type.name,
      authorName: names.user(row.authorId) ?? '',
    })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * How many documents wait for the actor's decision, by type.
 * @internal
 */
export async function countWaiting(db: Database, actor: Actor): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ type_code: number; n: number }>`
    select type_code, count(*)::int as n from approval_task
    where user_id = ${actor.userId} and state = 'pending' and type_code = any(${typesFor(actor, undefined)}::int[])
    group by type_code`.execute(db);
  return new Map(rows.map(({ type_code: code, n }) => [code, n]));
}

/** The name of the document of a task `t`. */
function titleOf(types: readonly number[]): RawBuilder<unknown> {
  const names = types.map((typeCode) => {
    const { type } = subjectOf(typeCode);
    const { from } = system('whoever has to decide on a document reads it', type);
    return sql`when ${typeCode} then (
      select r.${sql.ref(type.titleField)}::text from ${from} where r.${sql.ref(type.idColumn)} = t.record_id)`;
  });
  return names.length === 0 ? sql`null` : sql`case t.type_code ${sql.join(names, sql` `)} end`;
}
