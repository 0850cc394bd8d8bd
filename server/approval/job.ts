import type { Services } from '#server/platform/services.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { approvedTypeNames } from './subjects.ts';
import { handOverTasks, remindOverdue } from './sweep.ts';

/** Every five minutes. */
export function defineApprovalJob(services: Services): void {
  services.jobs.define('approval.sweep', (_payload, { signal }) => sweepApprovals(services, signal));
  services.jobs.schedule('approval.sweep', '*/5 * * * *');
}

/** Reminds of what is overdue, and hands over what waits for people who cannot decide it any more. */
export async function sweepApprovals({ pool, gate, log, live }: Services, signal?: AbortSignal): Promise<void> {
  const overdue = await inTransaction(pool.db, (db) => remindOverdue(db));
  signal?.throwIfAborted();
  const handed = await handOverTasks(pool.db, gate.actorFor);
  if (handed > 0) approvedTypeNames().forEach(live.touch);
  if (overdue + handed > 0) log.info({ overdue, handed }, 'approvals swept');
}
