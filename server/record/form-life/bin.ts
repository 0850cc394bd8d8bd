import { sql } from 'kysely';
import '#server/record/form-life/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { namedBy, type FormRow } from '#server/record/form-life/form-rows.ts';
import { rowsOfFields } from '#server/record/form-life/uses.ts';
import type { DeletedField } from '#shared/record/form-life/form-life-calls.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

/** What referred to a deleted field. */
interface Kept {
  /** Rows by their table. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** Fields that handed their value to it. */
  readonly relevant: readonly number[];
  /** Roles that did not see the whole type. */
  readonly restricted: readonly number[];
}

/** A field of the company leaves its form; its values stay, and nothing knows them. */
export async function toBin(db: Database, actor: Actor, type: RecordType, { fieldId }: Field): Promise<void> {
  const rows: Record<string, unknown> = {};
  for (const { table } of rowsOfFields()) {
    const found = await sql<{ all: unknown[] | null }>`
      select jsonb_agg(to_jsonb(t)) as all from ${sql.table(table)} as t where t.field_id = ${fieldId}`.execute(db);
    if (found.rows[0]?.all) rows[table] = found.rows[0].all;
  }
  const handing = await sql<{ id: number }>`
    select field_id as id from record_field where relevant = ${fieldId}`.execute(db);
  const restricted = await sql<{ id: number }>`
    select role_id as id from role_field_type where type_code = ${type.code}`.execute(db);
  const kept = {
    rows,
    relevant: handing.rows.map(({ id }) => id),
    restricted: restricted.rows.map(({ id }) => id),
  };
  await sql`
    insert into deleted_field (field_id, type_code, name, field, kept, delete_user_id)
    select field_id, ${type.code}, name, to_jsonb(f), ${JSON.stringify(kept)}::jsonb, ${actor.userId}
    from record_field f where field_id = ${fieldId}`.execute(db);
  await db.deleteFrom('record_field').where('field_id', '=', fieldId).execute();
}

interface Deleted {
  readonly id: number;
  readonly field: FormRow;
  readonly kept: Kept;
}

/** Those of these deleted fields of a form that can come back; held until the transaction ends. */
export async function heldInBin(db: Database, type: RecordType, ids: readonly number[]): Promise<Deleted[]> {
  const { rows } = await sql<Deleted>`
    select field_id as id, field, kept from deleted_field
    where type_code = ${type.code} and field_id = any(${[...ids]}::int[]) and destroyed_at is null
    order by field_id for update`.execute(db);
  return rows;
}

/**
 * Puts a field from the bin back into the set-up under a name of its own until the form is saved; not unique yet. Roles
 * that were restricted meanwhile do not see it (security A8).
 */
export async function outOfBin(db: Database, { id, field, kept }: Deleted): Promise<void> {
  const row = {
    // deleted before fields had these
    default_inputs: [],
    ...field,
    field_name: `~${id}`,
    is_unique: false,
    is_index_ready: false,
    relevant: await stillFree(db, field),
  };
  await sql`
    insert into record_field select (jsonb_populate_record(null::record_field, ${JSON.stringify(row)}::jsonb)).*`.execute(
    db,
  );
  for (const { table, put } of rowsOfFields()) {
    const rows = kept.rows[table];
    if (rows) await put(db, JSON.stringify(rows));
  }
  await sql`
    insert into role_field (role_id, type_code, field_id, level)
    select t.role_id, t.type_code, ${id}, 0 from role_field_type t join record_field f using (type_code)
    where f.field_id = ${id} and t.role_id <> all(${[...kept.restricted]}::int[]) on conflict do nothing`.execute(db);
  await sql`
    update record_field set relevant = ${id}
    where field_id = any(${[...kept.relevant]}::int[]) and relevant is null`.execute(db);
  await db.deleteFrom('deleted_field').where('field_id', '=', id).execute();
}

/** The field that its value is handed to, unless that is gone or has got the value of another one. */
async function stillFree(db: Database, { relevant }: FormRow): Promise<number | null> {
  if (relevant === null) return null;
  const { rows } = await sql`
    select from record_field f where f.field_id = ${relevant}
      and not exists (select from record_field o where o.relevant = f.field_id)`.execute(db);
  return rows.length === 0 ? null : relevant;
}

/** Deleted fields of a form, the latest first. */
export async function deletedFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  { limit, offset }: Slice,
): Promise<{ readonly list: DeletedField[]; readonly total: number }> {
  const where = sql`d.type_code = ${type.code} and d.destroyed_at is null`;
  const { rows } = await sql<{ id: number; field: FormRow; userId: number; time: string; daysLeft: number }>`
    select d.field_id as id, d.field, d.delete_user_id as "userId", d.deleted_at as time,
      greatest(0, ceil(extract(epoch from d.deleted_at + make_interval(days => ${undoDays}) - now()) / 86400))::int as "daysLeft"
    from deleted_field d where ${where} order by d.deleted_at desc, d.field_id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from deleted_field d where ${where}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const taken = await takenLabels(db, actor, type);
  const list = rows.map(({ id, field, userId, time, daysLeft }): DeletedField => {
    const name = labelOf(type, namedBy(field), actor.language);
    return {
      fieldId: id,
      name,
      formType: field.form_type,
      deleteUserName: names.user(userId) ?? '',
      deleteTime: time,
      daysLeft,
      suggestion: taken.has(name) ? freeName(name, taken) : '',
    };
  });
  return { list, total: counted[0]?.n ?? 0 };
}

/** Labels of the form now, in the reader's language. */
export async function takenLabels(db: Database, actor: Actor, type: RecordType): Promise<ReadonlySet<string>> {
  const { all } = await readFields(db, type.code);
  return new Set(all.map((field) => labelOf(type, field, actor.language)));
}

/** A name like this one that no field has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const end = String(count);
    const next = name.slice(0, 50 - end.length) + end;
    if (!taken.has(next)) return next;
  }
}

/** How many records have a value in a deleted field. @throws AppError `access.record` */
export async function deletedCount(db: Database, type: RecordType, fieldId: number): Promise<number> {
  await requireInBin(db, type, fieldId);
  const { from, live } = system('who destroys a field is told how much, whoever may read it', type);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${from} where ${live} and r.custom ? ${customKey({ fieldId })}::text`.execute(db);
  return rows[0]?.n ?? 0;
}

/** @throws AppError `access.record` for a field that is not in the bin of the form */
async function requireInBin(db: Database, type: RecordType, fieldId: number): Promise<void> {
  const { rows } = await sql`
    select from deleted_field
    where field_id = ${fieldId} and type_code = ${type.code} and destroyed_at is null`.execute(db);
  if (rows.length === 0) throw new AppError('access.record');
}
