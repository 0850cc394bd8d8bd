import type { FieldType } from '#shared/record/field-type.ts';
import { describedDecimal, fits } from '#shared/record/field-types/decimal.ts';
import { number } from '#shared/record/field-types/number.ts';
import { isBlank, parsed, problem, textOf } from '#shared/record/field.ts';
import { toCents } from '#shared/record/money/exact-decimal.ts';
import { readAmount } from '#shared/record/money/written-amount.ts';

const digits = { whole: 10, fraction: 2 };

/**
 * Money, which the wire calls `floatnumber`: up to 10 integer digits, sent as text with two decimals. An amount may be
 * written and pasted as sheets show it; one with more decimals is refused, as nobody is to lose them unseen.
 */
export const money: FieldType<string> = {
  ...number,
  decimals: digits.fraction,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const amount = readMoney(textOf(input) ?? '');
    return amount === null ? problem('field.money', field) : parsed(amount);
  },
  described: () => describedDecimal(digits),
};

/** An amount of money with its two decimals; null for what is none. */
export function readMoney(written: string): string | null {
  const amount = readAmount(written);
  return amount === null || !fits(amount, digits) ? null : toCents(amount);
}
