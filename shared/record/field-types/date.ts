import { timeOperators, type Described, type FieldType } from '#shared/record/field-type.ts';
import { maskWhole } from '#shared/text/mask.ts';
import { dateOf } from '#shared/record/time.ts';
import { isBlank, parsed, problem } from '#shared/record/field.ts';
import { writtenMoment } from '#shared/record/repairs/written-moment.ts';

/** A calendar day, `yyyy-MM-dd`; timestamps of 10 and 13 digits are read too (R9.15). */
export const date: FieldType<string> = {
  storage: 'date',
  operators: timeOperators,
  sortable: true,
  uniqueable: false,
  importable: true,
  personal: 'text',
  addable: true,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const value = dateOf(input);
    return value === null ? problem('field.date', field) : parsed(value.slice(0, 10));
  },
  toText: (value) => value,
  mask: maskWhole,
  fromText: (text) => text,
  repair: (text) => writtenMoment(text)?.slice(0, 10) ?? null,
  described: () => describedTime('^\\d{4}-\\d{2}-\\d{2}$', '2026-05-31'),
};

/** A save also reads timestamps of 10 and 13 digits. */
export const describedTime = (pattern: string, example: string): Described => ({
  onRow: { anyOf: [{ type: 'string', pattern }, { const: '' }], examples: [example] },
  inSave: { type: ['string', 'integer', 'null'], examples: [example] },
});
