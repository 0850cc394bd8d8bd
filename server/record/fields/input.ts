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
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { RuleProblem, Values } from '#server/record/registry.ts';

/** Keys of a save that are not fields but steer it. */
const steering = new Set(['batchId', 'version']);
/** Keys that are parts of a field's value, whether or not the type has such a field. */
const partKeys = new Set(formTypes.flatMap((formType) => partsOf({ formType })?.keys ?? []));

/** A value with an option that the field no longer has: right only for a record that holds it already. */
export interface UnlistedValue {
  readonly field: Field;
  readonly raw: unknown;
}

export interface SaveInput {
  /** Values sent, by fieldName; fields that were not sent are absent. */
  readonly values: Values;
  readonly unlisted: readonly UnlistedValue[];
  /** Keys that name no field a client may write; dropped and logged (security A16). */
  readonly ignored: readonly string[];
}

interface Descriptor {
  readonly fieldId?: unknown;
  readonly fieldName?: unknown;
  readonly name?: unknown;
  readonly value?: unknown;
}

const failed = (problem: Problem, field: Field): AppError => refusal({ ...problem, fieldName: field.fieldName });

/** What stands against a field, or against the whole record, as the answer to the call. */
export const refusal = ({ code, params, fieldName }: RuleProblem): AppError =>
  fieldName === '' ? new AppError(code, params) : new AppError(code, params, { fieldName });

/** A refusal of ours as the problem of a record; everything else is thrown on. */
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
 * As `parseValue`. A companion that cannot be read is a fault of its host: an area code that is not supported makes no
 * number right (R10.2). The parameter `unsupported` tells it for the log.
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
 * The value of an option field for a record that holds `previous`: older clients send every field back, and options
 * that have been taken out of the set-up stay where they are used.
 */
export function parseHeld(field: Field, raw: unknown, previous: FieldValue): FieldValue {
  const held = (Array.isArray(previous) ? previous : [previous]).filter((option) => typeof option === 'string');
  return parseValue({ ...field, options: [...field.options, ...held] }, raw);
}

/**
 * Reads what clients send to save a record (R7.6): `entity` holds fixed columns in snake_case or camelCase,
 * the address as keys of its own; `field` holds descriptors of custom fields with their values. Hidden fields are not
 * there for clients (security A6).
 */
export function readSave(
  fields: FieldSet,
  idKey: string,
  entity: Record<string, unknown>,
  descriptors: readonly Descriptor[],
): SaveInput {
  const values: Record<string, FieldValue> = {};
  const unlisted: UnlistedValue[] = [];
  const ignored: string[] = [];
  const parts: Record<string, unknown> = {};
  const take = (field: Field, raw: unknown) => {
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
    if (field && !partsOf(field)) take(field, raw);
    else if (field) Object.assign(parts, typeof raw === 'object' && raw !== null ? raw : {});
    else if (partKeys.has(camel)) parts[camel] = raw;
    else if (!steering.has(camel) && camel !== idKey) ignored.push(key);
  }
  const whole = fields.shown.find((field) => field.fieldType === 1 && partsOf(field));
  if (whole && Object.keys(parts).length > 0) values[whole.fieldName] = parseValue(whole, parts);
  for (const descriptor of descriptors) {
    const field = describedField(fields, descriptor);
    if (!field) ignored.push(textOf(descriptor.fieldName ?? descriptor.name ?? descriptor.fieldId) ?? '?');
    else if (Object.hasOwn(descriptor, 'value')) take(field, descriptor.value);
  }
  return { values, unlisted, ignored };
}

function fixedField(fields: FieldSet, key: string): Field | undefined {
  const field = fields.byName.get(key) ?? fields.byName.get(snakeCase(key));
  return field?.fieldType === 1 && isWritable(field) ? field : undefined;
}

/** A descriptor names its field by id or by name; ids come first, since labels may have been renamed meanwhile. */
function describedField(fields: FieldSet, descriptor: Descriptor): Field | undefined {
  const byId = fields.byId.get(Number(textOf(descriptor.fieldId)));
  const field = byId ?? fields.byName.get(textOf(descriptor.fieldName ?? descriptor.name) ?? '');
  return field && isWritable(field) && (field.fieldType === 0 || byId) ? field : undefined;
}

/** Computed fields come back in what clients send, like all that they were shown. */
const isWritable = (field: Field): boolean => !field.hidden && !isComputed(field);

/** Values that are written in several ways in their one form; a number brings the area code along that it was written with. */
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

/** Required and cross-field checks of a whole record, of the fields that have changed: at most one problem of each. */
export function recordProblems(fields: FieldSet, next: Values, changed: readonly string[]): RuleProblem[] {
  return fields.shown.flatMap((field) => {
    const { fieldName } = field;
    if (!changed.includes(fieldName)) return [];
    const problem = problemWith(field, next);
    return problem ? [{ ...problem, fieldName }] : [];
  });
}

function problemWith(field: Field, next: Values): Problem | null {
  const value = next[field.fieldName] ?? null;
  if (field.required && !field.readOnly && isBlank(value))
    return { code: 'field.required', params: { name: field.name } };
  return value === null ? null : (fieldTypeOf(field.formType).check?.(value, field, next) ?? null);
}

/** Values equal as the record keeps them; the database keeps the parts of an address in an order of its own. */
export const sameValue = (left: FieldValue, right: FieldValue): boolean =>
  isDeepStrictEqual(left ?? null, right ?? null);
