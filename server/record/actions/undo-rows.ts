import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { Titled } from '#server/record/actions/kept-titles.ts';
import type { Values } from '#server/record/registry.ts';
import { rowColumns, valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { becomes } from '#server/record/write/unique.ts';

/** A record as an undo would leave it; one that would be in the recycle bin has no values. */
export interface FormerRow extends Titled {
  readonly values: Values;
  /** It would be in the recycle bin. */
  readonly isDeleted: boolean;
  /** It is to become another record, and holds nothing unique. */
  readonly isVersion: boolean;
}

/** The records to be restored, in the order of their ids: those of which the action has changed one of `columns`. */
export async function formerRows(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  operationId: number,
  columns: readonly string[],
): Promise<FormerRow[]> {
  const { rows } = await sql<StoredRow & { deleted_at: string | null }>`
    select ${rowColumns(type)}, r.deleted_at from (
      select (jsonb_populate_record(c, o.before)).* from operation_row o
      join ${sql.table(type.table)} as c on c.${sql.ref(type.idColumn)} = o.record_id
      where o.operation_id = ${operationId} and o.undo = 'undone' and jsonb_exists_any(o.before, ${[...columns]}::text[])) as r
    order by r.${sql.ref(type.idColumn)}`.execute(db);
  return rows.map((row) => ({
    id: Number(row[type.idColumn]),
    title: String(row[type.titleField] ?? ''),
    values: row.deleted_at === null ? valuesOf(row, fields) : {},
    isDeleted: row.deleted_at !== null,
    isVersion: becomes(type, row) !== null,
  }));
}

/** Records of the action that are not restored: they stay unchanged and are listed. */
export async function leave(db: Database, operationId: number, rows: readonly Titled[]): Promise<Titled[]> {
  if (rows.length === 0) return [];
  await sql`
    update operation_row set undo = 'kept'
    where operation_id = ${operationId} and record_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  return rows.map(({ id, title }) => ({ id, title }));
}
