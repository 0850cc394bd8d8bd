import { choiceOperators, type FieldType } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem, textOf, type Field, type Parsed } from '#shared/record/field.ts';
import { maskText } from '#shared/text/mask.ts';
import { relatedForms, type RelatedFormType } from '#shared/record/relations/relation.ts';

/** Refused by `parse`, as an id cannot be negative. */
const unknown = -1;

/** One record of another type, stored as its id; the save checks whether the actor may refer to it. */
export const relatedRecord = (formType: RelatedFormType): FieldType<number> => ({
  storage: 'record',
  operators: [...choiceOperators, 'contains', 'notContains'],
  sortable: false,
  uniqueable: false,
  importable: true,
  personal: 'nothing',
  addable: false,
  parse: (input, field) => parseRecord(input, field, relatedForms[formType].idKey),
  toText: (value, field, names) => names.record(field, value) ?? `#${value}`,
  mask: maskText,
  fromText: (text, field, lookup) => {
    const found = lookup.recordIds(field, text);
    return found.length === 1 ? found[0] : unknown;
  },
  described: () => ({
    onRow: { anyOf: [{ type: 'integer' }, { const: '' }] },
    inSave: { type: ['integer', 'string', 'null'], minimum: 1 },
  }),
});

/** An id, or a list of one, or of one object with the id under its wire key. */
function parseRecord(input: unknown, field: Field, key: string): Parsed<number> {
  const [first, ...others] = Array.isArray(input) ? (input as unknown[]) : [input];
  if (isBlank(input) || isBlank(first)) return parsed<number>(null);
  const raw = typeof first === 'object' && first !== null ? (first as Record<string, unknown>)[key] : first;
  const id = Number(textOf(raw) ?? Number.NaN);
  if (others.length > 0 || !Number.isSafeInteger(id) || id <= 0) return problem('field.related', field);
  return parsed(id);
}
