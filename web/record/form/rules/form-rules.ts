import { optionOf } from '#web/record/cells/field-options.ts';
import { asField, problemOf, wireValue, type FieldProblem, type FormValues } from '#web/record/form/form-values.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf, holdsFiles } from '#shared/record/field-types.ts';
import { heldType, isBlank, type FieldValue } from '#shared/record/field.ts';
import { fieldsInRules } from '#shared/record/form-rules/field-rules.ts';
import { dependentsOf, formView, type FormView, type RuledField } from '#shared/record/form-rules/form-view.ts';

/** The view of a form with these values. */
export function viewOf(fields: readonly FormField[], values: FormValues): FormView {
  const names = new Set(fields.flatMap(({ fieldName, rules }) => (rules ? [fieldName, ...fieldsInRules(rules)] : [])));
  const watched = fields.filter(({ fieldName }) => names.has(fieldName));
  const held = watched.map((field) => [field.fieldName, heldValue(field, values[field.fieldName])]);
  return formView(fields.map(ruled), Object.fromEntries(held) as Record<string, FieldValue>);
}

/** A stage goes with its group, as an area code with its number. */
const ruled = (field: FormField): RuledField => ({
  fieldName: field.fieldName,
  formType: heldType(field),
  companionOf: field.companionOf ?? field.groupField ?? null,
  rules: field.rules,
});

/** The value of an input as records hold it; none while it is not right. */
function heldValue(field: FormField, value: unknown): FieldValue {
  const plain = asField(field);
  if (isBlank(value)) return null;
  // removed options stay in records
  if (fieldTypeOf(plain.formType).choice) return value as FieldValue;
  const sent = wireValue(field, value, 'files');
  if (holdsFiles(plain)) return String(sent);
  const read = fieldTypeOf(plain.formType).parse(sent, plain);
  return read.ok ? read.value : null;
}

/** A field as a form with these values has it: required or not, with the options it offers. */
export function ruledField(field: FormField, view: FormView): FormField {
  const { fieldName, setting, isNull, disabled, computed } = field;
  const allowed = view.allowed(fieldName);
  const mayRequire = disabled !== 1 && computed !== 1;
  const required = isNull === 1 || (mayRequire && view.isRequired(fieldName)) ? 1 : 0;
  // the same one where nothing differs, so that its input is not drawn again
  if (required === isNull && !allowed) return field;
  return {
    ...field,
    isNull: required,
    setting: allowed ? setting.filter((option) => allowed.includes(String(optionOf(option).value))) : setting,
  };
}

/** As the server says it: what is wrong with a value by itself, or next to another one. */
export function problemIn(fields: readonly FormField[], field: FormField, values: FormValues): FieldProblem | null {
  const view = viewOf(fields, values);
  if (!view.isShown(field.fieldName)) return null;
  const { isNull } = ruledField(field, view);
  const own = problemOf({ ...field, isNull }, values);
  const refused = view.refusedOption(field.fieldName);
  if (own || !refused) return own;
  const other = fields.find(({ fieldName }) => fieldName === refused.field);
  const params = {
    name: field.name,
    option: optionText(field, refused.option),
    field: other?.name ?? refused.field,
    value: other ? optionText(other, refused.value) : refused.value,
  };
  return { code: 'field.rule_option', params };
}

const optionText = ({ setting }: FormField, value: string): string =>
  setting.map(optionOf).find((option) => String(option.value) === value)?.label ?? value;

/** Fields whose rules look at this one. */
export const dependentsIn = (fields: readonly FormField[], fieldName: string): string[] =>
  fields.some(({ rules }) => rules) ? dependentsOf(fields.map(ruled), [fieldName]) : [];

/** What a new value of a field leaves of those that depend on it: only options that are still allowed. */
export function emptiedBy(fields: readonly FormField[], values: FormValues, fieldName: string): FormValues {
  const dependents = dependentsIn(fields, fieldName);
  let emptied: FormValues = {};
  // one that is emptied may allow others again
  for (let left = dependents.length; left > 0; left -= 1) {
    const now = { ...values, ...emptied };
    const view = viewOf(fields, now);
    const next = fields.find(
      (field) => dependents.includes(field.fieldName) && field.disabled !== 1 && view.refusedOption(field.fieldName),
    );
    if (!next) break;
    const held = now[next.fieldName];
    const allowed = view.allowed(next.fieldName) ?? [];
    const rest = Array.isArray(held) ? (held as string[]).filter((option) => allowed.includes(option)) : '';
    emptied = { ...emptied, [next.fieldName]: rest };
  }
  return emptied;
}
