import type { FieldType } from '#shared/record/field-type.ts';
import { describedDecimal, fits } from '#shared/record/field-types/decimal.ts';
import { number } from '#shared/record/field-types/number.ts';
import { isBlank, parsed, problem, textOf, type Field, type Range } from '#shared/record/field.ts';
import { compared, plainCents, toCents } from '#shared/record/money/exact-decimal.ts';
import { readPercentage } from '#shared/record/money/written-amount.ts';

const usual: Range = { least: '-999.99', most: '999.99' };
const fraction = 2;
const boundsOf = ({ range }: Pick<Field, 'range'>): Range => range ?? usual;

/** A percentage: 12.5 % is `12.50`, in the database and on the wire, whether or not it was written with its sign. */
export const percent: FieldType<string> = {
  ...number,
  decimals: fraction,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const { least, most } = boundsOf(field);
    const share = readPercent(textOf(input) ?? '');
    return share === null || compared(share, least) < 0 || compared(share, most) > 0
      ? problem('field.percent', field, { least, most })
      : parsed(share);
  },
  bounds: boundsOf,
  described: ({ range = usual }) => {
    const wholes = [range.least, range.most].map((bound) => bound.replace('-', '').split('.')[0]?.length ?? 0);
    return describedDecimal({ whole: Math.max(...wholes), fraction });
  },
};

/** A percentage with two decimals; null for an invalid one. */
export function readPercent(written: string): string | null {
  const share = plainCents(written) ?? readPercentage(written);
  return share === null || !fits(share, { whole: Infinity, fraction }) ? null : toCents(share);
}
