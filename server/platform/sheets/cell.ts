/**
 * What one spreadsheet cell reads as.
 *
 * | in the file                     | reads as                                             |
 * |---------------------------------|------------------------------------------------------|
 * | nothing, or the empty text      | `null`                                               |
 * | text                            | `string`, spaces and line breaks kept                |
 * | a number                        | `number`; whole numbers of 16 digits and more keep   |
 * |                                 | all their digits as `string`                         |
 * | TRUE or FALSE                   | `boolean`                                            |
 * | a number with a date format     | `{ date: 'yyyy-MM-dd' }`                             |
 * | a number with a date+time format| `{ date: 'yyyy-MM-dd HH:mm:ss' }`                    |
 * | a time of day, a duration       | `string` 'HH:mm:ss'                                  |
 * | a formula                       | `{ formula: true, cached }`, the value stored with it|
 * | #N/A and its like               | `{ error: '#N/A' }`                                  |
 *
 * Every cell of a CSV file is a `string` or `null`. Percentages are plain numbers (50 % is 0.5).
 */
export type SheetCell = PlainCell | FormulaCell;

export type PlainCell = null | string | number | boolean | DateCell | ErrorCell;
export interface DateCell {
  date: string;
}
export interface ErrorCell {
  error: string;
}
export interface FormulaCell {
  formula: true;
  cached: PlainCell;
}

/** A row with at least one cell that is not `null`; blank rows are left out. */
export interface SheetRow {
  /** 1-based, as the spreadsheet program shows it. */
  row: number;
  /** Index 0 is column A. Ends with the last cell that is not `null`. */
  cells: SheetCell[];
}

export function isFormula(cell: SheetCell): cell is FormulaCell {
  return typeof cell === 'object' && cell !== null && 'formula' in cell;
}

export function isErrorCell(cell: SheetCell): cell is ErrorCell {
  return typeof cell === 'object' && cell !== null && 'error' in cell;
}

/**
 * The cell as displayed text: '' for an empty cell, numbers without exponent and without the noise beyond 15 digits
 * (13800138000, 0.3), dates as in {@link SheetCell}, the stored value of a formula. An error cell gives its name.
 */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if ('date' in cell) return cell.date;
  if ('error' in cell) return cell.error;
  return cellText(cell.cached);
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  // A spreadsheet keeps 15 digits; beyond them only the binary fraction shows.
  const rounded = Number(value.toPrecision(15));
  const [mantissa = '', exponent] = String(rounded).split('e-');
  if (exponent === undefined) return mantissa;
  const digits = mantissa.replace('.', '').replace('-', '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}
