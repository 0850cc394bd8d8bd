import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { approvalCalls } from '#shared/approval/approval-calls.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { personsBy, requireReadable } from './readable.ts';
import { actionName } from '#server/approval/decisions/refusal.ts';

interface Row {
  readonly log_id: number;
  readonly user_id: number | null;
  readonly action: string;
  readonly step_num: number;
  readonly time: string;
  readonly remarks: string;
  readonly round: number;
  readonly targets: number[];
  readonly batch_id: string | null;
}

/** What older clients know of actions; they show no others. */
const statusByAction: Readonly<Record<string, number>> = {
  passed: 1,
  passed_by_system: 1,
  rejected: 2,
  returned: 2,
  withdrawn: 4,
  submitted: 5,
};
const decisions = ['passed', 'passed_by_system', 'rejected', 'returned', 'withdrawn'];

/** What has happened to a document, oldest first: decisions, or everything. */
export async function logOf(
  db: Database,
  actor: Actor,
  approvalId: number,
  isAll: boolean,
): Promise<OutputOf<typeof approvalCalls.log>> {
  await requireReadable(db, actor, approvalId);
  const wanted = isAll ? sql`true` : sql`l.action = any(${decisions}::text[])`;
  const { rows } = await sql<Row>`
    select l.log_id, l.user_id, l.action, to_char(l.created_at, 'YYYY-MM-DD HH24:MI:SS') as time, l.remarks, l.round,
      l.targets, l.batch_id, coalesce(s.place + 1, 0) as step_num
    from approval_log l
    left join approval_step s on s.approval_id = l.approval_id and s.round = l.round and s.key = l.step_key
    where l.approval_id = ${approvalId} and ${wanted} order by l.log_id`.execute(db);
  const person = await personsBy(
    db,
    actor,
    rows.flatMap((row) => [...row.targets, ...(row.user_id ? [row.user_id] : [])]),
  );
  return rows.map((row) => {
    const by = row.user_id === null ? null : person(row.user_id);
    return {
      logId: row.log_id,
      orderId: row.step_num,
      userId: row.user_id,
      realname: by?.realname ?? translate(actor.language, 'approval.system'),
      img: by?.img ?? '',
      examineStatus: statusByAction[row.action] ?? 0,
      examineTime: row.time,
      // the system says why by the key of a message
      remarks: row.user_id === null && isMessageKey(row.remarks) ? translate(actor.language, row.remarks) : row.remarks,
      action: row.action,
      actionName: actionName(actor.language, row.action),
      round: row.round,
      targets: row.targets.map(person),
      batchId: row.batch_id ?? '',
    };
  });
}
