import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Deadlock and serialisation failure: the whole transaction may be retried (security C8). */
const retryable = new Set(['40P01', '40001']);
/** Longest wait before the first retry, in milliseconds; it doubles. */
const firstPause = 20;

/** Runs `work` in one transaction, up to four times in all when the database asks for a retry. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error;
      // transactions that collided should not retry at the same moment
      await pause(Math.random() * firstPause * 2 ** attempt);
    }
  }
}
