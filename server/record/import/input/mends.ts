import type { SheetCell, SheetRow } from '#server/platform/sheets/cell.ts';
import { plainText } from '#server/record/import/sheet.ts';
import type { SheetMends } from '#shared/record/calls/import-calls.ts';

/** Under which an import keeps them in its mapping; columns have numbers. */
export const mendsKey = 'mends';

type Mend = (row: SheetRow) => SheetRow;

/** Puts corrected texts in place of those of a row below the headings; they are read and checked like them. */
function menderOf({ texts = {}, cells = {} }: SheetMends, headerRow: number): Mend | null {
  const byText = new Map(Object.entries(texts).map(([index, pairs]) => [Number(index), new Map(pairs)]));
  const byRow = new Map(Object.entries(cells).map(([row, own]) => [Number(row), Object.entries(own)]));
  if (byText.size + byRow.size === 0) return null;
  return (row) => {
    if (row.row <= headerRow) return row;
    const mended: SheetCell[] = [...row.cells];
    const put = (index: number, text: string) => {
      while (mended.length < index) mended.push(null);
      mended[index] = text === '' ? null : text;
    };
    for (const [index, pairs] of byText) {
      const text = pairs.get(plainText(row.cells[index] ?? null));
      if (text !== undefined) put(index, text);
    }
    for (const [index, text] of byRow.get(row.row) ?? []) put(Number(index), text);
    return { ...row, cells: mended };
  };
}

/** The rows of the first sheet as people have corrected them. */
export function mendedRows(
  rows: AsyncIterable<SheetRow>,
  mends: SheetMends | undefined,
  headerRow: number,
): AsyncIterable<SheetRow> {
  const mend = mends ? menderOf(mends, headerRow) : null;
  return mend ? eachMended(rows, mend) : rows;
}

async function* eachMended(rows: AsyncIterable<SheetRow>, mend: Mend): AsyncGenerator<SheetRow> {
  for await (const row of rows) yield mend(row);
}
