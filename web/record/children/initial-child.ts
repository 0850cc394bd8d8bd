import { call } from '#web/lib/http/client.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { fieldCalls, type FormField } from '#shared/record/calls/field-calls.ts';
import { declaredField, type ChildRelation } from '#shared/record/relations/child-relations.ts';
import { isBlank } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
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
  const read = Object.keys(copies).length === 0 ? [] : await call(fieldCalls.form, asked);
  return { ...copied(copies, read), ...pointer(relation, parent) };
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
