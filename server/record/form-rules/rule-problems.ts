import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { RuleProblem, Values } from '#server/record/registry.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import { isBlank, optionName } from '#shared/record/field.ts';
import { dependentsOf, formView, type FormView } from '#shared/record/form-rules/form-view.ts';

/** A form by the fields that the actor sees in it; null for one without rules. */
export const viewOf = ({ all, shown }: FieldSet, values: Values): FormView | null =>
  all.some(({ rules }) => rules) ? formView(shown, values) : null;

/**
 * What a record lacks, or has and may not, by the rules of its form: in the fields of these names, and in those that
 * depend on them.
 */
export function ruleFaults(fields: FieldSet, view: FormView, next: Values, names: readonly string[]): RuleProblem[] {
  const asked = new Set([...names, ...dependentsOf(fields.shown, names)]);
  return fields.shown.flatMap((field): RuleProblem[] => {
    const { fieldName, name, required, readOnly } = field;
    if (!asked.has(fieldName) || !view.isShown(fieldName) || numbersRecords(field)) return [];
    const isEmpty = isBlank(next[fieldName] ?? null);
    if (isEmpty && !readOnly && (required || view.isRequired(fieldName)))
      return [{ code: 'field.required', params: { name }, fieldName }];
    const refused = view.refusedOption(fieldName);
    if (!refused) return [];
    const other = fields.byName.get(refused.field);
    const params = {
      name,
      option: optionName(field, refused.option),
      field: other?.name ?? refused.field,
      value: other ? optionName(other, refused.value) : refused.value,
    };
    return [{ code: 'field.rule_option', params, fieldName }];
  });
}
