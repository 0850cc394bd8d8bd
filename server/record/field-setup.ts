import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { formTypeCodes, formTypes, isFormType, type Field, type FormType } from '#shared/record/field.ts';
import type { FieldDraft } from '#shared/record/field-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { customKey, listColumns } from '#server/record/columns.ts';
import { readFields } from '#server/record/field-set.ts';

const maxCustomFields = 100;
/** Keys that every row carries. */
const reservedKeys = [
  'name',
  'version',
  'batchId',
  'ownerUserId',
  'createUserId',
  'address',
  'location',
  'detailAddress',
  'lng',
  'lat',
];

/** What the set-up may say of a field, checked and complete. */
interface Plan {
  readonly known: Field | null;
  readonly name: string;
  readonly formType: FormType;
  readonly options: string[];
  readonly required: boolean;
  readonly unique: boolean;
  readonly hidden: boolean;
  readonly maxLength: number | null;
  readonly defaultValue: string;
  readonly inputTips: string;
}

const optionsOf = (draft: FieldDraft): string[] => {
  const raw = draft.setting ?? draft.options ?? [];
  const list: unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [];
  const texts = list.map((option) =>
    typeof option === 'object' && option !== null
      ? String((option as { value?: unknown }).value ?? '')
      : String(option),
  );
  return [...new Set(texts.map((text) => text.trim().slice(0, 100)).filter((text) => text !== ''))].slice(0, 500);
};

function formTypeOf(draft: FieldDraft): FormType {
  if (isFormType(draft.formType)) return draft.formType;
  return formTypes.find((formType) => formTypeCodes[formType] === draft.type) ?? 'text';
}

function plan(draft: FieldDraft, known: Field | null, row: number): Plan {
  const name = (draft.name ?? '').trim();
  if (name === '') throw new AppError('field.name_empty', { row });
  const formType = known ? known.formType : formTypeOf(draft);
  const asked = draft.formType ?? null;
  if (known && asked !== null && isFormType(asked) && asked !== known.formType)
    throw new AppError('field.type_fixed', { name });
  const fixed = known?.fieldType === 1;
  return {
    known,
    name,
    formType,
    options: fixed ? [...(known?.options ?? [])] : optionsOf(draft),
    required: draft.isNull === 1,
    unique: draft.isUnique === 1 && fieldTypeOf(formType).uniqueable,
    hidden: draft.isHidden === 1,
    maxLength: draft.maxLength ?? null,
    defaultValue: Array.isArray(draft.defaultValue)
      ? draft.defaultValue.map(String).join(',')
      : String(draft.defaultValue ?? '').slice(0, 1000),
    inputTips: draft.inputTips ?? '',
  };
}

/**
 * Replaces the field set-up of a type (reference §5.3): the order of `drafts` is the order of the form, a custom field
 * that is left out is deleted with its values and rights, fixed ones stay.
 */
export async function saveFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  drafts: readonly FieldDraft[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  const current = await readFields(db, type.code);
  const plans = drafts.map((draft, index) => {
    const known = draft.fieldId === undefined ? null : (current.byId.get(draft.fieldId) ?? null);
    if (draft.fieldId !== undefined && !known)
      throw new AppError('field.unknown', { name: draft.name ?? String(draft.fieldId) });
    return plan(draft, known, index + 1);
  });
  checkNames(type, current.all, plans);
  if (plans.filter((one) => one.known?.fieldType !== 1).length > maxCustomFields)
    throw new AppError('field.too_many', { max: maxCustomFields });
  const kept = new Set(plans.flatMap((one) => (one.known ? [one.known.fieldId] : [])));
  const gone = current.all.filter((field) => field.fieldType === 0 && !kept.has(field.fieldId));
  const locked = gone.find((field) => field.operating === 1 || field.operating === 3);
  if (locked) throw new AppError('field.locked', { name: locked.name });
  for (const field of gone) await dropField(db, type, field);
  for (const [sorting, one] of plans.entries()) await writeField(db, type, one, sorting);
  await organisationChanged(db);
  await audit(db, { userId: actor.userId, what: 'fields', subject: type.name, result: 'done', address: actor.address });
}

/** Labels are keys on the wire: no two alike, and none that a row already uses for something else. */
function checkNames(type: RecordType, current: readonly Field[], plans: readonly Plan[]): void {
  const fixed = current.filter((field) => field.fieldType === 1);
  const reserved = new Set([
    ...listColumns(type, { all: fixed, shown: fixed, byName: new Map(), byId: new Map() }).flatMap((column) => [
      column.key,
      column.fieldName,
    ]),
    ...fixed.map((field) => field.fieldName),
    ...reservedKeys,
    type.idKey,
  ]);
  const seen = new Set<string>();
  for (const one of plans) {
    if (seen.has(one.name)) throw new AppError('field.name_taken');
    seen.add(one.name);
    if (one.known?.fieldType !== 1 && (reserved.has(one.name) || one.name.startsWith('__')))
      throw new AppError('field.name_reserved', { name: one.name });
  }
}

async function dropField(db: Database, type: RecordType, field: Field): Promise<void> {
  const key = customKey(field);
  await db.deleteFrom('record_field').where('field_id', '=', field.fieldId).execute();
  await sql`update ${sql.table(type.table)} set custom = custom - ${key}::text where custom ? ${key}::text`.execute(db);
}

async function writeField(db: Database, type: RecordType, one: Plan, sorting: number): Promise<void> {
  const values = {
    name: one.name,
    required: one.required || (one.known?.fieldType === 1 && one.known.fieldName === type.titleField),
    is_unique: one.unique,
    options: JSON.stringify(one.options),
    max_length: one.maxLength,
    default_value: one.defaultValue,
    input_tips: one.inputTips,
    hidden: one.hidden && one.known?.fieldName !== type.titleField,
    sorting,
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
  await db
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
    .execute();
}
