import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import type { Placed } from '#web/record/table/cell-range.ts';

/** The call of a block; versions are those that were seen. */
export const pasteInput = ({ type }: RecordScreen, { ids, columns }: Placed, rows: readonly Row[]) => ({
  ids: [...ids],
  columns: columns.map(({ fieldName, texts }) => ({ fieldName, texts: [...texts] })),
  versions: Object.fromEntries(rows.map((row) => [idOf(type, row), Number(row['version'])])),
});
