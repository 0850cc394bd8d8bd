import type { FieldType } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem } from '#shared/record/field.ts';
import { maskWhole } from '#shared/text/mask.ts';

const batchId = /^[A-Za-z0-9-]{8,64}$/;

export const isBatchId = (value: unknown): value is string => typeof value === 'string' && batchId.test(value);

/** Files, stored as the id of their batch; read as a list of files (R9.4). */
export const file: FieldType<string> = {
  storage: 'text',
  operators: ['isNull', 'isNotNull'],
  sortable: false,
  uniqueable: false,
  importable: false,
  personal: 'text',
  addable: true,
  holdsFiles: true,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    return isBatchId(input) ? parsed(input) : problem('field.shape', field);
  },
  toText: (value) => value,
  mask: maskWhole,
  fromText: () => null,
  described: () => {
    const schema = { anyOf: [{ type: 'string', pattern: batchId.source }, { const: '' }] };
    return { onRow: schema, inSave: { anyOf: [...schema.anyOf, { type: 'null' }] } };
  },
};
