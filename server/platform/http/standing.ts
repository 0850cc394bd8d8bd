import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { checkedFirst } from '#server/platform/database/transaction.ts';
import type { Standing } from '#server/platform/session/gate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface StandingOptions {
  readonly db: Database;
  /** Who calls, as far as it is known. */
  readonly actor: () => Actor | null;
  readonly standingOf: ((db: Database, actor: Actor) => Promise<Standing>) | undefined;
  /** Authenticates anew, checks the right to this call, and has `actor` answer with the result. */
  readonly renew: () => Promise<void>;
}

/** Something about rights has changed since the call was authenticated. */
class Changed extends Error {}

const mostAttempts = 4;

/**
 * Runs a writing call only if its caller may still make it: the login and the version of the rights are compared inside
 * each of its transactions, before anything else happens there. Whoever is disabled, logged out or loses the right after
 * the head of the request has been read writes nothing (security N5, A15).
 * @throws AppError `session.*`, `access.denied`, `http.unavailable` when rights change faster than the call can run
 */
export async function whileStanding<T>(options: StandingOptions, work: () => Promise<T>): Promise<T> {
  const { standingOf } = options;
  if (!standingOf || !options.actor()) return work();
  const check = async (trx: Database) => {
    const actor = options.actor();
    const standing = actor ? await standingOf(trx, actor) : 'over';
    if (standing === 'over') throw new AppError('session.revoked');
    if (standing === 'changed') throw new Changed();
  };
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    try {
      return await checkedFirst(check, work);
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      // the transaction is rolled back, and had done nothing yet
      await options.renew();
    }
  }
  throw new AppError('http.unavailable');
}

/**
 * The same for a call that opens its transactions itself, perhaps several: it is not repeated, but ends at the first
 * one that it may no longer make.
 * @throws AppError `session.*`, `access.denied`
 */
export async function whileStandingOnce<T>(options: StandingOptions, work: () => Promise<T>): Promise<T> {
  const { standingOf } = options;
  if (!standingOf || !options.actor()) return work();
  const check = async (db: Database) => {
    const actor = options.actor();
    const standing = actor ? await standingOf(db, actor) : 'over';
    if (standing === 'over') throw new AppError('session.revoked');
    if (standing === 'changed') await options.renew();
  };
  // the handler gets the rights of now
  await check(options.db);
  return checkedFirst(check, work);
}
