import { textOperators, type FieldType } from '#shared/record/field-type.ts';
import { parseText, serverTextLimit } from '#shared/record/field-types/plain-text.ts';
import { maskText } from '#shared/text/mask.ts';

export const text: FieldType<string> = {
  storage: 'text',
  operators: textOperators,
  sortable: true,
  uniqueable: true,
  importable: true,
  personal: 'text',
  addable: true,
  parse: parseText,
  toText: (value) => value,
  mask: maskText,
  fromText: (value) => value,
  described: ({ maxLength }) => ({
    onRow: { type: 'string' },
    inSave: { type: ['string', 'null'], maxLength: maxLength ?? serverTextLimit },
  }),
};
