import type { PrintedField, PrintedLines, PrintedValue } from '#server/record/printing/printed-value.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { plainSum, toCents } from '#shared/record/money/exact-decimal.ts';

/** Key of the sum of a field over the lines. */
export const sumKey = (key: string): string => `sum.${key}`;

/** The sum of each figure of the lines; none of what the reader sees masks of. */
export function lineSums({ fields, rows }: PrintedLines): [string, PrintedValue][] {
  return [...fields].flatMap(([key, field]): [string, PrintedValue][] => {
    if (!field.isFigure) return [];
    const values = rows.map((row) => row.get(key));
    if (values.some((one) => one !== undefined && one.value === null && one.text !== '')) return [];
    const sum = plainSum(values.map((one) => (typeof one?.value === 'string' ? one.value : '')));
    return [[sumKey(key), { ...field, value: sum, text: sumText(field, sum) }]];
  });
}

const sumText = ({ isMoney }: PrintedField, sum: string): string => withSeparators(isMoney ? toCents(sum) : sum);
