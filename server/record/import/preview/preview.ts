import { setImmediate } from 'node:timers/promises';
import '#server/record/import/tables.ts';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import type { Services } from '#server/platform/services.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { importPreview } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { groupedRows, groupingOf, readDocument } from '#server/record/lines/sheet-documents.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { columnLetter, columnNames, computedColumnsOf, sheetColumns } from '#server/record/import/columns.ts';
import { reportedAt, worded } from '#server/record/import/follow.ts';
import { asNewRecords } from '#server/record/import/as-new-records.ts';
import { guessColumns, type EarlierHeadings } from '#server/record/import/preview/guess.ts';
import { lookupOf, problemsOfNew, readRow, type Reading, type ReadRow } from '#server/record/import/rows.ts';
import { limitsFor, plainText } from '#server/record/import/sheet.ts';
import { matchSheets, readUpload } from '#server/record/import/upload.ts';
import { sampleOf } from '#server/record/lines/two-sheets.ts';
import type { SheetRow } from '#server/platform/sheets/cell.ts';

/** Sheets whose headings are remembered. */
const rememberedSheets = 20;
/** Rows that are checked before an import; a sheet of people seldom has more. */
const mostChecked = 2000;
/** Problems that are told; more of them nobody reads. */
const mostProblems = 200;
/** Rows that are read before others have their turn. */
const rowsAtOnce = 100;
/** Rows of a sheet that a preview shows. */
const shownRows = 10;
/** Rows by whose contents a column is known. */
const tellingRows = 50;

async function readInTurns(rows: readonly SheetRow[], reading: Reading): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    read.push(readRow(row, reading));
  }
  return read;
}

/** What headings were taken for in the last sheets of this person, the newest first. */
async function earlierHeadings(db: Database, actor: Actor, type: RecordType): Promise<EarlierHeadings> {
  const tasks = await db
    .selectFrom('import_task')
    .select('headings')
    .where('user_id', '=', actor.userId)
    .where('type_code', '=', type.code)
    .orderBy('import_id', 'desc')
    .limit(rememberedSheets)
    .execute();
  return new Map(tasks.toReversed().flatMap(({ headings }) => Object.entries(headings as Record<string, string>)));
}

/** What an import of this file would read: headings, their match, the first rows and what is wrong with them. */
export async function previewImport(
  services: Services,
  actor: Actor,
  type: RecordType,
  upload: Upload,
  chosen: Readonly<Record<string, string>> | undefined,
): Promise<z.input<typeof importPreview>> {
  const { db } = services.pool;
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = sheetColumns(type, fields, lines);
  const sheet = await readUpload(upload, columns, false, { mayHaveLines: lines !== null, ahead: mostChecked });
  const names = columnNames(type, fields, lines, actor.language);
  const problems: { row: number | null; column: string | null; msg: string }[] = [];
  const guesses = guessColumns(columns, {
    headings: sheet.headings,
    textsOf: (index) => sheet.sample.slice(0, tellingRows).map(({ cells }) => plainText(cells[index] ?? null)),
    earlier: await earlierHeadings(db, actor, type),
  });
  const matched = sheet.headings.map((heading, index) => {
    const choice = chosen?.[String(index)];
    const { name = null, guess = null } = guesses[index] ?? {};
    return {
      index,
      heading: heading === '' ? columnLetter(index) : heading,
      fieldName: choice ?? name,
      guess: choice === undefined ? guess : null,
    };
  });
  const mapped = Object.fromEntries(matched.map(({ index, fieldName }) => [String(index), fieldName ?? '']));
  let { rowCount } = sheet;
  let checkedRows = 0;
  try {
    const found = await matchSheets(upload.path, sheet, mapped, {
      type,
      columns,
      passedOver: computedColumnsOf(type, fields, lines),
      limits: limitsFor(false),
      language: actor.language,
    });
    const { mapping, lineSheet } = found;
    ({ rowCount } = found);
    const directory = await directoryOf(db, actor.rights.version);
    const grouping = groupingOf(lines, mapping);
    const sample = lineSheet || grouping ? sheet.sample.slice(0, shownRows) : sheet.sample;
    // the rows of lines that were read may go on, and may belong to documents further down
    const groups = lineSheet
      ? await sampleOf(sample, found.ofLines, lineSheet)
      : grouping
        ? groupedRows(sample, grouping)
        : [];
    const read = lineSheet ? groups.flat() : sample;
    const reading = { type, fields, mapping, lookup: await lookupOf(db, actor, read, mapping, directory) };
    const rows = grouping
      ? groups.map((group) => readDocument(group, reading, grouping))
      : await readInTurns(sample, reading);
    checkedRows = sample.length;
    // what would stand in the way of a new record
    for (const [row, prepared] of await asNewRecords(db, actor, { type, fields, ownerUserId: actor.userId }, rows)) {
      for (const problem of problemsOfNew(reading, row, prepared))
        problems.push(reportedAt(actor.language, problem.row ?? row.row, worded(actor.language, names, problem)));
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // the message itself says where
    problems.push({ row: null, column: null, msg: translate(actor.language, error.code, error.params) });
  }
  return {
    sheetName: sheet.info.sheets[sheet.info.sheet]?.name ?? '',
    headerRow: sheet.headerRow,
    columns: matched,
    fields: columns.map((column) => ({
      fieldName: column.name,
      name: column.labels[actor.language],
      required: column.required ? 1 : 0,
      unique: column.field.unique ? 1 : 0,
    })),
    rows: sheet.sample.slice(0, shownRows).map((row) => row.cells.map(plainText)),
    rowCount,
    checkedRows,
    badRows: new Set(problems.flatMap(({ row }) => row ?? [])).size,
    problems: problems.slice(0, mostProblems),
  };
}
