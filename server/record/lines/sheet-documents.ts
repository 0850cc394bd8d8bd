import type { SheetRow } from '#server/platform/sheets/cell.ts';
import { lineColumn, tellsRecords, type Mapping, type SheetColumn } from '#server/record/import/columns.ts';
import { readRow, type Reading, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { plainText } from '#server/record/import/sheet.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import { placeOf } from '#server/record/lines/two-sheets.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import { maxLines } from '#shared/record/lines.ts';

/** How rows of a sheet make documents: by the number or another unique value of the head. */
export interface Grouping {
  readonly setting: LineSetting;
  readonly head: Mapping;
  readonly ofLines: Mapping;
  /** Index of the column that tells documents apart; null where the sheet has none. */
  readonly key: number | null;
}

/** Null for sheets without columns of lines: each of their rows is a record. */
export function groupingOf(setting: LineSetting | null, mapping: Mapping): Grouping | null {
  if (!setting || ![...mapping.values()].some(({ ofLines }) => ofLines)) return null;
  const pick = (isWanted: (column: SheetColumn) => boolean): Mapping =>
    new Map([...mapping].filter(([, column]) => isWanted(column)));
  const head = pick(({ ofLines }) => !ofLines);
  const telling = [...head].filter(([, { field }]) => tellsRecords(field));
  const [key] = telling.find(([, { field }]) => numbersRecords(field)) ?? telling[0] ?? [null];
  return { setting, head, ofLines: pick(({ ofLines }) => ofLines === true), key };
}

const textAt = (row: SheetRow, index: number): string => plainText(row.cells[index] ?? null);

/** Most rows of a document repeat its head, which takes no reading. */
const isSameCell = (row: SheetRow, other: SheetRow, index: number): boolean =>
  row.cells[index] === other.cells[index] || textAt(row, index) === textAt(other, index);

/** A document whose rows are being found. */
interface Open {
  readonly key: string;
  readonly rows: SheetRow[];
}

/**
 * Finds the document of a row: that of the same key, wherever its rows stand; without a key the one above, unless the row
 * says something else of the head. `areTogether` says that no other document goes on.
 */
function finder({ head, key }: Grouping, areTogether = false) {
  const byKey = new Map<string, Open>();
  const keyed = (own: string): Open | null => {
    if (!areTogether) return byKey.get(own) ?? null;
    return above?.key === own ? above : null;
  };
  let above: Open | null = null;
  return (row: SheetRow): { readonly open: Open; readonly isNew: boolean } => {
    const own = key === null ? '' : textAt(row, key);
    const first = above?.rows[0];
    const goesOn = (index: number): boolean => {
      if (first !== undefined && isSameCell(row, first, index)) return true;
      return textAt(row, index) === '';
    };
    const isBelow = above !== null && own === '' && [...head.keys()].every(goesOn);
    const known = own === '' ? (isBelow ? above : null) : keyed(own);
    const open = known ?? { key: own, rows: [] };
    open.rows.push(row);
    if (own !== '' && !areTogether) byKey.set(own, open);
    above = open;
    return { open, isNew: known === null };
  };
}

/** The last row of each document, by its first. */
export async function lastRows(
  rows: AsyncIterable<SheetRow>,
  grouping: Grouping,
): Promise<ReadonlyMap<number, number>> {
  const find = finder(grouping);
  const last = new Map<number, number>();
  for await (const row of rows) {
    const { open } = find(row);
    last.set(open.rows[0]?.row ?? row.row, row.row);
    // the cells of the first row alone are compared with
    open.rows.length = 1;
  }
  return last;
}

/** The rows of documents, in the order of their first rows. */
export async function* documentsOf(
  rows: AsyncIterable<SheetRow>,
  last: ReadonlyMap<number, number>,
  grouping: Grouping,
): AsyncGenerator<readonly SheetRow[]> {
  const find = finder(grouping);
  const waiting: Open[] = [];
  const isWhole = ({ rows: found }: Open): boolean => found.at(-1)?.row === last.get(found[0]?.row ?? 0);
  for await (const row of rows) {
    const { open, isNew } = find(row);
    if (isNew) waiting.push(open);
    while (waiting[0] && isWhole(waiting[0])) {
      const { rows: whole } = waiting.shift() as Open;
      yield [...whole];
    }
  }
}

/** The same where the rows of each document stand together: it is whole when the next one begins. */
export async function* documentsTogether(
  rows: AsyncIterable<SheetRow>,
  grouping: Grouping,
): AsyncGenerator<readonly SheetRow[]> {
  const find = finder(grouping, true);
  let last: Open | null = null;
  for await (const row of rows) {
    const { open, isNew } = find(row);
    if (isNew && last) yield last.rows;
    last = open;
  }
  if (last) yield last.rows;
}

/** Whether the rows of each document stand together, of rows that come one by one. */
export function togetherness(grouping: Grouping): {
  readonly add: (row: SheetRow) => void;
  readonly isSo: () => boolean;
} {
  const find = finder(grouping);
  let above: Open | null = null;
  let isSo = true;
  return {
    add: (row) => {
      if (!isSo) return;
      const { open, isNew } = find(row);
      // the cells of the first row alone are compared with
      open.rows.length = 1;
      if (!isNew && open !== above) isSo = false;
      above = open;
    },
    isSo: () => isSo,
  };
}

/** Some rows as documents, for a preview. */
export function groupedRows(rows: readonly SheetRow[], grouping: Grouping): (readonly SheetRow[])[] {
  const find = finder(grouping);
  return rows.flatMap((row) => {
    const { open, isNew } = find(row);
    return isNew ? [open.rows] : [];
  });
}

/** The rows of a document as one record with lines. A row without anything of a line has none. */
export function readDocument(rows: readonly SheetRow[], reading: Reading, grouping: Grouping): ReadRow {
  const { setting, head, ofLines } = grouping;
  const [first, ...following] = rows;
  if (!first) throw new Error('a document has no rows');
  const lineReading = { ...reading, type: setting.lineType, fields: setting.fields, mapping: ofLines };
  const lines = rows
    .filter((row) => [...ofLines.keys()].some((index) => textAt(row, index) !== ''))
    .map((row, at) => (at > maxLines ? unreadLine(row) : ofLine(readRow(row, lineReading))));
  const isWithoutHead = placeOf(first.row).isOfLines;
  const name = [...head.keys()].map((index) => textAt(first, index)).find((text) => text !== '') ?? '';
  const lost: RowProblem[] = isWithoutHead
    ? [{ code: 'import.row_no_document', params: { text: name }, column: '' }]
    : [];
  const problems = following.flatMap((row) =>
    [...head].flatMap(([index, { name }]): RowProblem[] => {
      if (isSameCell(row, first, index) || textAt(row, index) === '') return [];
      return [{ code: 'import.row_head', params: { name, row: first.row }, column: name, row: row.row }];
    }),
  );
  return {
    ...readRow(first, { ...reading, mapping: head }),
    document: { rows, lines, problems: [...lost, ...problems] },
  };
}

/** One more than a document may have: it is refused for their number, and nobody waits until they are read. */
const unreadLine = ({ row, cells }: SheetRow): ReadRow => ({
  row,
  cells,
  values: {},
  unread: new Map(),
  refusal: null,
});

/** Its problems named by the columns of lines. */
function ofLine(line: ReadRow): ReadRow {
  const named = ({ code, params, column }: RowProblem): RowProblem => {
    const own = column.startsWith(lineColumn('')) ? column : lineColumn(column);
    return { code, params: { ...params, name: own }, column: own };
  };
  const unread = [...line.unread].map(([name, problems]) => [name, problems.map(named)] as const);
  return { ...line, unread: new Map(unread) };
}
