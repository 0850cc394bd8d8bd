import type { Services } from '#server/platform/services.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { handOverTasks, remindOverdue } from './sweep.ts';

/** Every five minutes: reminds of what is overdue, and hands over what waits for people who cannot decide it any more. */
export function defineApprovalJob({ jobs, pool, gate, log }: Services): void {
  jobs.define('approval.sweep', async (_payload, { signal }) => {
    const overdue = await inTransaction(pool.db, (db) => remindOverdue(db));
    signal.throwIfAborted();
    const handed = await handOverTasks(pool.db, gate.actorFor);
    if (overdue + handed > 0) log.info({ overdue, handed }, 'approvals swept');
  });
  jobs.schedule('approval.sweep', '*/5 * * * *');
}
