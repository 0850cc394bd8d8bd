import { sql } from 'kysely';
import '#server/record/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { combination, refuseDuplicates } from '#server/record/unique-rules/duplicates.ts';
import { holdsUniques, namesOf } from '#server/record/write/unique.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { mayBeTogether } from '#shared/record/designer/unique-rule.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface StoredRule {
  readonly rule_id: number;
  readonly field_ids: readonly number[];
}

export const rulesOf = (db: Database, type: Pick<RecordType, 'code'>): Promise<StoredRule[]> =>
  db
    .selectFrom('unique_rule')
    .select(['rule_id', 'field_ids'])
    .where('type_code', '=', type.code)
    .orderBy('rule_id')
    .execute();

/** The same fields in whatever order. */
const keyOf = (fieldIds: readonly number[]): string => fieldIds.toSorted((one, other) => one - other).join(',');

/**
 * Replaces the rules of a type. What is new is checked over all records, and added to the index of unique values: writes
 * of the type wait for it, and see it, reads continue.
 * @throws AppError `field.unknown`, `unique_rule.field`, `unique_rule.twice`, `unique_rule.duplicates`
 */
export async function setRules(
  db: Database,
  actor: Actor,
  type: RecordType,
  wanted: readonly (readonly number[])[],
): Promise<void> {
  await organisationChanged(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  const { byId } = await readFields(db, type.code);
  const known = new Map((await rulesOf(db, type)).map((rule) => [keyOf(rule.field_ids), rule]));
  const added = wanted
    .filter((fieldIds) => !known.has(keyOf(fieldIds)))
    .map((fieldIds) => fieldsOfRule(byId, type, actor.language, fieldIds));
  if (new Set(wanted.map(keyOf)).size < wanted.length) throw new AppError('unique_rule.twice');
  const kept = new Set(wanted.map(keyOf));
  const gone = [...known].flatMap(([key, rule]) => (kept.has(key) ? [] : [rule.rule_id]));
  if (added.length === 0 && gone.length === 0) return;
  await sql`set local statement_timeout = '60s'`.execute(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 6)`.execute(db);
  if (gone.length > 0) {
    await db.deleteFrom('unique_value').where('field_id', 'in', gone).execute();
    await db.deleteFrom('unique_rule').where('rule_id', 'in', gone).execute();
  }
  for (const fields of added) {
    await refuseDuplicates(db, actor, type, fields);
    await addRule(db, type, fields);
  }
}

function fieldsOfRule(
  byId: ReadonlyMap<number, Field>,
  type: RecordType,
  language: Language,
  fieldIds: readonly number[],
): Field[] {
  if (new Set(fieldIds).size < fieldIds.length) throw new AppError('unique_rule.twice');
  return fieldIds.map((fieldId) => {
    const field = byId.get(fieldId);
    if (!field) throw new AppError('field.unknown', { name: String(fieldId) });
    if (!mayBeTogether(field)) throw new AppError('unique_rule.field', { name: labelOf(type, field, language) });
    return field;
  });
}

async function addRule(db: Database, type: RecordType, fields: readonly Field[]): Promise<void> {
  const ids = fields.map(({ fieldId }) => fieldId);
  const { rows } = await sql<{ id: number }>`
    insert into unique_rule (type_code, field_ids) values (${type.code}, ${ids}::int[]) returning rule_id as id`.execute(
    db,
  );
  await sql`
    insert into unique_value (field_id, digest, record_id)
    select ${rows[0]?.id ?? 0}::int, digest, r.${sql.ref(type.idColumn)}
    from ${sql.table(type.table)} as r, unique_digest(${combination(fields)}) as digest
    where ${holdsUniques(type)} and digest is not null`.execute(db);
}

/** @throws AppError `field.unique_needs` for a field to be deleted that is unique together with others */
export async function requireInNoRule(
  db: Database,
  { type, language }: { readonly type: RecordType; readonly language: Language },
  gone: readonly Field[],
): Promise<void> {
  if (gone.length === 0) return;
  const { byId } = await readFields(db, type.code);
  for (const { field_ids: fieldIds } of await rulesOf(db, type)) {
    const needed = gone.find(({ fieldId }) => fieldIds.includes(fieldId));
    if (!needed) continue;
    const labels = fieldIds.flatMap((fieldId) => {
      const field = byId.get(fieldId);
      return field ? [{ name: labelOf(type, field, language) }] : [];
    });
    throw new AppError('field.unique_needs', { name: labelOf(type, needed, language), names: namesOf(labels) });
  }
}
