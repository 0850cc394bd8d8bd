import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { Values } from '#server/record/registry.ts';
import { relatedColumns } from '#server/record/rows/related.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import type { LineDeclaration, RecordType } from '#shared/record/record-type.ts';
import { lineTypeOf } from '#shared/record/lines.ts';

/** A line as the database has it. */
export interface StoredLine {
  readonly id: number;
  readonly place: number;
  /** Version of the record in which the line came to be. */
  readonly since: number;
  readonly values: Values;
  /** Its columns, with the names of the records that it points to. */
  readonly row: StoredRow;
}

export type LinesById = ReadonlyMap<number, readonly StoredLine[]>;

/** What the lines of a type are read and written by. */
export interface LineSetting {
  readonly lines: LineDeclaration;
  readonly lineType: RecordType;
  /** As the actor knows them. */
  readonly fields: FieldSet;
}

/** Null for types without lines. */
export async function lineSettingOf(db: Database, actor: Actor, type: RecordType): Promise<LineSetting | null> {
  const lineType = lineTypeOf(type);
  if (!type.lines || !lineType) return null;
  return { lines: type.lines, lineType, fields: await fieldsOf(db, actor, lineType) };
}

/** The lines of records in their order, in one query; records without lines are absent. */
export async function linesOf(db: Database, type: RecordType, ids: readonly number[]): Promise<LinesById> {
  const { lines } = type;
  if (!lines || ids.length === 0) return new Map();
  const parent = sql.ref(`r.${lines.parentColumn}`);
  return readLines(db, type, sql`${sql.table(lines.table)} as r where ${parent} = any(${[...ids]}::bigint[])`);
}

/** The lines of the records that an undo is about to give them back to, as they were before the action. */
export function formerLinesOf(db: Database, type: RecordType, operationId: number): Promise<LinesById> {
  const { lines } = type;
  if (!lines) return Promise.resolve(new Map());
  return readLines(
    db,
    type,
    sql`operation_row o, jsonb_populate_recordset(null::${sql.table(lines.table)}, o.lines_before) as r
      where o.operation_id = ${operationId} and o.undo = 'undone'`,
  );
}

async function readLines(db: Database, type: RecordType, from: RawBuilder<unknown>): Promise<LinesById> {
  const lineType = lineTypeOf(type);
  const { lines } = type;
  if (!lines || !lineType) return new Map();
  const names = lines.fields.map(({ fieldName }) => fieldName);
  const columns = [lines.idColumn, lines.parentColumn, 'place', 'since', ...names].map((name) => sql.ref(`r.${name}`));
  const { rows } = await sql<StoredRow & { readonly place: number; readonly since: number }>`${keptPlan}
    select ${sql.join([...columns, ...relatedColumns(lineType)])} from ${from}
    order by r.${sql.ref(lines.parentColumn)}, r.place, r.${sql.ref(lines.idColumn)}`.execute(db);
  const byRecord = new Map<number, StoredLine[]>();
  for (const row of rows) {
    const values = Object.fromEntries(names.map((name) => [name, (row[name] ?? null) as Values[string]]));
    const line = { id: Number(row[lines.idColumn]), place: row.place, since: row.since, values, row };
    const recordId = Number(row[lines.parentColumn]);
    const known = byRecord.get(recordId);
    if (known) known.push(line);
    else byRecord.set(recordId, [line]);
  }
  return byRecord;
}
