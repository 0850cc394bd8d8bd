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

/** Cells as the text of a block that sheets take; `blockOf` reads it. */
export const blockText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
