import type { Grid } from '#web/record/table/cell-range.ts';

/**
 * The rows of a block as sheets copy it: cells are separated by tabs, those with tabs, lines or quotes stand in quotes.
 */
export function blockOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const signs = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (isQuoted && sign === '"' && signs[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (isQuoted ? sign === '"' : sign === '"' && cell === '') isQuoted = !isQuoted;
    else if (!isQuoted && sign === '\t') end();
    else if (!isQuoted && sign === '\n') {
      end();
      rows.push([]);
    } else cell += sign;
  }
  end();
  return rows;
}

/** A block and the cells that it goes to. */
export interface Placed extends Grid {
  /** The texts of a column, by row. */
  readonly columns: readonly { readonly fieldName: string; readonly texts: readonly string[] }[];
  /** Rows and columns of the block that are beyond the end of the list. */
  readonly lostRows: number;
  readonly lostColumns: number;
}

/**
 * Lays a block over the chosen cells from their first one on. It is repeated where it fits into them several times, so
 * that one value fills all of them.
 */
export function place(block: readonly (readonly string[])[], grid: Grid, chosen: Grid): Placed {
  const top = grid.ids.indexOf(chosen.ids[0] ?? 0);
  const left = grid.fields.indexOf(chosen.fields[0] ?? '');
  const width = Math.max(...block.map((row) => row.length));
  const timesOf = (size: number, of: number) => (size % of === 0 ? size : of);
  const height = timesOf(chosen.ids.length, block.length);
  const breadth = timesOf(chosen.fields.length, width);
  const ids = grid.ids.slice(top, top + height);
  const fields = grid.fields.slice(left, left + breadth);
  return {
    ids,
    fields,
    columns: fields.map((fieldName, column) => ({
      fieldName,
      texts: ids.map((_, row) => block[row % block.length]?.[column % width] ?? ''),
    })),
    lostRows: height - ids.length,
    lostColumns: breadth - fields.length,
  };
}
