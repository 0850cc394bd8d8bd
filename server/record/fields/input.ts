import { isDeepStrictEqual } from 'node:util';
import { fieldTypeOf, partsOf } from '#shared/record/field-types.ts';
import {
  camelCase,
  formTypes,
  isBlank,
  isComputed,
  snakeCase,
  textOf,
  type Field,
  type FieldValue,
  type Problem,
} from '#shared/record/field.ts';
import { maxId } from '#shared/wire/values.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isDisplayed } from '#server/record/fields/visibility.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { RuleProblem, Values } from '#server/record/registry.ts';

/** Keys of a save that are not fields but control it. */
const steering = new Set(['batchId', 'version']);
/** Keys of parts of a field's value, whether or not the type has such a field. */
const partKeys = new Set(formTypes.flatMap((formType) => partsOf({ formType })?.keys ?? []));

/** A value with a removed option: valid only for a record that has it already. */
export interface UnlistedValue {
  readonly field: Field;
  readonly raw: unknown;
}

/** What was sent for a field that is masked for the sender. */
export interface MaskedValue {
  readonly field: Field;
  readonly raw: unknown;
}

export interface SaveInput {
  /** Values sent, by fieldName; fields that were not sent are absent. */
  readonly values: Values;
  readonly unlisted: readonly UnlistedValue[];
  readonly masked: readonly MaskedValue[];
  /** Keys that match no writable field; dropped and logged (security A16). */
  readonly ignored: readonly string[];
}

interface Descriptor {
  readonly fieldId?: unknown;
  readonly fieldName?: unknown;
  readonly name?: unknown;
  readonly value?: unknown;
}

const failed = (problem: Problem, field: Field): AppError => refusal({ ...problem, fieldName: field.fieldName });

/** The problem of a field, or of the whole record, as in the answer to the call. */
export const refusal = ({ code, params, fieldName }: RuleProblem): AppError =>
  fieldName === '' ? new AppError(code, params) : new AppError(code, params, { fieldName });

/** Converts a refusal of ours to the problem of a record; other errors are rethrown. */
export function problemOf(error: unknown): RuleProblem {
  if (!(error instanceof AppError)) throw error;
  const { fieldName = '' } = (error.detail ?? {}) as { readonly fieldName?: string };
  return { code: error.code, params: error.params, fieldName };
}

/** Reads a field's value, or throws the problem with the field's name. */
export function parseValue(field: Field, raw: unknown): FieldValue {
  const result = fieldTypeOf(field.formType).parse(raw, field);
  if (!result.ok) throw failed(result.problem, field);
  return result.value;
}

/**
 * As `parseValue`. An invalid companion is a fault of its host: an area code that is not supported makes no number
 * right (R10.2). The parameter `unsupported` reports it for the log.
 */
export function parseIn(fields: FieldSet, field: Field, raw: unknown): FieldValue {
  const host = field.companionOf === null ? undefined : fields.byName.get(field.companionOf);
  const { parseCompanion } = host ? fieldTypeOf(host.formType) : {};
  try {
    return parseValue(field, parseCompanion ? parseCompanion(raw) : raw);
  } catch (error) {
    const sent = textOf(raw) ?? '';
    const found = host && fieldTypeOf(host.formType).check?.('', host, { [field.fieldName]: sent });
    throw found ? failed({ ...found, params: { ...found.params, unsupported: sent.slice(0, 20) } }, host) : error;
  }
}

/**
 * The value of an option field for a record that has `previous`: older clients send every field back, and removed
 * options stay where they are used.
 */
export function parseHeld(field: Field, raw: unknown, previous: FieldValue): FieldValue {
  const held = (Array.isArray(previous) ? previous : [previous]).filter((option) => typeof option === 'string');
  return parseValue({ ...field, options: [...field.options, ...held] }, raw);
}

/**
 * An id or a version among the keys of a form, as a number or its text; undefined for none: empty or 0.
 * @param parameter - its key, which a refusal names
 * @throws AppError `input.field`
 */
export function sentNumber(value: unknown, parameter: string): number | undefined {
  if (value === undefined || value === null || value === '' || value === 0 || value === '0') return undefined;
  const number = Number(textOf(value) ?? NaN);
  if (!Number.isSafeInteger(number) || number <= 0 || number > maxId) throw new AppError('input.field', { parameter });
  return number;
}

/**
 * Reads what clients send to save a record (R7.6): `entity` holds fixed columns in snake_case or camelCase, the address
 * as separate keys; `field` holds descriptors of custom fields with their values. Hidden fields do not exist for
 * clients (security A6); values sent for masked ones are checked with the record.
 */
export function readSave(
  fields: FieldSet,
  idKey: string,
  entity: Record<string, unknown>,
  descriptors: readonly Descriptor[],
): SaveInput {
  const values: Record<string, FieldValue> = {};
  const unlisted: UnlistedValue[] = [];
  const masked: MaskedValue[] = [];
  const ignored: string[] = [];
  const parts: Record<string, unknown> = {};
  const take = (field: Field, raw: unknown) => {
    if (field.masked) {
      masked.push({ field, raw });
      return;
    }
    try {
      values[field.fieldName] = parseIn(fields, field, raw);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'field.option') throw error;
      unlisted.push({ field, raw });
    }
  };
  for (const [key, raw] of Object.entries(entity)) {
    const field = fixedField(fields, key);
    const camel = camelCase(key);
    if (field && (field.masked || !partsOf(field))) take(field, raw);
    else if (field) Object.assign(parts, typeof raw === 'object' && raw !== null ? raw : {});
    else if (partKeys.has(camel)) parts[camel] = raw;
    else if (!steering.has(camel) && camel !== idKey) ignored.push(key);
  }
  const whole = fields.displayed.find((field) => field.fieldType === 1 && partsOf(field));
  if (whole?.masked) masked.push({ field: whole, raw: Object.values(parts).every(isBlank) ? '' : parts });
  else if (whole && Object.keys(parts).length > 0) values[whole.fieldName] = parseValue(whole, parts);
  for (const descriptor of descriptors) {
    const field = describedField(fields, descriptor);
    if (!field) ignored.push(textOf(descriptor.fieldName ?? descriptor.name ?? descriptor.fieldId) ?? '?');
    else if (Object.hasOwn(descriptor, 'value')) take(field, descriptor.value);
  }
  return { values, unlisted, masked, ignored };
}

function fixedField(fields: FieldSet, key: string): Field | undefined {
  const field = fields.byName.get(key) ?? fields.byName.get(snakeCase(key));
  return field?.fieldType === 1 && isWritable(field) ? field : undefined;
}

/** A descriptor names its field by id or by name; the id takes precedence, since labels may have been renamed. */
function describedField(fields: FieldSet, descriptor: Descriptor): Field | undefined {
  const byId = fields.byId.get(Number(textOf(descriptor.fieldId)));
  const field = byId ?? fields.byName.get(textOf(descriptor.fieldName ?? descriptor.name) ?? '');
  return field && isWritable(field) && (field.fieldType === 0 || byId) ? field : undefined;
}

/** Clients send computed fields back, like everything else they were shown. */
const isWritable = (field: Field): boolean => isDisplayed(field) && !isComputed(field);

/** Normalises values with several notations; a number also sets the area code it was written with. */
export function normalised(fields: FieldSet, sent: Values, before: Values = {}): Values {
  const normalisedValues = { ...sent };
  for (const field of fields.all) {
    const { normalise } = fieldTypeOf(field.formType);
    const value = sent[field.fieldName] ?? null;
    if (!normalise || value === null) continue;
    const companion = fields.all.find((one) => one.companionOf === field.fieldName)?.fieldName ?? null;
    Object.assign(normalisedValues, normalise(value, field, { companion, sent, before }));
  }
  return normalisedValues;
}

/** Required and cross-field checks of a whole record, for the fields that have changed: at most one problem each. */
export function recordProblems(
  fields: FieldSet,
  next: Values,
  changed: readonly string[],
  isShown: (fieldName: string) => boolean = () => true,
): RuleProblem[] {
  return fields.shown.flatMap((field) => {
    const { fieldName } = field;
    if (!changed.includes(fieldName)) return [];
    const problem = problemWith(field, next, isShown(fieldName));
    return problem ? [{ ...problem, fieldName }] : [];
  });
}

function problemWith(field: Field, next: Values, isShown: boolean): Problem | null {
  const value = next[field.fieldName] ?? null;
  if (field.required && isShown && !field.readOnly && isBlank(value))
    return { code: 'field.required', params: { name: field.name } };
  return value === null ? null : (fieldTypeOf(field.formType).check?.(value, field, next) ?? null);
}

/** Values equal as stored; the database reorders the parts of an address. */
export const sameValue = (left: FieldValue, right: FieldValue): boolean =>
  isDeepStrictEqual(left ?? null, right ?? null);
