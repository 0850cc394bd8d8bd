import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { FieldRules, RuleCondition } from '#shared/record/form-rules/field-rules.ts';
import { fieldsInRules, renamedIn } from '#shared/record/form-rules/field-rules.ts';
import type { SteadyOperator } from '#shared/record/operator.ts';

/** The rules of a field while it is designed; sections are rows of their own. */
export type DraftRules = Omit<FieldRules, 'section'>;

export const draftRules = ({ section: _section, ...rules }: FieldRules = {}): DraftRules => rules;

/** What is sent of the rules of a field, with the section that begins before it; new fields are named by `nameOf`. */
export const sentRules = (rules: DraftRules, title: string | undefined, nameOf: (key: string) => string): FieldRules =>
  renamedIn({ ...rules, ...(title !== undefined && { section: { title } }) }, nameOf);

/** Whether rules look at a field that is not in the form any more. */
export const looksAtNothing = (rules: DraftRules, keys: readonly string[]): boolean =>
  fieldsInRules(rules).some((key) => !keys.includes(key));

/** A condition as the builder of filters has it. */
export const asFilter = ({ field, value, ...others }: RuleCondition): Condition => ({
  fieldName: field,
  ...others,
  ...(value && { value: value.length === 1 ? value[0] : value }),
});

export function asRule({ fieldName = '', condition, value, start, end }: Condition): RuleCondition {
  const values = (Array.isArray(value) ? (value as unknown[]) : [value]).map(String);
  return {
    field: fieldName,
    condition: (condition ?? 'is') as SteadyOperator,
    ...(value !== undefined && { value: values }),
    ...(typeof start === 'string' && { start }),
    ...(typeof end === 'string' && { end }),
  };
}
