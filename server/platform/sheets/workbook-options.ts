/** One column of a workbook to write. */
export interface WorkbookColumn {
  header: string;
  /** In characters; one Chinese character counts as two. Default: from the header, at least 12. */
  width?: number;
  /**
   * - `text`: as it is
   * - `number`: numeric, shown as it is
   * - `money`: numeric with two decimals
   * - `date`, `datetime`: from 'yyyy-MM-dd' and 'yyyy-MM-dd HH:mm:ss', a real date cell
   */
  kind: 'text' | 'number' | 'money' | 'date' | 'datetime';
  /** The header is set in red. */
  isRequired?: boolean;
  /** Values offered in a list; a cell takes no other. */
  options?: string[];
  /** Shown next to a cell of the column while it is selected. At most 255 characters are kept. */
  note?: string;
}

/** The first rows of a sheet. */
export interface SheetOptions {
  columns: WorkbookColumn[];
  sheetName?: string;
  /** A first row over all columns, merged, with this text. */
  titleRow?: string;
}

export interface WorkbookOptions extends SheetOptions {
  /** Target path; an existing file is replaced. */
  path: string;
  /** A further sheet, whose rows follow those of the first one (`WorkbookWriter.beginSecond`). */
  second?: SheetOptions & { sheetName: string };
}

/**
 * Numbers and decimal strings become numeric cells in the columns that ask for it, and so does every
 * `number`. All other strings are text. `null`, `undefined`, '' and not-a-number leave the cell empty.
 */
export type WorkbookValue = string | number | null | undefined;

/** Rows before the data: the title, if any, and the headers, which stay in view while scrolling. */
export function headingRows(options: SheetOptions): number {
  return options.titleRow === undefined ? 1 : 2;
}
