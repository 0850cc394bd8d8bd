import { sql, type Kysely } from 'kysely';
import type { OrganisationVersion } from '#server/platform/access/actor.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Gate } from '#server/platform/session/gate.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { peopleFor } from './company-people.ts';
import { announceChanges, changeOf } from './decisions/decide-all.ts';
import { dueTimesBy } from './decisions/due-times.ts';
import { announceApproval } from './listeners.ts';
import { loadApprovals } from './decisions/load.ts';
import { isRunning } from './plan/approval.ts';
import { handOver } from './plan/hand-over.ts';
import { storeChanges, type ApprovalChange } from './decisions/store.ts';
import { approvalSubjects, subjectOf, type ApprovalSubject } from './subjects.ts';

/** Approvals looked at in one transaction. */
const atOnce = 200;

interface Overdue {
  readonly approval_id: number;
  readonly round: number;
  readonly key: number;
  readonly step_key: number;
  readonly type_code: number;
  readonly record_id: number;
  readonly author_id: number;
  readonly user_id: number;
}

/** Notes tasks whose time is over, each once, and reminds their people. Returns how many. */
export async function remindOverdue(db: Database): Promise<number> {
  const { rows } = await sql<Overdue>`
    with late as (
      select approval_id, round, key from approval_task
      where state = 'pending' and reminded_at is null and due_at < now()
      order by due_at limit ${atOnce} for update skip locked
    ), reminded as (
      update approval_task t set reminded_at = now() from late l
      where (t.approval_id, t.round, t.key) = (l.approval_id, l.round, l.key)
      returning t.*
    ), noted as (
      insert into approval_log (approval_id, round, action, step_key, task_key, targets)
      select approval_id, round, 'overdue', step_key, key, array[user_id] from reminded
    )
    select approval_id, round, key, step_key, type_code, record_id, author_id, user_id from reminded`.execute(db);
  const known = new Set(approvalSubjects().map(({ type }) => type.code));
  await announceApproval(
    db,
    null,
    rows
      .filter((row) => known.has(row.type_code))
      .map((row) => ({
        type: subjectOf(row.type_code).type,
        approvalId: row.approval_id,
        key: `${row.approval_id}/overdue/${row.round}/${row.key}`,
        recordId: row.record_id,
        action: 'overdue',
        userId: null,
        authorId: row.author_id,
        targets: [row.user_id],
        waiting: [row.user_id],
        remarks: '',
      })),
  );
  return rows.length;
}

/** Hands over what waits for people who have left, lost the right, come to own it or gone away. Returns how many. */
export async function handOverTasks(db: Kysely<Tables>, actorFor: Gate['actorFor']): Promise<number> {
  let handed = 0;
  for (const subject of approvalSubjects()) {
    const { rows } = await sql<{ approval_id: number }>`
      select distinct approval_id from approval_task where state = 'pending' and type_code = ${subject.type.code}
      order by 1`.execute(db);
    const ids = rows.map((row) => row.approval_id);
    for (let at = 0; at < ids.length; at += atOnce) {
      const part = ids.slice(at, at + atOnce);
      handed += await inTransaction(db, async (trx) => {
        const { rights } = await actorFor(trx, firstAdminUserId);
        return handOverIn(trx, subject, part, rights.version);
      });
    }
  }
  return handed;
}

async function handOverIn(
  db: Database,
  { type }: ApprovalSubject,
  approvalIds: readonly number[],
  version: OrganisationVersion,
): Promise<number> {
  const id = sql.ref(`r.${type.idColumn}`);
  const { rows: owners } = await sql<{ approval_id: number; owner: number | null }>`
    select a.approval_id, r.owner_user_id as owner from ${sql.table(type.table)} as r
    join approval a on a.record_id = ${id} and a.type_code = ${type.code}
    where a.approval_id = any(${[...approvalIds]}::int[]) order by ${id} for update of r`.execute(db);
  const loaded = await loadApprovals(
    db,
    owners.map((row) => row.approval_id),
    new Map(owners.map((row) => [row.approval_id, row.owner])),
  );
  const people = await peopleFor(db, version, type, loaded[0]?.now ?? 0);
  const dueTimes = dueTimesBy(db);
  const changes: ApprovalChange[] = [];
  for (const stored of loaded.filter(({ approval }) => isRunning(approval))) {
    const outcome = handOver(people, stored.approval);
    if (outcome) changes.push(await changeOf(dueTimes, stored, outcome, ''));
  }
  await storeChanges(db, changes);
  await announceChanges(db, null, changes);
  return changes.length;
}
