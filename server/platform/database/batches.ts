import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

const fetchRows = 2000;

/** The rows of a query, some at a time, so that they need no more memory than that. Only in a transaction, one query at a time. */
export async function* batchesOf<R>(
  trx: Database,
  query: RawBuilder<R>,
  rowsAtOnce = fetchRows,
): AsyncGenerator<readonly R[]> {
  await sql`declare batches no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<R>`fetch forward ${sql.lit(rowsAtOnce)} from batches`.execute(trx);
    yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close batches`.execute(trx);
}
