import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';

/** The live record other than `except` that has `value` in `field`, in any scope: unique means unique. */
export async function holderOf(
  db: Database,
  type: RecordType,
  field: Field,
  value: FieldValue,
  except: { id?: number; batchId?: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.record_id as id from unique_value u
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = u.record_id
    where u.field_id = ${field.fieldId} and u.digest = unique_digest(${String(value)})
      and u.record_id <> ${except.id ?? 0} and r.batch_id <> ${except.batchId ?? ''}`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Reserves the values for this transaction, so that concurrent saves cannot both find them free: the locks are held
 * until commit, in one order for everybody.
 */
export async function lockUnique(
  db: Database,
  type: RecordType,
  pairs: readonly { field: Field; value: FieldValue }[],
): Promise<void> {
  const keys = pairs.map(({ field, value }) => `${type.code}/${field.fieldId}/${uniqueKey(String(value))}`).sort();
  if (keys.length === 0) return;
  await sql`${keptPlan} select pg_advisory_xact_lock(hashtextextended(key, 7)) from unnest(${keys}::text[]) as key order by key`.execute(
    db,
  );
}

/** Names the field, unless the reader may not know of it (security A6): then it is `field.unseen`. */
export const takenError = (field: Field): AppError =>
  field.hidden
    ? new AppError('field.unseen')
    : new AppError(field.taken ?? 'field.unique', { name: field.name }, { fieldName: field.fieldName });

/** PostgreSQL's error for a duplicate value in a unique index. */
interface UniqueViolation {
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
}

/**
 * Runs `work`; when a unique index refuses the write, the message names the field as the check beforehand would have.
 * The transaction is lost then (security C11).
 * @throws AppError `field.unique`
 */
export async function namingTaken<T>(fields: FieldSet, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const field = violatedField(fields, error as UniqueViolation);
    if (field) throw takenError(field);
    throw error;
  }
}

/** Shared by all marked fields (migration 0022): its key starts with the id of the field; others are for one column. */
function violatedField(fields: FieldSet, { code, constraint, detail = '' }: UniqueViolation): Field | undefined {
  if (code !== '23505') return undefined;
  if (constraint !== 'unique_value_pkey') return fields.byName.get(/^Key \((\w+)\)=/.exec(detail)?.[1] ?? '');
  return fields.byId.get(Number(/=\((\d+),/.exec(detail)?.[1]));
}
