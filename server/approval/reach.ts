import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readable } from '#server/record/access/reach.ts';
import { restricted, type Scope } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import type { Rules } from '#server/record/registry.ts';
import type { Where } from '#server/record/query/where.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Records of a type that the actor has or had to decide on, or got a copy of: a condition on the alias `r`. It opens them
 * for reading, beside what the data scope does, and nothing that they belong to.
 */
export const approvalReach = (actor: Actor, type: RecordType): Where => sql<boolean>`
  r.${sql.ref(type.idColumn)} = any(array(
    select t.record_id from approval_task t
    where t.user_id = ${actor.userId} and t.type_code = ${type.code} and t.state <> 'queued'
    union all
    select c.record_id from approval_copy c where c.user_id = ${actor.userId} and c.type_code = ${type.code}))`;

/**
 * What rows and details of documents have beside their own: the id by which their approval is asked about, '' before the
 * first (facts 6.4).
 * @internal
 */
export const examineRecordId = (type: RecordType): RawBuilder<unknown> => sql`(
  select a.approval_id from approval a where a.type_code = ${sql.lit(type.code)} and a.record_id = r.${sql.ref(type.idColumn)})`;

/** Documents with a task of the actor: whoever decides on them sees them in the own list, whoever owns them. */
function withTask(actor: Actor, type: RecordType, isWanted: Where): Scope {
  const { live } = system('people see the documents that they decide on, whoever owns them', type);
  const isTheirs = sql<boolean>`r.${sql.ref(type.idColumn)} = any(array(
    select t.record_id from approval_task t
    where t.user_id = ${actor.userId} and t.type_code = ${type.code} and ${isWanted}))`;
  return restricted({ owners: 'all', where: live, asFilter: live }, isTheirs, { hasClosed: true });
}

/** Records that wait for the actor's decision, for lists and counters of what is to be done. */
export const waitingScope = (actor: Actor, type: RecordType): Scope => withTask(actor, type, sql`t.state = 'pending'`);

/** Records that the actor has decided on. */
export const decidedScope = (actor: Actor, type: RecordType): Scope =>
  withTask(actor, type, sql`t.decided_at is not null`);

/** Those of approvals of a type whose documents the actor may read. */
export async function readableApprovals(
  db: Database,
  actor: Actor,
  type: RecordType,
  approvalIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ approval_id: number }>`
    select a.approval_id from approval a join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = a.record_id
    where a.type_code = ${type.code} and a.approval_id = any(${[...approvalIds]}::int[])
      and r.deleted_at is null and ${readable(actor, type)}`.execute(db);
  return new Set(rows.map((row) => row.approval_id));
}

/**
 * For `Rules.undeletable` of a type: its documents stay while people are deciding on them.
 */
export const keptWhileRunning =
  (type: RecordType): NonNullable<Rules['undeletable']> =>
  async (db, ids) => {
    const { rows } = await sql<{ record_id: number }>`
      select record_id from approval
      where type_code = ${type.code} and record_id = any(${[...ids]}::bigint[])
        and status in (${checkStatuses.waiting}, ${checkStatuses.checking})`.execute(db);
    return new Map(rows.map(({ record_id: id }) => [id, new AppError('approval.running')]));
  };
