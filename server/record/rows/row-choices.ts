import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { StateOption } from '#shared/record/calls/field-calls.ts';
import type { Field } from '#shared/record/field.ts';

/** What fields that name rows of a table offer (`FixedField.rowsOf`), by field, in the order in which rows were made. */
export async function rowChoices(db: Database, fields: readonly Field[]): Promise<ReadonlyMap<Field, StateOption[]>> {
  const choices = new Map<Field, StateOption[]>();
  for (const field of fields) {
    if (!field.rowsOf || field.masked) continue;
    const { table, idColumn, openColumn } = field.rowsOf;
    const isOpen = openColumn === undefined ? sql`true` : sql`s.${sql.ref(openColumn)} = 1`;
    const { rows } = await sql<{ name: string; value: number }>`
      select s.name, s.${sql.ref(idColumn)} as value from ${sql.table(table)} as s where ${isOpen}
      order by s.${sql.ref(idColumn)}`.execute(db);
    choices.set(field, rows);
  }
  return choices;
}
