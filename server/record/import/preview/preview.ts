import '#server/record/import/tables.ts';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import type { Services } from '#server/platform/services.ts';
import { inspectionsAtOnce } from '#server/platform/sheets/limits.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { openTurns } from '#server/platform/sheets/turn.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { columnLetter, columnNames, computedColumnsOf, sheetColumns } from '#server/record/import/columns.ts';
import { groupsOf, inChunks, type Groups } from '#server/record/import/input/groups.ts';
import { mendedRows } from '#server/record/import/input/mends.ts';
import { openCheck } from '#server/record/import/preview/check.ts';
import { guessColumns, type EarlierHeadings } from '#server/record/import/preview/guess.ts';
import { limitsFor, plainText, type ReadSheet } from '#server/record/import/sheet.ts';
import { matchSheets, readUpload, type MatchedSheets } from '#server/record/import/upload.ts';
import { groupedRows, groupingOf, type Grouping } from '#server/record/lines/sheet-documents.ts';
import { lineSettingOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { sampleOf } from '#server/record/lines/two-sheets.ts';
import { translate } from '#shared/i18n/translate.ts';
import { checkedMessage, type importPreview, type previewFields } from '#shared/record/calls/import-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Sheets whose headings are remembered. */
const rememberedSheets = 20;
/** Rows that are checked unless all of them are asked for; a sheet of people seldom has more. */
const mostChecked = 2000;
/** Rows of a sheet that a preview shows. */
const shownRows = 10;
/** Rows by whose contents a column is known. */
const tellingRows = 50;
/** A check of fewer rows is over before anybody wonders. */
const rowsWithProgress = 1000;

/** Each reads a whole sheet beside the inspections of uploads (security U5). */
const inTurn = openTurns(inspectionsAtOnce);

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

interface PreviewRequest extends z.output<typeof previewFields> {
  readonly signal: AbortSignal;
}

/** What an import of this file would read: headings, their match, the first rows and what is wrong with them. */
export async function previewImport(
  services: Services,
  actor: Actor,
  type: RecordType,
  upload: Upload,
  request: PreviewRequest,
): Promise<z.input<typeof importPreview>> {
  const { db } = services.pool;
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = sheetColumns(type, fields, lines);
  const sheet = await readUpload(upload, columns, false, { mayHaveLines: lines !== null, ahead: tellingRows });
  const names = columnNames(type, fields, lines, actor.language);
  const guesses = guessColumns(columns, {
    headings: sheet.headings,
    textsOf: (index) => sheet.sample.map(({ cells }) => plainText(cells[index] ?? null)),
    earlier: await earlierHeadings(db, actor, type),
  });
  const matched = sheet.headings.map((heading, index) => {
    const choice = request.mapping?.[String(index)];
    const { name = null, guess = null } = guesses[index] ?? {};
    return {
      index,
      heading: heading === '' ? columnLetter(index) : heading,
      fieldName: choice ?? name,
      guess: choice === undefined ? guess : null,
    };
  });
  const mapped = Object.fromEntries(matched.map(({ index, fieldName }) => [String(index), fieldName ?? '']));
  const found = await matchSheets(upload.path, sheet, mapped, {
    type,
    columns,
    passedOver: computedColumnsOf(type, fields, lines),
    limits: limitsFor(false),
    language: actor.language,
  }).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  const checking = { type, fields, names, directory: await directoryOf(db, actor.rights.version) };
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
    choices: columns.flatMap(({ name, field, ofLines }) =>
      ofLines || !fieldTypeOf(field.formType).choice
        ? []
        : [{ fieldName: name, fieldId: field.fieldId, options: [...field.options] }],
    ),
    rows: sheet.sample.slice(0, shownRows).map((row) => row.cells.map(plainText)),
    rowCount: sheet.rowCount,
    ...(found instanceof AppError
      ? // the message itself says where
        {
          ...unchecked,
          problems: [{ row: null, column: null, msg: translate(actor.language, found.code, found.params) }],
        }
      : {
          rowCount: found.rowCount,
          ...(await inTurn(() => checkSheets(services, actor, { ...checking, lines, upload, sheet, found, request }))),
        }),
  };
}

const unchecked = { checkedRows: 0, badRows: 0, newRows: 0, knownRows: 0, causes: [], lines: [], marks: [] };

interface Sheets extends Pick<Parameters<typeof openCheck>[2], 'type' | 'fields' | 'names' | 'directory'> {
  readonly lines: LineSetting | null;
  readonly upload: Upload;
  readonly sheet: ReadSheet;
  readonly found: MatchedSheets;
  readonly request: PreviewRequest;
}

/** Checks the first rows or all of them, a chunk at a time; says how far it is to whoever asked under a name. */
async function checkSheets(
  { pool, push }: Services,
  actor: Actor,
  { lines, upload, sheet, found, request, ...checking }: Sheets,
) {
  const { mapping, lineSheet, rowCount } = found;
  const { mends, whole, checkId, signal } = request;
  const grouping = groupingOf(lines, mapping);
  const { check, found: result } = openCheck(pool.db, actor, {
    ...checking,
    mapping,
    grouping,
    repairs: mends?.repair === 1,
  });
  const stored = (at?: number) =>
    readSheet(upload.path, {
      ...limitsFor(false),
      headingRows: at === undefined ? sheet.headerRow : lineSheet?.headerRow,
      sheet: at,
    });
  const { headerRow } = sheet;
  const read = (at?: number) => (at === undefined ? mendedRows(stored(), mends, headerRow) : stored(at));
  const report = async (done: number) => {
    if (checkId === undefined || rowCount < rowsWithProgress) return;
    await push.notify(pool.db, { type: checkedMessage, to: [actor.userId], ids: { checkId, done, total: rowCount } });
  };
  if (whole !== 1 && (lineSheet || grouping)) await check(await someDocuments(found, sheet, grouping));
  else {
    const all = await groupsOf(
      { read, headerRow, lineSheet: lineSheet ?? undefined, together: undefined },
      grouping,
      0,
    );
    let done = 0;
    for await (const groups of inChunks(all)) {
      await check(groups);
      done += groups.reduce((sum, { length }) => sum + length, 0);
      // nobody waits for it any more
      if (signal.aborted || (whole !== 1 && done >= mostChecked)) break;
      await report(done);
    }
  }
  return result();
}

/** The first rows; those of lines may go on, and may belong to documents further down. */
const someDocuments = async (
  { lineSheet, ofLines }: MatchedSheets,
  { sample }: ReadSheet,
  grouping: Grouping | null,
): Promise<Groups> => {
  const first = sample.slice(0, shownRows);
  if (lineSheet) return sampleOf(first, ofLines, lineSheet);
  return grouping ? groupedRows(first, grouping) : [];
};
