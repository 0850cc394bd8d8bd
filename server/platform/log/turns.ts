import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { subjectOf, type AuditEntry } from '#server/platform/log/audit.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';

export interface TurnLimit {
  readonly most: number;
  readonly perSeconds: number;
  readonly refusal: ErrorCode;
}

/**
 * Logs an action that a person may do only so often (security A13). The log is the counter, so all processes agree, and
 * concurrent calls wait for each other. Takes the pool: the attempt counts even when what follows fails.
 * @throws AppError `limit.refusal`, which is logged too
 */
export async function takeTurn(
  db: Kysely<Tables>,
  entry: Omit<AuditEntry, 'result' | 'userId'> & { readonly userId: number },
  limit: TurnLimit,
): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select take_turn(${entry.userId}, ${entry.what}, ${subjectOf(entry)}, ${entry.address}, ${limit.most}, ${limit.perSeconds}) as free`.execute(
    db,
  );
  if (rows[0]?.free !== true) throw new AppError(limit.refusal);
}

/** A refusal that shows something, so that it counts as an action although nothing else of its transaction stays. */
export class CountedRefusal extends AppError {
  readonly turn: Pick<AuditEntry, 'what' | 'subject'>;
  readonly limit: TurnLimit;

  constructor(refusal: AppError, turn: Pick<AuditEntry, 'what' | 'subject'>, limit: TurnLimit) {
    super(refusal.code, refusal.params, refusal.detail);
    this.turn = turn;
    this.limit = limit;
  }
}

/**
 * Takes the turn of a counted refusal, after its transaction; other errors have none.
 * @throws AppError the refusal of its limit
 */
export async function countRefusal(
  db: Kysely<Tables>,
  error: unknown,
  who: { readonly userId: number; readonly address: string },
): Promise<void> {
  if (error instanceof CountedRefusal) await takeTurn(db, { ...who, ...error.turn }, error.limit);
}
