import { fieldTypeOf, holdsFiles } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';

/** Fields of a form with an index: each one makes every save of the form a little slower. */
export const mostIndexed = 10;

/** Whether an index makes lists faster that are filtered or sorted by the field. */
export function mayBeIndexed(field: Pick<Field, 'formType' | 'companionOf'>): boolean {
  const { storage, sortable } = fieldTypeOf(field.formType);
  const isList = storage === 'id_list' || storage === 'text_list';
  return field.companionOf === null && !holdsFiles(field) && (sortable || isList);
}
