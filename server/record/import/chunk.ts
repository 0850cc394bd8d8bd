import type { ImportSettings, Outcome } from '#server/record/import/outcome.ts';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { findHolders, type Holders } from '#server/record/write/holders.ts';
import { asNewRecords, type ImportDraft } from '#server/record/import/as-new-records.ts';
import { lockedRows, overwrite } from '#server/record/import/overwrite.ts';
import {
  documentProblems,
  placedProblem,
  problemsOfNew,
  type ReadRow,
  type RowProblem,
} from '#server/record/import/rows.ts';
import { rowsInTurn } from '#server/record/access/turns.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { rollupsOver } from '#server/record/rollups/rollups-over.ts';
import { readSequences } from '#server/record/sequences/settings.ts';
import type { Prepared } from '#server/record/write/draft.ts';
import { plainText } from '#server/record/import/sheet.ts';
import { assignNumbers } from '#server/record/sequences/assign-numbers.ts';
import { insertPrepared } from '#server/record/write/insert-prepared.ts';
import { checkQuotas, checkRelations, checkUniqueValues } from '#server/record/write/stored-checks.ts';

export type Counts = Record<'created' | 'updated' | 'skipped' | 'failed', number>;

/**
 * Writes one chunk of rows in the caller's transaction and keeps what became of each. Answers how many of the rows these
 * are: the others have to wait (`rowsInTurn`).
 */
export async function writeChunk(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  all: readonly ReadRow[],
): Promise<Counts & { readonly rows: number }> {
  // first, as whoever saves a form takes these before unique values
  await lockAncestors(
    db,
    settings.type,
    await countedAmong(db, settings, all),
    all.map(({ values }) => values),
  );
  await readSequences(db, settings.fields.all, 'lock');
  const holders = await findHolders(db, settings.type, settings.fields, all);
  const met = ({ values }: ReadRow) => [...holders.find(values)].filter((id) => id > 0);
  const rows = await rowsInTurn(db, actor, settings.type, { rows: all, met }, `import ${settings.importId}`);
  const outcomes: Outcome[] = [];
  let todo = rows.filter(isWritable);
  // a row that writes over a new one of the same sheet waits until that one is there
  while (todo.length > 0) todo = await writePass(db, actor, settings, holders, todo, outcomes);
  outcomes.push(
    ...(await unwritable(
      db,
      actor,
      settings,
      holders,
      rows.filter((row) => !isWritable(row)),
    )),
  );
  await keep(db, settings.importId, outcomes);
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { row, result } of outcomes) counts[result] += row.document?.rows.length ?? 1;
  return { ...counts, rows: rows.length };
}

/** The records that rows are about to write over, where something counts over them: all of it is locked at once. */
async function countedAmong(
  db: Database,
  { type, fields, repeatHandling }: ImportSettings,
  rows: readonly ReadRow[],
): Promise<readonly number[]> {
  if (repeatHandling !== 1 || (await rollupsOver(db, type)).length === 0) return [];
  return (await findHolders(db, type, fields, rows, 'read')).of(rows);
}

const isWritable = (row: ReadRow): boolean =>
  row.refusal === null && row.unread.size === 0 && documentProblems(row).length === 0;

/** Rows of which nothing is written: one that would be a new record is reported with what it lacks besides. */
async function unwritable(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  rows: readonly ReadRow[],
): Promise<Outcome[]> {
  const isNew = ({ refusal, values }: ReadRow) => refusal === null && holders.find(values).size === 0;
  const prepared = await asNewRecords(db, actor, settings, rows.filter(isNew));
  return rows.map((row): Outcome => {
    if (row.refusal) return { row, result: 'failed', problems: [row.refusal] };
    const asNew = prepared.get(row);
    return {
      row,
      result: 'failed',
      problems: asNew
        ? problemsOfNew(settings, row, asNew)
        : [...[...row.unread.values()].flat(), ...documentProblems(row)],
    };
  });
}

/** Writes rows, at least the first, and answers those that have to wait. */
async function writePass(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  rows: readonly ReadRow[],
  outcomes: Outcome[],
): Promise<ReadRow[]> {
  const fresh: Prepared<ImportDraft>[] = [];
  const waiting: ReadRow[] = [];
  const locked = settings.repeatHandling === 1 ? await lockedRows(db, actor, settings.type, holders.of(rows)) : null;
  const asNew = await asNewRecords(
    db,
    actor,
    settings,
    rows.filter(({ values }) => holders.find(values).size === 0),
  );
  for (const row of rows) {
    const found = holders.find(row.values);
    const [id = 0] = found;
    if (found.size === 0) {
      // the value that it was known by has just become free
      const prepared = asNew.get(row) ?? (await asNewRecords(db, actor, settings, [row])).get(row);
      if (!prepared) throw new Error('a row was not prepared');
      const problems = problemsOfNew(settings, row, prepared);
      if (problems.length > 0) outcomes.push({ row, result: 'failed', problems });
      // a second row of the same sheet with one of these values finds this one by its place below zero
      else holders.take(prepared.next, -fresh.push(prepared));
    } else if (!locked) outcomes.push({ row, result: 'skipped', problems: simple('import.row_exists') });
    else if (found.size > 1) outcomes.push({ row, result: 'failed', problems: simple('import.row_many') });
    else if (id < 0) waiting.push(row);
    else outcomes.push(await overwrite(db, actor, settings, { row, id, holders, locked }));
  }
  outcomes.push(...(await insertFresh(db, actor, settings, holders, fresh)));
  return waiting;
}

const simple = (code: RowProblem['code']): RowProblem[] => [{ code, params: {}, column: '' }];

/** Writes the new rows that nothing stands against, in one statement; their unique values are taken already. */
async function insertFresh(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  holders: Holders,
  fresh: readonly Prepared<ImportDraft>[],
): Promise<Outcome[]> {
  const batch = { db, actor, type: settings.type, fields: settings.fields };
  const fine = await checkQuotas(batch, await checkRelations(batch, fresh));
  const numbered = await assignNumbers(batch, fine, { reserved: settings.typedNumbers });
  // a combination may need what the sheet does not say, such as a default value
  const planned = settings.fields.together.size > 0 ? await checkUniqueValues(batch, numbered) : numbered;
  const taken = planned.filter(({ problems }) => problems.length === 0);
  const { ids } = await insertPrepared(batch, taken, { verb: 'imported', details: { importId: settings.importId } });
  const idOf = new Map(taken.map((one, at) => [one.draft.line, ids[at]]));
  return planned.map(({ draft: { line: row }, next, problems }, at): Outcome => {
    const id = idOf.get(row);
    holders.assign(next, -(at + 1), id);
    if (id !== undefined) return { row, result: 'created', recordId: id, version: 1 };
    return { row, result: 'failed', problems: problems.map((one) => placedProblem(one, row, settings)) };
  });
}

async function keep(db: Database, importId: number, outcomes: readonly Outcome[]): Promise<void> {
  // nearly all of most sheets, and nothing is to be said of them
  const plain = outcomes.filter((outcome) => !isReported(outcome));
  await sql`
    insert into import_row (import_id, row_number, result, record_id, version_after, further_rows)
    select ${importId}, p.row_number, p.result, p.record_id, p.version_after, p.further_rows::int[]
    from unnest(${plain.map(({ row }) => row.row)}::int[], ${plain.map(({ result }) => result)}::text[],
      ${plain.map(({ recordId }) => recordId ?? null)}::bigint[], ${plain.map(({ version }) => version ?? null)}::int[],
      ${plain.map(({ row }) => furtherRows(row))}::text[]) as p(row_number, result, record_id, version_after, further_rows)`.execute(
    db,
  );
  const rows = outcomes
    .filter(isReported)
    .flatMap(bySheetRow)
    .map(({ row, result, recordId, before, version, problems: [problem, ...further] = [] }) => ({
      row_number: row.row,
      result,
      record_id: recordId ?? null,
      before: before ?? null,
      version_after: version ?? null,
      code: problem?.code ?? null,
      params: problem?.params ?? {},
      column_name: problem?.column ?? null,
      further: further.length > 0 ? further : null,
      // a formula as the value that was stored with it
      cells: result === 'failed' ? row.cells.map(plainText) : null,
    }));
  if (rows.length === 0) return;
  await sql`
    insert into import_row (import_id, row_number, result, record_id, before, version_after, code, params, column_name, further, cells)
    select ${importId}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      row_number int, result text, record_id bigint, before jsonb, version_after int, code text, params jsonb, column_name text, further jsonb, cells jsonb)`.execute(
    db,
  );
}

/** The rows of a document below its first, as the text of an array; null for none. */
function furtherRows({ row: first, document }: ReadRow): string | null {
  if (!document || document.rows.length < 2) return null;
  return `{${document.rows.flatMap(({ row }) => (row === first ? [] : [row])).join()}}`;
}

/** Whether more is kept of a row than which record it has become. */
const isReported = ({ result, before, problems = [] }: Outcome): boolean =>
  result === 'failed' || before !== undefined || problems.length > 0;

/** What became of a document, for each of its rows: with what is about it, or that another one has failed it. */
function bySheetRow(outcome: Outcome): Outcome[] {
  const { row: whole, problems = [] } = outcome;
  const { document, row: first } = whole;
  if (!document) return [outcome];
  const rowOf = (problem: RowProblem): number => problem.row ?? first;
  const byRow = Map.groupBy(problems, rowOf);
  const fault = [...byRow.keys()].reduce((least, row) => Math.min(least, row), Infinity);
  return document.rows.map(({ row, cells }): Outcome => {
    const own = byRow.get(row) ?? [];
    const isBeside = problems.length > 0 && own.length === 0 && outcome.result === 'failed';
    return {
      ...outcome,
      row: { ...whole, row, cells },
      ...(outcome.before && { before: row === first ? outcome.before : {} }),
      problems: isBeside ? [{ code: 'import.row_document', params: { row: fault }, column: '' }] : own,
    };
  });
}
