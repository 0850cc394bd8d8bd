import { clamped, fixedText, numberOf, plainText, rounded } from '#shared/record/formula/functions/exact.ts';
import { formulaDecimals } from '#shared/record/formula/functions/exact.ts';
import { lowered, raised } from '#shared/record/formula/functions/letters.ts';
import { ofMany, operation, readingEmpty } from '#shared/record/formula/functions/operation.ts';
import { withoutEnds } from '#shared/text/ends.ts';

/** More characters than any formula can produce. */
export const countLimit = 1_000_000;
/** What TRIM removes: blanks of every width, tabs and line ends. */
export const blanks = ' \t\n\r\u00a0\u3000';
/** What VALUE parses, once commas are removed. */
export const writtenNumber = '^[+-]?[0-9]{1,30}(?:[.][0-9]{1,30})?$';
const writtenNumberPattern = /^[+-]?[0-9]{1,30}(?:[.][0-9]{1,30})?$/;
/** Maximum decimals that TEXT writes. */
export const textDecimals = 10;

/** Texts are measured in code points, as in the database. */
const part = (text: string, from: number, to: number): string | null => [...text].slice(from, to).join('') || null;
const trimmed = (text: string): string => withoutEnds(text, (sign) => blanks.includes(sign));

export const textFunctions = {
  CONCAT: ofMany('joined', 'text', (values) => values.join('') || null),
  LEFT: operation(['text', 'number'], 'text', (text, count) => part(text, 0, clamped(count, 0, countLimit))),
  RIGHT: operation(['text', 'number'], 'text', (text, count) => {
    const length = [...text].length;
    return part(text, Math.max(0, length - clamped(count, 0, countLimit)), length);
  }),
  MID: operation(['text', 'number', 'number'], 'text', (text, from, count) => {
    const first = clamped(from, 0, countLimit);
    return first === 0 ? null : part(text, first - 1, first - 1 + clamped(count, 0, countLimit));
  }),
  LEN: readingEmpty(['text'], 'number', (text) => numberOf([...(text ?? '')].length)),
  UPPER: operation(['text'], 'text', raised),
  LOWER: operation(['text'], 'text', lowered),
  TRIM: operation(['text'], 'text', (text) => trimmed(text) || null),
  TEXT: operation(['number', 'number'], 'text', (value, decimals) =>
    fixedText(value, clamped(decimals, 0, textDecimals)),
  ),
  VALUE: operation(['text'], 'number', (text) => {
    const number = trimmed(text).replaceAll(',', '');
    return writtenNumberPattern.test(number) ? rounded(numberOf(number.replace('+', '')), formulaDecimals) : null;
  }),
  CONTAINS: operation(['text', 'text'], 'boolean', (text, piece) => text.includes(piece)),
} as const;

/** Conversions of values to text; formulas cannot name these. */
export const conversions = {
  textOfNumber: operation(['number'], 'text', plainText),
  textOfTime: operation(['time'], 'text', (time) => time),
  datetimeOfDate: operation(['time'], 'datetime', (date) => `${date} 00:00:00`),
} as const;
