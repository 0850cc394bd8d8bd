import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Deadlock and serialisation failure: the whole transaction may be retried (security C8). */
const retryable = new Set(['40P01', '40001']);
/** Longest wait before the first retry, in milliseconds; it doubles. */
const firstPause = 20;

/** What every transaction of the current call begins with. */
const beginning = new AsyncLocalStorage<{ check: ((trx: Transaction<Tables>) => Promise<void>) | null }>();

/**
 * Runs `work` with `check` at the beginning of every transaction that it opens, so that no writing call can leave it
 * out. What lives on after `work`, such as a timer, is not checked.
 */
export async function checkedFirst<T>(
  check: (trx: Transaction<Tables>) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const first: { check: typeof check | null } = { check };
  try {
    return await beginning.run(first, work);
  } finally {
    first.check = null;
  }
}

/** Runs `work` in one transaction, up to four times in all when the database asks for a retry. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await beginning.getStore()?.check?.(trx);
        return work(trx);
      });
    } catch (error) {
      if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error;
      // transactions that collided should not retry at the same moment
      await pause(Math.random() * firstPause * 2 ** attempt);
    }
  }
}
