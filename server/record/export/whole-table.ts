import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** Every row of a table as a line of JSON, without some columns: for an archive of the whole company, which knows no scope. */
export const wholeTable = (table: string, without: readonly string[]): RawBuilder<{ readonly line: string }> =>
  sql`select (to_jsonb(t) - ${[...without]}::text[])::text as line from ${sql.table(table)} as t`;

export async function countRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}
