import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { planAdded } from '#server/record/fields/field-plan.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { StoredField } from './stored-fields.ts';

const mostFields = 100;

async function newId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('approval_category_field_id')::int as id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The fields that each form begins with: the reason, which is required, and remarks. They can be changed, not deleted. */
export async function firstFields(db: Database, language: Language): Promise<StoredField[]> {
  const first = { content: true, remark: false } as const;
  const fields: StoredField[] = [];
  for (const fieldName of ['content', 'remark'] as const)
    fields.push({
      fieldId: await newId(db),
      fieldName,
      name: translate(language, `approval_category.field_${fieldName}`),
      formType: 'textarea',
      required: first[fieldName],
      unique: false,
      hidden: false,
      options: [],
      maxLength: null,
      defaultValue: '',
      inputTips: '',
      remark: '',
      operating: 1,
    });
  return fields;
}

/** The form that a designer has sent. @throws AppError `field.*`, which name the field */
export async function planFields(
  db: Database,
  stored: readonly StoredField[],
  drafts: readonly FieldDraft[],
): Promise<StoredField[]> {
  const byId = new Map(stored.map((field) => [field.fieldId, field]));
  const fields: StoredField[] = [];
  for (const [at, draft] of drafts.entries()) {
    const known = draft.fieldId === undefined ? null : byId.get(draft.fieldId);
    if (known === undefined) throw new AppError('field.unknown', { name: draft.name ?? String(draft.fieldId) });
    const asked = known && draft.formType === undefined && draft.type === undefined ? { formType: known.formType } : {};
    const plan = planAdded({ ...draft, ...asked }, at + 1);
    if (known && known.formType !== plan.formType) throw new AppError('field.type_fixed', { name: plan.name });
    if (plan.defaultBy) throw new AppError('field.default_by', { name: plan.name });
    if (plan.formula || plan.rollup) throw new AppError('field.formula_result', { name: plan.name });
    fields.push({
      fieldId: known?.fieldId ?? (await newId(db)),
      fieldName: known && known.operating > 0 ? known.fieldName : plan.name,
      name: plan.name,
      formType: plan.formType,
      required: plan.required,
      unique: plan.unique,
      hidden: plan.hidden,
      options: plan.options,
      maxLength: plan.maxLength,
      defaultValue: plan.defaultValue,
      inputTips: plan.inputTips,
      remark: plan.remark ?? known?.remark ?? '',
      operating: known?.operating ?? 0,
    });
  }
  if (new Set(fields.map(({ fieldId }) => fieldId)).size < fields.length) throw new AppError('field.name_taken');
  if (new Set(fields.map(({ name }) => name)).size < fields.length) throw new AppError('field.name_taken');
  if (fields.length > mostFields) throw new AppError('field.too_many', { max: mostFields });
  const lost = stored.find((field) => field.operating > 0 && !fields.some(({ fieldId }) => fieldId === field.fieldId));
  if (lost) throw new AppError('field.locked', { name: lost.name });
  return fields;
}
