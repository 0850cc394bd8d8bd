import type { FieldType } from '#shared/record/field-type.ts';
import { describedDecimal, parseDecimal } from '#shared/record/field-types/decimal.ts';
import { number } from '#shared/record/field-types/number.ts';
import { parsed } from '#shared/record/field.ts';

const digits = { whole: 10, fraction: 2 };

/** Money: up to 10 integer digits and 2 decimals, sent as text with two decimals (spec §9, design §3). */
export const floatnumber: FieldType<string> = {
  ...number,
  parse: (input, field) => {
    const result = parseDecimal(input, field, { ...digits, code: 'field.money' });
    if (!result.ok || result.value === null) return result;
    const [whole = '0', fraction = ''] = result.value.split('.');
    return parsed(`${whole}.${fraction.padEnd(2, '0')}`);
  },
  described: () => describedDecimal(digits),
};
