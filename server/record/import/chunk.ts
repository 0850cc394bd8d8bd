import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { findHolders, type Holders } from '#server/record/write/holders.ts';
import { lockedRows, overwrite } from '#server/record/import/overwrite.ts';
import { problemOf, problemsOfNew, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { attachNewBatches, insertRecords, type NewRecord } from '#server/record/write/insert.ts';
import { beyondQuota } from '#server/record/ownership/quota.ts';
import type { Values } from '#server/record/registry.ts';
import { unattachedAmong, unlinkableAmong } from '#server/record/rows/related.ts';

export interface ImportSettings {
  readonly importId: number;
  readonly type: RecordType;
  readonly fields: FieldSet;
  /** 1 overwrite what exists, 2 skip (reference §11). */
  readonly repeatHandling: number;
  readonly ownerUserId: number;
}

export interface Outcome {
  readonly row: ReadRow;
  readonly result: 'created' | 'updated' | 'skipped' | 'failed';
  readonly recordId?: number;
  readonly before?: Values;
  readonly version?: number;
  /** Why nothing was done, all that is known of it. */
  readonly problems?: readonly RowProblem[];
}

export type Counts = Record<'created' | 'updated' | 'skipped' | 'failed', number>;

/** Writes one chunk of rows in the caller's transaction and keeps what became of each. */
export async function writeChunk(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  rows: readonly ReadRow[],
): Promise<Counts> {
  const holders = await findHolders(db, settings.type, settings.fields, rows);
  const outcomes: Outcome[] = [];
  let todo = rows.filter(isWritable);
  // a row that writes over a new one of the same sheet waits until that one is there
  while (todo.length > 0) todo = await writePass(db, actor, settings, holders, todo, outcomes);
  for (const row of rows) if (!isWritable(row)) outcomes.push(unwritable(settings, holders, row));
  await keep(db, settings.importId, outcomes);
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  return counts;
}

const isWritable = ({ refusal, unread }: ReadRow): boolean => refusal === null && unread.size === 0;

/** One that would be new, beside those of the sheet that are written, is told too what it lacks besides. */
function unwritable(settings: ImportSettings, holders: Holders, row: ReadRow): Outcome {
  const { refusal, unread, values } = row;
  if (refusal) return { row, result: 'failed', problems: [refusal] };
  const isNew = holders.find(values).size === 0;
  return { row, result: 'failed', problems: isNew ? problemsOfNew(settings, row) : [...unread.values()].flat() };
}

/** Settles rows, at least the first, and answers those that have to wait. */
async function writePass(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  rows: readonly ReadRow[],
  outcomes: Outcome[],
): Promise<ReadRow[]> {
  const fresh: ReadRow[] = [];
  const waiting: ReadRow[] = [];
  const locked = settings.repeatHandling === 1 ? await lockedRows(db, actor, settings.type, holders.of(rows)) : null;
  for (const row of rows) {
    const found = holders.find(row.values);
    const [id = 0] = found;
    if (found.size === 0) {
      const problems = problemsOfNew(settings, row);
      if (problems.length > 0) outcomes.push({ row, result: 'failed', problems });
      // a second row of the same sheet with one of these values finds this one by its place below zero
      else holders.take(row.values, -fresh.push(row));
    } else if (!locked) outcomes.push({ row, result: 'skipped', problems: simple('import.row_exists') });
    else if (found.size > 1) outcomes.push({ row, result: 'failed', problems: simple('import.row_many') });
    else if (id < 0) waiting.push(row);
    else outcomes.push(await overwrite(db, actor, settings, { row, id, holders, locked }));
  }
  outcomes.push(...(await insertFresh(db, actor, settings, holders, fresh)));
  return waiting;
}

const simple = (code: RowProblem['code']): RowProblem[] => [{ code, params: {}, column: '' }];

/**
 * Writes the new rows that the owner may get, in one statement, and refuses the others and what would belong to deleted
 * records, or to those that the actor may only read.
 */
async function insertFresh(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  fresh: readonly ReadRow[],
): Promise<Outcome[]> {
  const { type, fields, ownerUserId } = settings;
  const refused = new Map<ReadRow, RowProblem>();
  for (const [row, { field }] of await unattachedAmong(db, fields, fresh))
    refused.set(row, { code: 'field.related', params: { name: field.fieldName }, column: field.fieldName });
  for (const [row, { field, code }] of await unlinkableAmong(db, actor, fields.all, fresh))
    refused.set(row, { code, params: { name: field.fieldName }, column: field.fieldName });
  const gains = fresh.filter((row) => !refused.has(row)).map((row) => ({ row, ownerUserId }));
  for (const [{ row }, refusal] of await beyondQuota(db, type, gains)) refused.set(row, problemOf(refusal, fields));
  const taken = fresh.filter((row) => !refused.has(row));
  const records = taken.map((row): NewRecord => ({
    values: row.values,
    batchId: randomUUID(),
    ownerUserId,
  }));
  const ids = await insertRecords(db, actor, type, fields, records, {
    verb: 'imported',
    details: { importId: settings.importId },
  });
  if (records.length > 0) await attachNewBatches(db, actor, type, records, ids);
  const idOf = new Map(taken.map((row, index) => [row, ids[index]]));
  return fresh.map((row, index): Outcome => {
    const id = idOf.get(row);
    holders.normalise(row.values, -(index + 1), id);
    if (id !== undefined) return { row, result: 'created', recordId: id, version: 1 };
    const refusal = refused.get(row);
    return { row, result: 'failed', problems: refusal ? [refusal] : simple('import.row_failed') };
  });
}

async function keep(db: Database, importId: number, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ row, result, recordId, before, version, problems: [problem, ...further] = [] }) => ({
    row_number: row.row,
    result,
    record_id: recordId ?? null,
    before: before ?? null,
    version_after: version ?? null,
    code: problem?.code ?? null,
    params: problem?.params ?? {},
    column_name: problem?.column ?? null,
    further: further.length > 0 ? further : null,
    cells: result === 'failed' ? row.cells : null,
  }));
  await sql`
    insert into import_row (import_id, row_number, result, record_id, before, version_after, code, params, column_name, further, cells)
    select ${importId}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      row_number int, result text, record_id bigint, before jsonb, version_after int, code text, params jsonb, column_name text, further jsonb, cells jsonb)`.execute(
    db,
  );
}
