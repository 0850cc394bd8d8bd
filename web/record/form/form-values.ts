import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { fieldTypeOf, holdsFiles, partsOf } from '#shared/record/field-types.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { heldType, isBlank, type Field, type FieldValue } from '#shared/record/field.ts';
import { abroad, defaultAreaCode } from '#shared/record/phone.ts';
import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** A form field in the shape that field types check with. */
export const asField = (field: FormField): Field => ({
  fieldId: field.fieldId,
  fieldName: field.fieldName,
  name: field.name,
  formType: heldType(field),
  fieldType: field.fieldType === 1 ? 1 : 0,
  required: field.isNull === 1,
  unique: field.isUnique === 1,
  options: field.setting.map((option) => (typeof option === 'string' ? option : String(option.value))),
  maxLength: field.maxLength,
  defaultValue: '',
  inputTips: field.inputTips,
  operating: 0,
  sorting: 0,
  companionOf: field.companionOf,
  positive: field.positive === 1,
  ...(field.range && { range: field.range }),
  hidden: false,
  readOnly: field.disabled === 1,
});

export interface FieldProblem {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/** A value for the save: ids for people, departments and records, the batch for files. */
export function wireValue(field: FormField, value: unknown, batchId: string): unknown {
  const { inSave } = pageTypeOf(field);
  return inSave ? inSave(value, batchId) : (value ?? '');
}

/** The same checks as on the server, word for word (R9.17). */
export function problemOf(field: FormField, values: FormValues): FieldProblem | null {
  const value = values[field.fieldName];
  const plain = asField(field);
  if (field.isNull === 1 && isBlank(value)) return { code: 'field.required', params: { name: field.name } };
  if (isBlank(value) || holdsFiles(plain)) return null;
  const result = fieldTypeOf(plain.formType).parse(wireValue(field, value, ''), plain);
  if (!result.ok) return mayBeNew(field, result.problem) ? null : result.problem;
  if (result.value === null)
    return field.isNull === 1 ? { code: 'field.required', params: { name: field.name } } : null;
  const normalised = oneForm(field, values) as Record<string, FieldValue>;
  const record = { ...(values as Record<string, FieldValue>), ...normalised };
  return fieldTypeOf(plain.formType).check?.(normalised[field.fieldName] ?? result.value, plain, record) ?? null;
}

/** Whether an option may have been added since the form was opened, by this form or another one: the server knows. */
const mayBeNew = ({ rules }: FormField, { code }: FieldProblem): boolean =>
  code === 'field.option' && rules?.addedBy !== undefined;

/** What is told on a change: only where values are chosen, since those that are typed are checked on blur (R9.17). */
export const problemWhenChosen = (field: FormField, values: FormValues): FieldProblem | null =>
  pageTypeOf(field).isChosen ? problemOf(field, values) : null;

/** Fields of which some are required beyond the set-up. */
export const requiring = (fields: readonly FormField[], names: readonly string[]): readonly FormField[] =>
  fields.map((field) => (names.includes(field.fieldName) ? { ...field, isNull: 1 } : field));

/** The question whether a value is taken: by another record than the one with this batch. */
export const uniqueAsked = ({ fieldId, fieldName }: FormField, values: FormValues, batchId: string | null) => ({
  fieldId,
  value: String(values[fieldName]),
  ...(batchId === null ? {} : { batchId }),
});

/** The companion field inside another's input: the area code of a number. */
export const companionIn = (field: FormField, values: FormValues): string | null =>
  fieldTypeOf(heldType(field)).parseCompanion && field.fieldType === 1 && 'area_code' in values ? 'area_code' : null;

/** Normalises a value with several notations, as the server does; a number may change its area code. */
export function oneForm(field: FormField, values: FormValues): FormValues {
  const plain = asField(field);
  const { parse, normalise } = fieldTypeOf(plain.formType);
  const value = values[field.fieldName];
  if (!normalise || isBlank(value)) return {};
  const result = parse(wireValue(field, value, ''), plain);
  if (!result.ok || result.value === null) return {};
  const before = values as Record<string, FieldValue>;
  const given = { companion: companionIn(field, values), sent: {}, before };
  return { [field.fieldName]: result.value, ...normalise(result.value, plain, given) };
}

/** As `wireValue` for a call with one field: a number includes its area code. */
export function loneValue(field: FormField, values: FormValues): unknown {
  const companion = companionIn(field, values);
  const { [field.fieldName]: value, ...rest } = { ...values, ...oneForm(field, values) };
  if (companion === null || isBlank(value)) return wireValue(field, value, '');
  return abroad(String(rest[companion] || defaultAreaCode), String(value));
}

/** The payload of a save (R7.6): all values of a new record, the changed ones of an existing one. */
export function payloadOf(
  fields: readonly FormField[],
  values: FormValues,
  before: FormValues | null,
  batches: Readonly<Record<string, string>>,
) {
  const entity: Record<string, unknown> = {};
  const custom: { fieldId: number; fieldName: string; name: string; fieldType: number; value: unknown }[] = [];
  const normalised = Object.assign({}, values, ...fields.map((field) => oneForm(field, values))) as FormValues;
  for (const field of fields) {
    const value = normalised[field.fieldName];
    if (before ? JSON.stringify(value) === JSON.stringify(before[field.fieldName]) : isBlank(value)) continue;
    const wire = wireValue(field, value, batches[field.fieldName] ?? '');
    const parts = partsOf({ formType: heldType(field) });
    if (parts) Object.assign(entity, wire === '' ? Object.fromEntries(parts.keys.map((key) => [key, ''])) : wire);
    else if (field.fieldType === 1) entity[field.fieldName] = wire;
    else
      custom.push({ fieldId: field.fieldId, fieldName: field.fieldName, name: field.name, fieldType: 0, value: wire });
  }
  return { entity, field: custom };
}

/** A random id for a new batch; also works where the page is not served over https. */
export function newBatchId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
