import { numberOperators, type FieldType } from '#shared/record/field-type.ts';
import { parseDecimal } from '#shared/record/field-types/decimal.ts';

/** Up to 12 integer digits and 4 decimals (spec §9). Stored and sent as decimal text. */
export const number: FieldType<string> = {
  storage: 'numeric',
  operators: numberOperators,
  sortable: true,
  uniqueable: true,
  importable: true,
  parse: (input, field) => parseDecimal(input, field, { whole: 12, fraction: 4, code: 'field.number' }),
  toText: (value) => value,
  fromText: (text) => text,
};
