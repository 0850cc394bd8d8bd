import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { rowColumns, wireRow, type StoredRow } from '#server/record/row.ts';
import { scoped, type Need } from '#server/record/scope.ts';

/** The stored row of a record in the actor's scope; absent and out of scope look the same (security A2). */
export async function readRow(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  need: Need = 'read',
): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and ${scoped(actor, type, need).where}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('access.record');
  return row;
}

/** A record as detail pages read it, with what the actor may do to it (style "Screens"). */
export async function readRecord(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
): Promise<Record<string, unknown>> {
  const fields = await fieldsOf(db, actor, type);
  const row = await readRow(db, actor, type, id);
  const names = await directoryOf(db, actor.rights.version);
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and ${scoped(actor, type, 'write').where}`.execute(db);
  return { ...wireRow(type, fields, names, row), isPool: 0, dataAuth: 1, mayWrite: rows.length };
}
