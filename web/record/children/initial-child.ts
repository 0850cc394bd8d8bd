import { call } from '#web/lib/http/client.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { fieldCalls, type FormField, type FormLines } from '#shared/record/calls/field-calls.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { declaredField, type ChildRelation } from '#shared/record/relations/child-relations.ts';
import { isBlank } from '#shared/record/field.ts';
import { isRelated, relatedForms } from '#shared/record/relations/relation.ts';

interface Parent {
  readonly type: RecordType;
  readonly id: number;
  readonly name: string;
}

/** Initial values of a new child: its parent, and values copied from it as far as the user sees them. */
export async function initialChild(relation: ChildRelation, parent: Parent): Promise<FormValues> {
  const copies = relation.relation.copies ?? {};
  const asked = { label: parent.type.code, id: parent.id };
  const takesLines = relation.relation.copiesLines === true && parent.type.lines !== undefined;
  const [read, lines] = await Promise.all([
    Object.keys(copies).length === 0 ? [] : call(fieldCalls.form, asked),
    takesLines ? call(fieldCalls.lines, asked) : null,
  ]);
  return { ...copied(copies, read), ...(lines && copiedLines(relation.type, lines)), ...pointer(relation, parent) };
}

/**
 * Lines of another document as new ones of a type, by the key of its lines: what is agreed in them. What the server takes
 * from elsewhere, and figures that follow from the rest, come with the save.
 */
export function copiedLines(type: RecordType, { fields, lines }: FormLines): FormValues {
  const { lines: declared } = type;
  if (!declared) return {};
  const own = new Set(declared.fields.map(({ fieldName }: FixedField) => fieldName));
  const { discount, subtotal } = declared.amounts?.line ?? {};
  const taken = fields.filter(
    ({ fieldName, computed, masked }) =>
      own.has(fieldName) && fieldName !== discount && fieldName !== subtotal && computed !== 1 && masked !== 1,
  );
  const begun = lines.map(({ values }) =>
    Object.fromEntries(
      taken.flatMap(({ fieldName }) => (isBlank(values[fieldName]) ? [] : [[fieldName, values[fieldName]]])),
    ),
  );
  return begun.length === 0 ? {} : { [declared.key]: begun };
}

/** The parent as a value of the form's field. */
export function pointer({ type, column }: ChildRelation, { id, name }: Pick<Parent, 'id' | 'name'>): FormValues {
  const formType = declaredField(type, column)?.formType;
  if (!formType || !isRelated(formType)) return {};
  const { idKey, nameKey } = relatedForms[formType];
  return { [column]: [{ [idKey]: id, [nameKey]: name }] };
}

/** Values of the parent's form under the names of the child's fields; the text of a masked one is not a value. */
export const copied = (copies: Readonly<Record<string, string>>, read: readonly FormField[]): FormValues =>
  Object.fromEntries(
    Object.entries(copies).flatMap(([own, theirs]) => {
      const field = read.find(({ fieldName }) => fieldName === theirs);
      const value = field?.value;
      return isBlank(value) || field?.masked === 1 ? [] : [[own, value]];
    }),
  );
