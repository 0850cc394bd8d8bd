import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A table `u` of uses by the minute: how a statement that adds one begins, and the column that says of what it is. */
export interface UseTable {
  /** Of this column, `address`, `minute` and `used`. */
  readonly insert: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
}

export interface Use {
  readonly of: string | number;
  /** Of whom; '' for everybody together. */
  readonly address: string;
  /** Uses of a minute. */
  readonly most: number;
}

/**
 * Counts a use in a statement of its own, so that nobody waits for what another's use does. All processes count together.
 * @throws AppError `http.too_many` beyond the most of a minute
 */
export async function countUse(db: Database, { insert, column }: UseTable, { of, address, most }: Use): Promise<void> {
  const { rows } = await sql<{ used: number }>`
    ${insert} values (${of}, ${address}, date_trunc('minute', now()), 1)
    on conflict (${column}, address, minute) do update set used = u.used + 1 where u.used <= ${most}
    returning used`.execute(db);
  const [row] = rows;
  if (!row || row.used > most) throw new AppError('http.too_many');
}
