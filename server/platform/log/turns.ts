import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit, type AuditEntry } from '#server/platform/log/audit.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';

/** First number of the advisory locks; the second is the person's id. */
const lockKey = 7_420_014;

export interface TurnLimit {
  readonly most: number;
  readonly perSeconds: number;
  readonly refusal: ErrorCode;
}

/**
 * Logs something that a person may do only so often (security A13). The log is the count, so all processes agree, and
 * calls at once wait for each other. Takes the pool: the turn counts even when what follows fails.
 * @throws AppError `limit.refusal`, which is logged too
 */
export async function takeTurn(
  db: Kysely<Tables>,
  entry: Omit<AuditEntry, 'result' | 'userId'> & { readonly userId: number },
  limit: TurnLimit,
): Promise<void> {
  const isFree = await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockKey}, ${entry.userId})`.execute(trx);
    const { turns } = await trx
      .selectFrom('audit')
      .select(sql<number>`count(*)`.as('turns'))
      .where('user_id', '=', entry.userId)
      .where('what', '=', entry.what)
      .where('result', '=', 'done')
      .where('created_at', '>', sql<string>`now() - make_interval(secs => ${limit.perSeconds})`)
      .executeTakeFirstOrThrow();
    const free = turns < limit.most;
    await audit(trx, { ...entry, result: free ? 'done' : 'refused' });
    return free;
  });
  if (!isFree) throw new AppError(limit.refusal);
}
