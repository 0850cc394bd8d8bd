import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Columns that the server keeps by itself, such as the last follow-up: no version, no event, no rule of the type. `set` are
 * assignments that read the row as `r`.
 */
export async function setSystemColumns(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  set: RawBuilder<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(type.table)} as r set ${set}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
}

/** Empties a column of children whose parents are about to be gone for good. */
export async function forgetParents(
  db: Database,
  child: RecordType,
  column: string,
  parentIds: readonly number[],
): Promise<void> {
  const own = sql.ref(column);
  await sql`update ${sql.table(child.table)} set ${own} = null where ${own} = any(${[...parentIds]}::bigint[])`.execute(
    db,
  );
}

/** Records that are gone for good, and what hangs on them by foreign keys. */
export async function destroyRows(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(type.table)} where ${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** The values of a custom field that the set-up has deleted. */
export async function dropCustomValues(db: Database, type: RecordType, field: Pick<Field, 'fieldId'>): Promise<void> {
  const key = customKey(field);
  await sql`update ${sql.table(type.table)} set custom = custom - ${key}::text where custom ? ${key}::text`.execute(db);
}
