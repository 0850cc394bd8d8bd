import { companionIn, type FormValues } from '#web/record/form/form-values.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';

/**
 * The values of a form that the input of a field looks at: its own, that of its companion, of the group of a stage, and
 * of the whole to which a related record belongs. An input is drawn again when one of them changes.
 */
export function seenBy(type: RecordType, field: FormField, values: FormValues): FormValues {
  const { fieldName, groupField } = field;
  const whole = declaredField(type, fieldName)?.relation?.within?.field;
  const names = [fieldName, companionIn(field, values), groupField, whole].filter((name) => typeof name === 'string');
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}

/** Whether two sets have the same values under the same names. */
export const areAlike = (some: FormValues, others: FormValues): boolean =>
  Object.keys(some).length === Object.keys(others).length &&
  Object.entries(some).every(([name, value]) => name in others && Object.is(value, others[name]));
