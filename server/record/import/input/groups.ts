import type { SheetRow } from '#server/platform/sheets/cell.ts';
import { isTogether, type Together } from '#server/record/lines/rows-together.ts';
import { documentsOf, documentsTogether, lastRows, type Grouping } from '#server/record/lines/sheet-documents.ts';
import { joinedRows, type LineSheet } from '#server/record/lines/two-sheets.ts';

/** Records of one chunk, and rows where many rows are one record (security D4). */
const chunkRecords = 500;
const chunkRows = 2500;

/** Rows of a sheet, of which each group is a record. */
export type Groups = readonly (readonly SheetRow[])[];

export interface Sheets {
  /** The rows of the first sheet, or of another one. */
  readonly read: (sheet?: number) => AsyncIterable<SheetRow>;
  readonly headerRow: number;
  readonly lineSheet: LineSheet | undefined;
  readonly together: Together | undefined;
}

/** The rows below a mark, those of one record together. */
export async function groupsOf(
  { read, headerRow, lineSheet, together }: Sheets,
  grouping: Grouping | null,
  mark: number,
): Promise<AsyncIterable<readonly SheetRow[]>> {
  // where documents have rows anywhere, the mark is the first row of the last one that was written
  const below = rowsBelow(read(), grouping ? headerRow : Math.max(headerRow, mark));
  if (lineSheet) return joinedRows(below, read(lineSheet.sheet), lineSheet);
  if (!grouping) return eachAlone(below);
  if (isTogether(together, grouping)) return documentsTogether(below, grouping);
  return documentsOf(below, await lastRows(rowsBelow(read(), headerRow), grouping), grouping);
}

async function* rowsBelow(rows: AsyncIterable<SheetRow>, above: number): AsyncGenerator<SheetRow> {
  for await (const row of rows) if (row.row > above) yield row;
}

async function* eachAlone(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  for await (const row of rows) yield [row];
}

export async function* inChunks(groups: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<Groups> {
  let chunk: (readonly SheetRow[])[] = [];
  let size = 0;
  for await (const rows of groups) {
    chunk.push(rows);
    size += rows.length;
    if (chunk.length < chunkRecords && size < chunkRows) continue;
    yield chunk;
    [chunk, size] = [[], 0];
  }
  if (chunk.length > 0) yield chunk;
}
