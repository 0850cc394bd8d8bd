import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { decideAll } from './decide-all.ts';

/**
 * Passes documents that need no choice of the next approver, all or none. Returns how many.
 * @throws AppError `approval.needs_choice`, and what `decideAll` refuses
 */
export async function passMany(
  db: Database,
  actor: Actor,
  approvalIds: readonly number[],
  remarks: string,
): Promise<number> {
  const ids = [...new Set(approvalIds)];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from approval a
    join approval_round r on r.approval_id = a.approval_id and r.round = a.round
    where a.approval_id = any(${ids}::int[]) and r.is_chosen and exists (select from approval_task t
      where t.approval_id = a.approval_id and t.user_id = ${actor.userId} and t.state = 'pending')`.execute(db);
  if ((rows[0]?.n ?? 0) > 0) throw new AppError('approval.needs_choice');
  await decideAll(
    db,
    actor,
    ids.map((approvalId) => ({ approvalId, decision: { kind: 'pass' }, remarks })),
  );
  return ids.length;
}
