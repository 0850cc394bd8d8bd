import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/field-set.ts';
import { findHolders, type Holders } from '#server/record/import/holders.ts';
import { lockedRows, overwrite } from '#server/record/import/overwrite.ts';
import { newProblem, problemOf, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { attachNewBatches, insertRecords, type NewRecord } from '#server/record/insert.ts';
import { recordModule, type Values } from '#server/record/registry.ts';

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
  let todo: ReadRow[] = [];
  for (const row of rows) {
    if (row.problem) outcomes.push({ row, result: 'failed', problem: row.problem });
    else todo.push(row);
  }
  const holders = await findHolders(db, settings.type, settings.fields, todo);
  // a row that writes over a new one of the same sheet waits until that one is there
  while (todo.length > 0) todo = await writePass(db, actor, settings, holders, todo, outcomes);
  await keep(db, settings.importId, outcomes);
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  return counts;
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
      const problem = newProblem(settings, row.values);
      if (problem) outcomes.push({ row, result: 'failed', problem });
      // a second row of the same sheet with one of these values finds this one by its place below zero
      else holders.take(row.values, -fresh.push(row));
    } else if (!locked) outcomes.push({ row, result: 'skipped', problem: simple('import.row_exists') });
    else if (found.size > 1) outcomes.push({ row, result: 'failed', problem: simple('import.row_many') });
    else if (id < 0) waiting.push(row);
    else outcomes.push(await overwrite(db, actor, settings, { row, id, holders, locked }));
  }
  outcomes.push(...(await insertFresh(db, actor, settings, holders, fresh)));
  return waiting;
}

const simple = (code: RowProblem['code']): RowProblem => ({ code, params: {}, column: '' });

/** Writes the new rows that the owner may get, in one statement, and refuses the others. */
async function insertFresh(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  fresh: readonly ReadRow[],
): Promise<Outcome[]> {
  const { type, fields, ownerUserId } = settings;
  const { room, refusal } = await roomFor(db, settings, fresh.length);
  const records = fresh.slice(0, room).map((row): NewRecord => ({
    values: row.values,
    batchId: randomUUID(),
    ownerUserId,
  }));
  const ids = await insertRecords(db, actor, type, fields, records, {
    verb: 'imported',
    particulars: { importId: settings.importId },
  });
  if (records.length > 0) await attachNewBatches(db, actor, type, records, ids);
  return fresh.map((row, index): Outcome => {
    const id = ids[index];
    holders.settle(row.values, -(index + 1), id);
    if (id !== undefined) return { row, result: 'created', recordId: id, version: 1 };
    return { row, result: 'failed', problem: refusal ?? simple('import.row_failed') };
  });
}

/** How many of `wanted` new records the owner may get by the rules of the type, and why no more. */
async function roomFor(
  db: Database,
  settings: ImportSettings,
  wanted: number,
): Promise<{ room: number; refusal?: RowProblem }> {
  const refused = async (created: number): Promise<RowProblem | null> => {
    try {
      for (const check of recordModule(settings.type.code).rules.beforeOwn ?? [])
        await check(db, settings.ownerUserId, { created });
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return problemOf(error, settings.fields);
    }
  };
  if (wanted === 0) return { room: 0 };
  let refusal = await refused(wanted);
  if (!refusal) return { room: wanted };
  let room = 0;
  for (let above = wanted; above - room > 1;) {
    const middle = Math.floor((room + above) / 2);
    const problem = await refused(middle);
    if (problem) [above, refusal] = [middle, problem];
    else room = middle;
  }
  return { room, refusal };
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
