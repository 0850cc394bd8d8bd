/** Where the keys are: a row, and once somebody has gone sideways one of its cells. */
export interface Cursor {
  readonly id: number;
  /** Key of the column; null for the row. */
  readonly field: string | null;
}

/** Ids of the rows and keys of the columns of a list, in their order. */
export interface Grid {
  readonly ids: readonly number[];
  readonly fields: readonly string[];
}

/** The cells between two of a list, both included; none while no cell is chosen. */
export function rangeOf({ ids, fields }: Grid, cursor: Cursor | null, anchor: Cursor | null): Grid {
  const start = anchor ?? cursor;
  if (!cursor || !start || cursor.field === null || start.field === null) return { ids: [], fields: [] };
  return {
    ids: between(ids, ids.indexOf(start.id), ids.indexOf(cursor.id)),
    fields: between(fields, fields.indexOf(start.field), fields.indexOf(cursor.field)),
  };
}

const between = <T>(all: readonly T[], from: number, to: number): readonly T[] =>
  from < 0 || to < 0 ? [] : all.slice(Math.min(from, to), Math.max(from, to) + 1);

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

/** The same block as text. */
export const blockText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');

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
