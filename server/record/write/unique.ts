import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { Values } from '#server/record/registry.ts';
import type { StoredRow } from '#server/record/rows/row.ts';

/** A field whose values are unique, or several that are so together. */
export interface Unique {
  /** Of the field, or of the rule. */
  readonly id: number;
  readonly fields: readonly Field[];
}

export const uniqueField = (field: Field): Unique => ({ id: field.fieldId, fields: [field] });

/** All that is unique in a type; a rule about a field that is gone holds for nobody. */
export const uniquesOf = ({ all, byId, together }: FieldSet): Unique[] => [
  ...all.filter((field) => field.unique).map(uniqueField),
  ...[...together].flatMap(([id, fieldIds]) => {
    const fields = fieldIds.flatMap((fieldId) => byId.get(fieldId) ?? []);
    return fields.length === fieldIds.length ? [{ id, fields }] : [];
  }),
];

/** What the index compares of a record; null where it has no value, or not all of those that are unique together. */
export function uniqueValue({ fields }: Unique, values: Values): string | null {
  const texts = fields.map(({ fieldName }) => values[fieldName] ?? null);
  const [only] = texts;
  if (fields.length === 1) return only === null || only === undefined ? null : String(only);
  return joinedValue(texts);
}

/** Several values as one, as the database joins them (`joined_value`, migration 0094). */
function joinedValue(values: readonly FieldValue[]): string | null {
  const keys = values.map((value) => (value === null ? '' : uniqueKey(String(value))));
  return keys.includes('') ? null : keys.map((key) => `${[...key].length}:${key}`).join('');
}

/** Of the alias `r`: the records whose values are unique, which those are not that are to become another one. */
export const holdsUniques = ({ versionOf }: RecordType): RawBuilder<boolean> =>
  versionOf === undefined
    ? sql<boolean>`r.deleted_at is null`
    : sql<boolean>`r.deleted_at is null and r.${sql.ref(versionOf)} is null`;

/** The record that a stored one is to become; null for all others. */
export function becomes({ versionOf }: RecordType, row: StoredRow | null): number | null {
  const id = versionOf === undefined ? null : (row?.[versionOf] ?? null);
  return id === null ? null : Number(id);
}

/** The live record other than `except` that has `value` in `field`, in any scope: unique means unique. */
export async function holderOf(
  db: Database,
  type: RecordType,
  field: Field,
  value: FieldValue,
  except: { id?: number; batchId?: string },
): Promise<number | null> {
  // a version of a record may have what that one has
  const versions =
    type.versionOf === undefined
      ? sql``
      : sql`and u.record_id is distinct from (
          select v.${sql.ref(type.versionOf)} from ${sql.table(type.table)} as v where v.batch_id = ${except.batchId ?? ''})`;
  const { rows } = await sql<{ id: number }>`
    select u.record_id as id from unique_value u
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = u.record_id
    where u.field_id = ${field.fieldId} and u.digest = unique_digest(${String(value)})
      and u.record_id <> ${except.id ?? 0} and r.batch_id <> ${except.batchId ?? ''} ${versions}`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Reserves the values for this transaction, so that concurrent saves cannot both find them free: the locks are held
 * until commit, in one order for everybody.
 */
export async function lockUnique(
  db: Database,
  type: RecordType,
  pairs: readonly { readonly id: number; readonly value: string }[],
): Promise<void> {
  const keys = pairs.map(({ id, value }) => `${type.code}/${id}/${uniqueKey(value)}`).sort();
  if (keys.length === 0) return;
  await sql`${keptPlan} select pg_advisory_xact_lock(hashtextextended(key, 7)) from unnest(${keys}::text[]) as key order by key`.execute(
    db,
  );
}

/** Names the fields, unless the reader may not know of one of them (security A6): then it is `field.unseen`. */
export function takenError({ fields }: Unique): AppError {
  const [first] = fields;
  if (!first || fields.some(({ hidden }) => hidden)) return new AppError('field.unseen');
  const at = { fieldName: first.fieldName };
  if (fields.length === 1) return new AppError(first.taken ?? 'field.unique', { name: first.name }, at);
  return new AppError('field.unique_together', { names: namesOf(fields) }, at);
}

export const namesOf = (fields: readonly Pick<Field, 'name'>[]): string => fields.map(({ name }) => name).join(' + ');

/** PostgreSQL's error for a duplicate value in a unique index. */
interface UniqueViolation {
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
}

/**
 * Runs `work`; when a unique index refuses the write, the message names the field as the check beforehand would have.
 * The transaction is lost then (security C11).
 * @throws AppError `field.unique`, `field.unique_together`
 */
export async function namingTaken<T>(fields: FieldSet, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const unique = violated(fields, error as UniqueViolation);
    if (unique) throw takenError(unique);
    throw error;
  }
}

/** Shared by all that is unique (migration 0022): its key starts with the id; others are for one column. */
function violated(fields: FieldSet, { code, constraint, detail = '' }: UniqueViolation): Unique | undefined {
  if (code !== '23505') return undefined;
  if (constraint !== 'unique_value_pkey') {
    const field = fields.byName.get(/^Key \((\w+)\)=/.exec(detail)?.[1] ?? '');
    return field && uniqueField(field);
  }
  const id = Number(/=\((\d+),/.exec(detail)?.[1]);
  const field = fields.byId.get(id);
  // a rule that has come since the call began is named to nobody
  return field ? uniqueField(field) : (uniquesOf(fields).find((unique) => unique.id === id) ?? { id, fields: [] });
}

/** Whether the index of unique values has refused a write. */
export const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as UniqueViolation;
  return code === '23505' && constraint === 'unique_value_pkey';
};
