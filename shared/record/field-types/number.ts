import { numberOperators, type FieldType } from '#shared/record/field-type.ts';
import { checkPositive, describedDecimal, parseDecimal } from '#shared/record/field-types/decimal.ts';
import { parsed } from '#shared/record/field.ts';
import { maskWhole } from '#shared/text/mask.ts';
import { foundFigure } from '#shared/record/repairs/found-number.ts';

const digits = { whole: 12, fraction: 4 };

/** Up to 12 integer digits and 4 decimals (R9.12). Stored and sent as decimal text. */
export const number: FieldType<string> = {
  storage: 'numeric',
  operators: numberOperators,
  sortable: true,
  uniqueable: true,
  importable: true,
  personal: 'text',
  addable: true,
  parse: (input, field) => {
    const result = parseDecimal(input, field, { ...digits, code: 'field.number' });
    // 1.50 and 1.5 are one value: for uniqueness, and for detecting changes
    return result.ok && result.value?.includes('.') ? parsed(result.value.replace(/\.?0{1,4}$/, '')) : result;
  },
  check: checkPositive,
  toText: (value) => value,
  mask: maskWhole,
  fromText: (text) => text,
  repair: foundFigure,
  described: () => describedDecimal(digits),
};
