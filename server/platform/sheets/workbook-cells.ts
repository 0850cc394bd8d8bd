import { serialOfDate } from './date-serial.ts';
import type { WorkbookColumn, WorkbookValue } from './workbook-options.ts';
import { columnName, styleOf, textCell } from './workbook-parts.ts';

/** A spreadsheet keeps 15 digits of a number; one with more is written as text to keep them all. */
const maximumDigits = 15;
const decimal = /^-?\d{1,20}(?:\.\d{1,20})?$/;

export type CellWriter = (row: number, value: WorkbookValue) => string;

/** For each column the function that writes its cells. */
export function cellWriters(columns: WorkbookColumn[]): CellWriter[] {
  return columns.map(({ kind }, at) => {
    const name = columnName(at + 1);
    return (row, value) => {
      if (value === null || value === undefined || value === '') return '';
      const number = numericText(value, kind);
      return number === undefined
        ? textCell(name, row, styleOf.text, String(value))
        : numberCell(name, row, styleOf[kind], number);
    };
  });
}

function numberCell(column: string, row: number, style: number, number: string): string {
  if (number === '') return '';
  return style === 0
    ? `<c r="${column}${row}"><v>${number}</v></c>`
    : `<c r="${column}${row}" s="${style}"><v>${number}</v></c>`;
}

/** The number for the value, '' for an empty one, undefined for text. */
function numericText(value: string | number, kind: WorkbookColumn['kind']): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (kind === 'text') return undefined;
  if (kind === 'date' || kind === 'datetime') return serialOfDate(value)?.toString();
  return decimal.test(value) && digitsOf(value) <= maximumDigits ? value : undefined;
}

function digitsOf(value: string): number {
  return value.replace(/^-?0*/, '').replace('.', '').length;
}
