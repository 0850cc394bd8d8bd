import { cellText, isErrorCell, isFormula, type SheetCell, type SheetRow } from '#server/platform/sheets/cell.ts';
import { stripGuard } from '#shared/platform/formula-guard.ts';
import { administratorLimits, personLimits } from '#server/platform/sheets/limits.ts';
import { inspectSheet, type SheetInfo } from '#server/platform/sheets/read-sheet.ts';
import { SheetError } from '#server/platform/sheets/sheet-error.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import { plainHeading } from '#server/record/import/preview/words.ts';
import { columnFor, columnLetter, type HeadColumn } from '#server/record/import/columns.ts';

/** Rows among which the headings are looked for: a title and some remarks may stand above them. */
export const headingRows = 10;

export const limitsFor = (isAdministrator: boolean) => (isAdministrator ? administratorLimits : personLimits);

/** Whether it was an import in anybody's name: those are told by how much they may hold. */
export const isAdministrators = (task: { readonly row_limit: number }): boolean =>
  task.row_limit === limitsFor(true).maxRows;

/** A refused spreadsheet as an error that people read: what is wrong, and where they see it on their screen. */
export function asImportError(error: unknown): unknown {
  if (!(error instanceof SheetError)) return error;
  const { row, column } = error.params;
  const place = {
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column: columnLetter(Number(column) - 1) }),
  };
  return new AppError(codeOf(error), { ...error.params, ...place });
}

function codeOf({ code, params }: SheetError): ErrorCode {
  const { what, found, row, column } = params;
  if (code === 'sheet.damaged' && row !== undefined) return 'sheet.damaged_row';
  if (code === 'sheet.unsafe' && found === 'external') return 'sheet.external';
  if (code === 'sheet.too_large' && (what === 'ratio' || what === 'entries')) return 'sheet.packing';
  if (code === 'sheet.too_large' && what === 'cell' && column !== undefined) return 'sheet.cell_too_large';
  return code === 'sheet.no_such_sheet' ? 'sheet.damaged' : code;
}

export interface ReadSheet {
  readonly info: SheetInfo;
  readonly headerRow: number;
  readonly headings: readonly string[];
  /** Rows below the headings that were read ahead. */
  readonly sample: readonly SheetRow[];
  readonly rowCount: number;
}

export interface SheetOptions {
  readonly mayHaveLines?: boolean;
  /** Rows below the headings that are read ahead; 10 by default. */
  readonly ahead?: number;
  /** As in `InspectOptions`. */
  readonly each?: ((row: SheetRow) => void) | undefined;
}

/**
 * Reads a spreadsheet to its end against the limits and finds its headings: the first row that names most known fields.
 * A title above them may be merged; merged cells among the data are refused, and so is a second sheet with data, which
 * would be lost in silence.
 */
export async function readHead(
  path: string,
  columns: readonly HeadColumn[],
  isAdministrator: boolean,
  { mayHaveLines = false, ahead = 10, each }: SheetOptions = {},
): Promise<ReadSheet> {
  const limits = limitsFor(isAdministrator);
  let info: SheetInfo;
  try {
    info = await inspectSheet(path, {
      ...limits,
      headingRows,
      previewRows: headingRows + ahead,
      ...(each && { each }),
    });
  } catch (error) {
    throw asImportError(error);
  }
  if (hasFurtherSheets(info) && !mayHaveLines) throw furtherSheets(info);
  const head = headAmong(columns, info.preview);
  if (!head) throw new AppError('import.headers');
  const merge = info.merges.find((one) => one.bottom > head.row);
  if (merge) {
    const row = Math.max(merge.top, head.row + 1);
    throw new AppError('import.merged', { row, column: columnLetter(merge.left - 1) });
  }
  const above = info.preview.filter((row) => row.row <= head.row).length;
  const rowCount = info.rows - above;
  if (rowCount <= 0) throw new AppError('sheet.empty');
  if (rowCount > limits.maxRows) throw new AppError('sheet.too_many_rows', { limit: limits.maxRows });
  return {
    info,
    headerRow: head.row,
    headings: head.cells.map(plainText),
    sample: info.preview.filter((row) => row.row > head.row),
    rowCount,
  };
}

/** The first of the upper rows that names most known fields. */
export function headAmong(columns: readonly HeadColumn[], rows: readonly SheetRow[]): SheetRow | null {
  const guessed = new Set(columns.flatMap(({ words = [] }) => words));
  const isKnown = (text: string) => columnFor(columns, text) !== undefined || guessed.has(plainHeading(text));
  const known = (row: SheetRow) => row.cells.filter((cell) => isKnown(plainText(cell))).length;
  return rows
    .slice(0, headingRows)
    .reduce<SheetRow | null>((best, row) => (known(row) > (best ? known(best) : 0) ? row : best), null);
}

export const hasFurtherSheets = ({ sheets }: SheetInfo): boolean => sheets.filter(({ hasRows }) => hasRows).length > 1;

export const furtherSheets = ({ sheets }: SheetInfo): AppError =>
  new AppError('import.two_sheets', {
    names: sheets
      .filter(({ hasRows }) => hasRows)
      .slice(0, 5)
      .map(({ name }) => `“${name}”`)
      .join('、'),
  });

/** A cell as the text it stands for, without what no database keeps: NUL and halves of surrogate pairs. */
export const plainText = (cell: SheetCell): string =>
  stripGuard(cellText(cell)).replaceAll('\0', '').toWellFormed().trim();

/** The text of a data cell, or why it cannot be taken. */
export function textOf(
  cell: SheetCell | undefined,
): { text: string } | { code: 'import.row_formula' | 'import.row_error_cell' } {
  if (cell === undefined || cell === null) return { text: '' };
  if (isFormula(cell)) return { code: 'import.row_formula' };
  if (isErrorCell(cell)) return { code: 'import.row_error_cell' };
  return { text: plainText(cell) };
}
