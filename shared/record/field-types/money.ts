import type { FieldType } from '#shared/record/field-type.ts';
import { describedDecimal, fits } from '#shared/record/field-types/decimal.ts';
import { number } from '#shared/record/field-types/number.ts';
import { isBlank, parsed, problem, textOf, type Range } from '#shared/record/field.ts';
import { plainCents, toCents } from '#shared/record/money/exact-decimal.ts';
import { readAmount } from '#shared/record/money/written-amount.ts';

const digits = { whole: 10, fraction: 2 };
const bounds: Range = { least: '-9999999999.99', most: '9999999999.99' };

/**
 * Money, which the wire calls `floatnumber`: up to 10 integer digits, sent as text with two decimals. An amount may be
 * typed and pasted as sheets show it; more decimals are refused rather than lost silently.
 */
export const money: FieldType<string> = {
  ...number,
  decimals: digits.fraction,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const amount = readMoney(textOf(input) ?? '');
    return amount === null ? problem('field.money', field) : parsed(amount);
  },
  bounds: () => bounds,
  described: () => describedDecimal(digits),
};

/** An amount of money with two decimals; null for an invalid one. */
export function readMoney(written: string): string | null {
  const amount = plainCents(written) ?? readAmount(written);
  return amount === null || !fits(amount, digits) ? null : toCents(amount);
}
