import { fieldTypeOf, holdsFiles } from '#shared/record/field-types.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import type { Storage } from '#shared/record/field-type.ts';

/** Rules of one form. */
export const mostUniqueRules = 3;
/** Fields of one rule. */
export const [leastTogether, mostTogether] = [2, 5];

const comparable: readonly Storage[] = ['text', 'numeric', 'date', 'record'];

/**
 * Whether the values of a field can be unique together with those of others. A computed default would tell by what is refused
 * what it is computed from.
 */
export function mayBeTogether(
  field: Pick<Field, 'formType' | 'companionOf' | 'formula' | 'rollup' | 'defaultFormula'>,
): boolean {
  const { storage, sortable } = fieldTypeOf(field.formType);
  const isShort = sortable || storage === 'record';
  return (
    isShort &&
    comparable.includes(storage) &&
    field.companionOf === null &&
    !holdsFiles(field) &&
    !isComputed(field) &&
    !field.defaultFormula
  );
}
