import { textOperators, type FieldType } from '#shared/record/field-type.ts';
import { parseText, serverTextLimit } from '#shared/record/field-types/plain-text.ts';

export const text: FieldType<string> = {
  storage: 'text',
  operators: textOperators,
  sortable: true,
  uniqueable: true,
  importable: true,
  addable: true,
  parse: parseText,
  toText: (value) => value,
  fromText: (value) => value,
  described: ({ maxLength }) => ({
    onRow: { type: 'string' },
    inSave: { type: ['string', 'null'], maxLength: maxLength ?? serverTextLimit },
  }),
};
