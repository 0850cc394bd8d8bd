import type { SheetRow } from '#server/platform/sheets/cell.ts';
import type { ReadLimits } from '#server/platform/sheets/limits.ts';
import { inspectSheet, readSheet } from '#server/platform/sheets/read-sheet.ts';
import {
  columnFor,
  columnLetter,
  matchColumns,
  type HeadColumn,
  type Mapping,
  type SheetColumn,
} from '#server/record/import/columns.ts';
import { plainText, type ReadSheet } from '#server/record/import/sheet.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

// A workbook as exports write it: documents on the first sheet, their lines on the second, each beside the name of its
// document. Read together they are rows of one sheet, in which the lines stand to the right of all columns of the first.

/** What the rows of the second sheet are counted from: a sheet has a million rows. */
const rowsFrom = 2_000_000;

/** The second sheet; part of the mapping of an import, beside its columns. */
export interface LineSheet {
  /** 0-based place in the workbook. */
  readonly sheet: number;
  readonly headerRow: number;
  /** How many columns the first sheet has: those of the second are counted from here. */
  readonly from: number;
  /** Columns of the second sheet that name the document, with those of the first that they repeat. */
  readonly keys: readonly (readonly [own: number, ofHead: number])[];
}

/** Under which an import keeps its second sheet; columns have numbers. */
export const lineSheetKey = 'lines';

/** The row as people see it, and whether it is one of the second sheet. */
export const placeOf = (row: number): { readonly row: number; readonly isOfLines: boolean } =>
  row > rowsFrom ? { row: row - rowsFrom, isOfLines: true } : { row, isOfLines: false };

/** Headings are looked for among as many rows as on the first sheet. */
const headingRows = 10;

interface SecondSheet {
  readonly lineSheet: LineSheet;
  readonly mapping: Mapping;
  readonly rowCount: number;
  /** Rows below the headings that were read ahead. */
  readonly sample: readonly SheetRow[];
}

/** What the sheets of a workbook are matched with. */
interface Matching {
  readonly type: RecordType;
  readonly columns: readonly SheetColumn[];
  readonly passedOver: readonly HeadColumn[];
  readonly limits: ReadLimits;
  readonly language: Language;
}

/**
 * The lines of a workbook with two sheets; null where the second one holds anything else. `head` is what the first one
 * holds. @throws AppError `import.in_sheet`, `import.document_twice`
 */
export async function secondSheetOf(
  path: string,
  { info: { sheets, sheet }, headings: ofFirst, headerRow }: ReadSheet,
  head: Mapping,
  { type, columns, passedOver, limits, language }: Matching,
): Promise<SecondSheet | null> {
  const filled = sheets.flatMap(({ hasRows }, at) => (hasRows && at !== sheet ? [at] : []));
  const [second] = filled;
  if (second === undefined || filled.length > 1 || [...head.values()].some(({ ofLines }) => ofLines)) return null;
  const info = await inspectSheet(path, { ...limits, headingRows, previewRows: headingRows + 10, sheet: second });
  const own = columns.filter(({ ofLines }) => ofLines);
  const known = ({ cells }: SheetRow): number => cells.filter((cell) => columnFor(own, plainText(cell))).length;
  const heading = info.preview
    .slice(0, headingRows)
    .reduce<SheetRow | null>((best, row) => (known(row) > (best ? known(best) : 0) ? row : best), null);
  if (!heading) return null;
  const headings = heading.cells.map(plainText);
  const keys = keysAmong(headings, head, type);
  if (keys.length === 0) return null;
  const name = sheets[second]?.name ?? '';
  const merge = info.merges.find((one) => one.bottom > heading.row);
  if (merge) {
    const params = { row: Math.max(merge.top, heading.row + 1), column: columnLetter(merge.left - 1) };
    throw inSheet(name, new AppError('import.merged', params), language);
  }
  const lineSheet = { sheet: second, headerRow: heading.row, from: ofFirst.length, keys };
  const below = headings.map((text, at) => (at < keys.length ? '' : text));
  try {
    const matched = matchColumns(own, below, undefined, { row: heading.row, language, passedOver });
    const mapping = new Map([...matched].map(([at, column]) => [ofFirst.length + at, column]));
    await refuseTwice(readSheet(path, { ...limits, headingRows, sheet }), headerRow, keys);
    const above = info.preview.filter(({ row }) => row <= heading.row).length;
    const sample = info.preview.filter(({ row }) => row > heading.row);
    return { lineSheet, mapping, rowCount: info.rows - above, sample };
  } catch (error) {
    throw error instanceof AppError && error.code !== 'import.document_twice' ? inSheet(name, error, language) : error;
  }
}

/**
 * The first columns of the second sheet, as far as they name the document. The columns of the lines come behind them and
 * may be called alike.
 */
function keysAmong(headings: readonly string[], head: Mapping, type: RecordType): (readonly [number, number])[] {
  const left = new Map(
    [...head].filter(([, { field }]) => field.fieldName === type.titleField || numbersRecords(field)),
  );
  const keys: (readonly [number, number])[] = [];
  for (const [at, text] of headings.entries()) {
    const [index] = [...left].find(([, column]) => columnFor([column], text)) ?? [];
    if (index === undefined) break;
    left.delete(index);
    keys.push([at, index]);
  }
  return keys;
}

/** What is wrong with the headings of a sheet that is not the first. */
const inSheet = (sheet: string, { code, params }: AppError, language: Language): AppError =>
  new AppError('import.in_sheet', { sheet, reason: isMessageKey(code) ? translate(language, code, params) : code });

/** The lines of two documents of the same name could not be told apart. */
async function refuseTwice(rows: AsyncIterable<SheetRow>, headerRow: number, keys: LineSheet['keys']): Promise<void> {
  const seen = new Map<string, number>();
  for await (const { row, cells } of rows) {
    if (row <= headerRow) continue;
    const named = keys.map(([, ofHead]) => cells[ofHead] ?? null);
    const key = keyIn(named);
    const first = seen.get(key);
    if (first !== undefined)
      throw new AppError('import.document_twice', { name: named.map(plainText).join(' '), first, row });
    seen.set(key, row);
  }
}

/** The rows of the second sheet as rows below those of the first. */
async function lineRows(
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  { headerRow, from, keys }: LineSheet,
): Promise<ReadonlyMap<string, SheetRow[]>> {
  const byKey = new Map<string, SheetRow[]>();
  for await (const { row, cells } of rows) {
    if (row <= headerRow) continue;
    const joined: SheetRow['cells'] = Array.from({ length: from }, () => null);
    for (const [own, ofHead] of keys) joined[ofHead] = cells[own] ?? null;
    joined.push(...cells);
    const key = keyIn(keys.map(([own]) => cells[own] ?? null));
    const known = byKey.get(key);
    const one = { row: rowsFrom + row, cells: joined };
    if (known) known.push(one);
    else byKey.set(key, [one]);
  }
  return byKey;
}

const keyIn = (cells: SheetRow['cells']): string => JSON.stringify(cells.map(plainText));

/** The rows of each document, its own before those of its lines. Lines whose document the first sheet does not have come last. */
export async function* joinedRows(
  documents: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  lines: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  lineSheet: LineSheet,
): AsyncGenerator<readonly SheetRow[]> {
  const left = new Map(await lineRows(lines, lineSheet));
  for await (const row of documents) {
    const key = keyIn(lineSheet.keys.map(([, ofHead]) => row.cells[ofHead] ?? null));
    // what stands to the right of all headings is read as nothing
    yield [{ ...row, cells: row.cells.slice(0, lineSheet.from) }, ...(left.get(key) ?? [])];
    left.delete(key);
  }
  for (const rows of left.values()) yield rows;
}

/** The same for the first rows of both sheets, for a preview. */
export async function sampleOf(
  documents: readonly SheetRow[],
  lines: readonly SheetRow[],
  lineSheet: LineSheet,
): Promise<(readonly SheetRow[])[]> {
  const groups: (readonly SheetRow[])[] = [];
  for await (const rows of joinedRows(documents, lines, lineSheet))
    if (rows[0] && !placeOf(rows[0].row).isOfLines) groups.push(rows);
  return groups;
}
