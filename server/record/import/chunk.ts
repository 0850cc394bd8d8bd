import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { isBlank, type Field, type FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { fieldColumn } from '#server/record/columns.ts';
import type { FieldSet } from '#server/record/field-set.ts';
import { problemOf, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { attachNewBatches, insertRecords, type NewRecord } from '#server/record/insert.ts';
import type { Values } from '#server/record/registry.ts';
import { valuesOf } from '#server/record/row.ts';
import { lockRow, saveRecord } from '#server/record/save.ts';
import { lockUnique } from '#server/record/unique.ts';

export interface ImportSettings {
  readonly importId: number;
  readonly type: RecordType;
  readonly fields: FieldSet;
  /** 1 overwrite what exists, 2 skip (reference §11). */
  readonly repeatHandling: number;
  readonly ownerUserId: number;
}

interface Outcome {
  readonly row: ReadRow;
  readonly result: 'created' | 'updated' | 'skipped' | 'failed';
  readonly recordId?: number;
  readonly before?: Values;
  readonly version?: number;
  readonly problem?: RowProblem;
}

export type Counts = Record<'created' | 'updated' | 'skipped' | 'failed', number>;

/** Writes one chunk of rows in the caller's transaction and keeps what became of each. */
export async function writeChunk(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  rows: readonly ReadRow[],
): Promise<Counts> {
  const outcomes: Outcome[] = [];
  const good: ReadRow[] = [];
  for (const row of rows) {
    if (row.problem) outcomes.push({ row, result: 'failed', problem: row.problem });
    else good.push(row);
  }
  const unique = settings.fields.all.filter((field) => field.unique);
  const pairs = good.flatMap((row) => uniquePairs(unique, row.values));
  await lockUnique(db, settings.type, pairs);
  const holders = await holdersOf(db, settings.type, unique, good);
  const fresh: ReadRow[] = [];
  for (const row of good) {
    const keys = uniquePairs(unique, row.values).map(({ field, value }) => keyOf(field, value));
    const found = new Set(keys.flatMap((key) => [...(holders.get(key) ?? [])]));
    if (found.size === 0) {
      const problem = missingRequired(settings.fields, row.values);
      if (problem) outcomes.push({ row, result: 'failed', problem });
      else {
        fresh.push(row);
        // a second row of the same sheet with this value matches the first one
        for (const key of keys) holders.set(key, new Set([-fresh.length]));
      }
      continue;
    }
    outcomes.push(await onMatch(db, actor, settings, row, [...found]));
  }
  const records = fresh.map((row): NewRecord => ({
    values: row.values,
    batchId: randomUUID(),
    ownerUserId: settings.ownerUserId,
  }));
  const ids = await insertRecords(db, actor, settings.type, settings.fields, records, {
    verb: 'imported',
    particulars: { importId: settings.importId },
  });
  await attachNewBatches(db, actor, settings.type, records, ids);
  for (const [index, row] of fresh.entries())
    outcomes.push({ row, result: 'created', recordId: ids[index] ?? 0, version: 1 });
  await keep(db, settings.importId, outcomes);
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  return counts;
}

const keyOf = (field: Field, value: FieldValue): string => `${field.fieldId}/${String(value)}`;

const uniquePairs = (unique: readonly Field[], values: Values) =>
  unique.flatMap((field) => {
    const value = values[field.fieldName] ?? null;
    return value === null ? [] : [{ field, value }];
  });

/** Live records by the unique values that the rows bring, in any scope. */
async function holdersOf(
  db: Database,
  type: RecordType,
  unique: readonly Field[],
  rows: readonly ReadRow[],
): Promise<Map<string, Set<number>>> {
  const holders = new Map<string, Set<number>>();
  for (const field of unique) {
    const values = rows
      .map((row) => row.values[field.fieldName] ?? null)
      .filter((value) => value !== null)
      .map(String);
    if (values.length === 0) continue;
    const { value } = fieldColumn(field);
    const text = fieldTypeOf(field.formType).storage === 'text' ? value : sql`${value}::text`;
    const found = await sql<{ id: number; value: string }>`
      select r.${sql.ref(type.idColumn)} as id, ${text} as value from ${sql.table(type.table)} as r
      where r.deleted_at is null and ${text} = any(${values}::text[])`.execute(db);
    for (const row of found.rows) {
      const key = keyOf(field, row.value);
      holders.set(key, (holders.get(key) ?? new Set()).add(row.id));
    }
  }
  return holders;
}

function missingRequired(fields: FieldSet, values: Values): RowProblem | null {
  const field = fields.shown.find((one) => one.required && isBlank(values[one.fieldName]));
  return field ? { code: 'field.required', params: { name: field.name }, column: field.name } : null;
}

/** A row that is there already: skipped, or written over it where the actor may write. */
async function onMatch(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  row: ReadRow,
  found: readonly number[],
): Promise<Outcome> {
  const [id = 0] = found;
  if (settings.repeatHandling === 2 || id < 0)
    return { row, result: 'skipped', problem: { code: 'import.row_exists', params: {}, column: '' } };
  if (found.length > 1) return { row, result: 'failed', problem: { code: 'import.row_many', params: {}, column: '' } };
  try {
    const before = valuesOf(await lockRow(db, actor, settings.type, id), settings.fields);
    const saved = await saveRecord(db, actor, settings.type, {
      id,
      values: row.values,
      verb: 'imported',
      particulars: { importId: settings.importId },
    });
    const changed = Object.fromEntries(Object.keys(row.values).map((name) => [name, before[name] ?? null]));
    return { row, result: 'updated', recordId: id, before: changed, version: saved.version };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'access.record' || error.code === 'access.denied')) {
      return { row, result: 'failed', problem: { code: 'import.row_no_right', params: {}, column: '' } };
    }
    return { row, result: 'failed', problem: problemOf(error, settings.fields) };
  }
}

async function keep(db: Database, importId: number, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ row, result, recordId, before, version, problem }) => ({
    row_number: row.row,
    result,
    record_id: recordId ?? null,
    before: before ?? null,
    version_after: version ?? null,
    code: problem?.code ?? null,
    params: problem?.params ?? {},
    column_name: problem?.column ?? null,
    cells: result === 'failed' ? row.cells : null,
  }));
  await sql`
    insert into import_row (import_id, row_number, result, record_id, before, version_after, code, params, column_name, cells)
    select ${importId}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      row_number int, result text, record_id bigint, before jsonb, version_after int, code text, params jsonb, column_name text, cells jsonb)`.execute(
    db,
  );
}
