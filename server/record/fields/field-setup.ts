import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { camelCase, isComputed, type Field } from '#shared/record/field.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import { commonColumns, type RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import { languages } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { markIndexed } from '#server/record/field-indexes/wanted-indexes.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { followRenames, plannedRenames, renameInRecords } from '#server/record/fields/add-option.ts';
import { planField, type FieldPlan } from '#server/record/fields/field-plan.ts';
import { checkRelevant } from '#server/record/fields/field-relevant.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { saveRules } from '#server/record/form-rules/save-rules.ts';
import { lockRecompute, requestRecompute } from '#server/record/formula/recompute.ts';
import { saveFormulas } from '#server/record/formula/set-up-formulas.ts';
import { refuseCircles } from '#server/record/rollups/circles.ts';
import { requireNotCounted, saveRollups } from '#server/record/rollups/set-up-rollups.ts';
import { requireInNoRule } from '#server/record/unique-rules/rules.ts';
import { holdsUniques } from '#server/record/write/unique.ts';
import { toBin } from '#server/record/form-life/bin.ts';
import { keepVersion } from '#server/record/form-life/versions.ts';

const maxCustomFields = 100;
/** Keys that every row has besides its fields, and names with a meaning for JavaScript or body readers. */
const reservedKeys = [
  'name',
  'version',
  'batchId',
  'fieldBatchId',
  'ownerUserId',
  'createUserId',
  'isPool',
  'dataAuth',
  'mayWrite',
  'address',
  'location',
  'detailAddress',
  'lng',
  'lat',
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  '@type',
];

/** Whether computed fields have changed, so that records must be recomputed, and whether indexes are to be made or dropped. */
export interface FormSaved {
  readonly recomputes: boolean;
  readonly indexes: boolean;
}

/**
 * Replaces the field set-up of a type (R9.6): the order of `drafts` is the order of the form, an omitted custom field
 * is deleted with its values and rights, fixed ones stay. Returns whether computed fields have changed, so that records
 * must be recomputed, and whether indexes are to be made or dropped. `base` is the version that was changed.
 * @throws AppError `field.*`, `field.stale` where others have saved since `base`
 */
export async function saveFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  drafts: readonly FieldDraft[],
  base?: string,
): Promise<FormSaved> {
  await lockForm(db, type);
  if (base !== undefined && base !== (await formVersion(db, type))) throw new AppError('field.stale');
  await keepVersion(db, type, null);
  const saved = await writeForm(db, actor, type, drafts);
  await keepVersion(db, type, { userId: actor.userId });
  return saved;
}

/** Held until the transaction ends, by whoever changes a form. */
export async function lockForm(db: Database, type: RecordType): Promise<void> {
  // first, as roles' rights to fields must not change concurrently: new fields follow them
  await organisationChanged(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  await lockRecompute(db, type);
}

/**
 * Writes a form under its lock. `back` are fields that have just come out of the bin, whose values are older than the form.
 * @throws AppError `field.*`
 */
export async function writeForm(
  db: Database,
  actor: Actor,
  type: RecordType,
  drafts: readonly FieldDraft[],
  back: ReadonlySet<number> = new Set(),
): Promise<FormSaved> {
  const current = await readFields(db, type.code);
  const plans = drafts.map((draft, index) => {
    const known = draft.fieldId === undefined ? null : (current.byId.get(draft.fieldId) ?? null);
    if (draft.fieldId !== undefined && !known)
      throw new AppError('field.unknown', { name: draft.name ?? String(draft.fieldId) });
    return planField(type, draft, known, index + 1);
  });
  checkNames(type, current.all, plans);
  const renames = plannedRenames(drafts, plans);
  if (plans.filter((one) => one.known?.fieldType !== 1).length > maxCustomFields)
    throw new AppError('field.too_many', { max: maxCustomFields });
  for (const one of plans) await checkUniqueness(db, type, one);
  await checkRelevant(db, type, plans);
  const kept = new Set(plans.flatMap((one) => (one.known ? [one.known.fieldId] : [])));
  const gone = current.all.filter((field) => field.fieldType === 0 && !kept.has(field.fieldId));
  const locked = gone.find((field) => field.operating === 1 || field.operating === 3);
  if (locked) throw new AppError('field.locked', { name: locked.name });
  await requireNotCounted(db, { type, language: actor.language }, gone);
  await requireInNoRule(db, { type, language: actor.language }, gone);
  for (const field of gone) await toBin(db, actor, type, field);
  await freeNames(db, plans);
  for (const [sorting, one] of plans.entries()) await writeField(db, type, one, sorting);
  const setUp = { type, language: actor.language, before: current.all };
  const indexes = await markIndexed(db, setUp, drafts, gone.length + back.size > 0);
  await saveRules(db, setUp, drafts, plans, followRenames(renames));
  for (const { known, names } of renames) await renameInRecords(db, actor, type, known, names);
  const rollups = await saveRollups(db, setUp, plans);
  const returned = current.all.filter((field) => back.has(field.fieldId) && isComputed(field));
  const recomputes = (await saveFormulas(db, setUp, plans)) || rollups.isChanged || returned.length > 0;
  if (recomputes) {
    await refuseCircles(db, actor.language);
    await requestRecompute(db, type);
  }
  await indexUnique(db, type, plans, gone);
  // running writes end first, later ones see the new formulas (`followFormulas`) and roll-ups (`rollupsOver`)
  const counted = returned.flatMap(({ rollup }) => rollup?.child ?? []);
  const codes = new Set(recomputes ? [type.code, ...rollups.children, ...counted] : []);
  for (const code of [...codes].toSorted((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(${code}, 6)`.execute(db);
  await audit(db, { userId: actor.userId, what: 'fields', subject: type.name, result: 'done', address: actor.address });
  return { recomputes, indexes };
}

/** Another one after each save of the form: its writes touch every field. */
export async function formVersion(db: Database, type: RecordType): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(field_id || ' ' || extract(epoch from update_time), ',' order by field_id), '')) as version
    from record_field where type_code = ${type.code}`.execute(db);
  return rows[0]?.version ?? '';
}

/** Labels are wire keys and headings of sheets: unique in every language, and different from other keys of a row. */
function checkNames(type: RecordType, current: readonly Field[], plans: readonly FieldPlan[]): void {
  const fixed = current.filter((field) => field.fieldType === 1);
  const columns = [
    ...fixed.map((field) => field.fieldName),
    ...[...type.systemColumns, ...stateColumns(type), ...commonColumns].flatMap((column) => [
      column.fieldName,
      column.column,
    ]),
    ...type.rowColumns,
    type.idColumn,
  ];
  const reserved = new Set([...columns, ...columns.map(camelCase), ...reservedKeys]);
  const planned = new Set(plans.map((one) => one.known?.fieldId));
  const kept = fixed.filter((field) => !planned.has(field.fieldId));
  for (const language of languages) {
    const labels = [...kept, ...plans.map(namedBy)].map((field) => labelOf(type, field, language));
    if (new Set(labels).size < labels.length) throw new AppError('field.name_taken');
  }
  for (const one of plans) {
    if (one.known?.fieldType !== 1 && (reserved.has(one.name) || one.name.startsWith('__')))
      throw new AppError('field.name_reserved', { name: one.name });
  }
}

/** The label of a field in the designer. */
const namedBy = ({ known, name, formType }: FieldPlan) => ({
  fieldType: known?.fieldType ?? 0,
  fieldName: known?.fieldType === 1 ? known.fieldName : name,
  formType,
  name,
});

/** A field can become unique only if its values are: otherwise records would refuse every save that touches them. */
export async function checkUniqueness(
  db: Database,
  type: RecordType,
  one: Pick<FieldPlan, 'name' | 'known' | 'unique'>,
): Promise<void> {
  if (!one.unique || !one.known || one.known.unique) return;
  const { value } = fieldColumn(one.known);
  const { rows } = await sql<{ value: string; total: number }>`
    select min(${value}::text) as value, count(*) over () as total from ${sql.table(type.table)} as r
    where ${holdsUniques(type)} and unique_digest(${value}::text) is not null
    group by unique_digest(${value}::text) having count(*) > 1 order by 1 limit 1`.execute(db);
  const [twice] = rows;
  if (twice)
    throw new AppError('field.duplicates', { name: one.name, value: twice.value.slice(0, 60), count: twice.total });
}

/**
 * Adds the values of fields that have become unique to the unique index, and removes those of others. Writes of the
 * type wait for it (migration 0022), and their values are checked again; reads continue.
 */
async function indexUnique(
  db: Database,
  type: RecordType,
  plans: readonly FieldPlan[],
  gone: readonly Field[],
): Promise<void> {
  const marked = plans.filter((one) => one.unique && one.known && !one.known.unique);
  const cleared = [
    ...gone.filter((field) => field.unique).map((field) => field.fieldId),
    ...plans.flatMap(({ known, unique }) => (known?.unique && !unique ? [known.fieldId] : [])),
  ];
  if (marked.length === 0 && cleared.length === 0) return;
  await sql`set local statement_timeout = '60s'`.execute(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 6)`.execute(db);
  await db
    .deleteFrom('unique_value')
    .where('field_id', 'in', [0, ...cleared])
    .execute();
  for (const one of marked) {
    await checkUniqueness(db, type, one);
    await sql`
      insert into unique_value (field_id, digest, record_id)
      select f.field_id, digest, r.${sql.ref(type.idColumn)}
      from record_field as f, ${sql.table(type.table)} as r, unique_digest(field_text(to_jsonb(r), f)) as digest
      where f.field_id = ${one.known?.fieldId ?? 0} and ${holdsUniques(type)} and digest is not null`.execute(db);
  }
}

/** Fields may swap names: old ones are released before any new one is written. */
async function freeNames(db: Database, plans: readonly FieldPlan[]): Promise<void> {
  const renamed = plans.flatMap(({ known, name }) =>
    known?.fieldType === 0 && known.fieldName !== name ? [known.fieldId] : [],
  );
  if (renamed.length === 0) return;
  await db
    .updateTable('record_field')
    .set({ field_name: sql<string>`'~' || field_id` })
    .where('field_id', 'in', renamed)
    .execute();
}

async function writeField(db: Database, type: RecordType, one: FieldPlan, sorting: number): Promise<void> {
  const isTitle = one.known?.fieldType === 1 && one.known.fieldName === type.titleField;
  const values = {
    name: one.name,
    required: one.required || isTitle,
    is_unique: one.unique,
    options: JSON.stringify(one.options),
    max_length: one.maxLength,
    default_value: one.defaultValue,
    input_tips: one.inputTips,
    hidden: one.hidden && !isTitle,
    sorting,
    ...(one.remark === undefined ? {} : { remark: one.remark }),
    ...(one.relevant === undefined ? {} : { relevant: one.relevant }),
    update_time: sql<string>`now()`,
  };
  if (one.known) {
    const fieldName = one.known.fieldType === 1 ? one.known.fieldName : one.name;
    await db
      .updateTable('record_field')
      .set({ ...values, field_name: fieldName })
      .where('field_id', '=', one.known.fieldId)
      .execute();
    return;
  }
  const { field_id: fieldId } = await db
    .insertInto('record_field')
    .values({
      ...values,
      type_code: type.code,
      field_name: one.name,
      form_type: one.formType,
      field_type: 0,
      operating: 0,
      companion_of: null,
    })
    .returning('field_id')
    .executeTakeFirstOrThrow();
  // hidden at first from roles that do not see all of the type, also under the name of a deleted field (security A8)
  await sql`
    insert into role_field (role_id, type_code, field_id, level)
    select role_id, type_code, ${fieldId}, 0 from role_field_type where type_code = ${type.code}`.execute(db);
}
