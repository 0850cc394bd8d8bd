import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn, type TurnLimit } from '#server/platform/log/turns.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { beyondReach } from '#server/record/access/reach.ts';

/** As often as people fill in forms, not as often as needed to try a list of values (security A13). */
export const verifications: TurnLimit = { most: 120, perSeconds: 60, refusal: 'http.too_many' };
const duplicateChecks: TurnLimit = { most: 30, perSeconds: 60, refusal: 'http.too_many' };

/**
 * Counts and logs a check for records that the actor may not see (security A13).
 * @throws AppError `http.too_many`
 */
export const takeDuplicateTurn = (db: Database, actor: Actor, type: RecordType, subject = ''): Promise<void> =>
  takeTurn(
    db,
    { userId: actor.userId, what: `duplicates ${type.name}`, subject, address: actor.address },
    duplicateChecks,
  );

/** Seconds after which rows that have to wait are tried again. */
export const pauseSeconds = duplicateChecks.perSeconds;

/**
 * The rows of a sheet up to the first one that has to wait: one that meets a record beyond the actor's reach shows that
 * there is one, so it counts and is logged as a duplicate check. `met` are the records that a row meets. In this
 * transaction, since nothing is shown of rows that are not written.
 */
export async function rowsInTurn<Row>(
  db: Database,
  actor: Actor,
  type: RecordType,
  { rows, met }: { readonly rows: readonly Row[]; readonly met: (row: Row) => readonly number[] },
  subject: string,
): Promise<readonly Row[]> {
  const ids = [...new Set(rows.flatMap(met))];
  const beyond = await beyondReach(db, actor, type, ids);
  if (beyond.size === 0) return rows;
  for (const [at, row] of rows.entries()) {
    const unseen = met(row).filter((id) => beyond.has(id));
    if (unseen.length > 0 && !(await isFree(takeDuplicateTurn(db, actor, type, `${subject}: ${unseen.join(', ')}`))))
      return rows.slice(0, at);
  }
  return rows;
}

async function isFree(turn: Promise<void>): Promise<boolean> {
  try {
    await turn;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'http.too_many') return false;
    throw error;
  }
}
