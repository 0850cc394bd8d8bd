import { route, type Route } from '#server/platform/http/route.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import { isComputed, typeOnWire, type Field } from '#shared/record/field.ts';
import { fieldCalls, type RollupShown } from '#shared/record/calls/field-calls.ts';
import { fieldIndexCalls } from '#shared/record/designer/field-index-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { checkTyped } from '#server/record/formula/check-typed.ts';
import { formulaShown } from '#server/record/formula/set-up-formulas.ts';
import { recomputeStateOf } from '#server/record/formula/recompute.ts';
import { indexStatesOf } from '#server/record/field-indexes/index-states.ts';
import { rollupChoices } from '#server/record/rollups/choices.ts';
import { rollupShown } from '#server/record/rollups/set-up-rollups.ts';
import type { Services } from '#server/platform/services.ts';
import { mayDefaultBy } from '#server/record/fields/field-plan.ts';
import { fieldsOf, labelOf, readFields } from '#server/record/fields/field-set.ts';
import { formVersion, saveFields } from '#server/record/fields/field-setup.ts';
import { furtherForms, requireApplication, requireDesigner } from '#server/record/form-life/further-forms.ts';
import { followUpCategories, setFollowUpCategories } from '#server/record/follow-ups/kinds.ts';
import { deleteFollowUp } from '#server/record/follow-ups/write.ts';
import { filterFields, formFields, formLines, informationOf, sequenceKey } from '#server/record/fields/forms.ts';
import {
  columnLabel,
  layoutOf,
  listHeads,
  setLayout,
  setWidth,
  type ListName,
} from '#server/record/fields/list-columns.ts';
import { rulesByKey } from '#server/record/form-rules/rules-by-name.ts';
import { recordCounts, recordFiles } from '#server/record/follow-ups/record-files.ts';
import { historyOf } from '#server/record/rows/history.ts';
import { moduleByWire, recordModule, recordModules, typeNamed } from '#server/record/registry.ts';
import { beyondReach } from '#server/record/access/reach.ts';
import { mayOpenPool } from '#server/record/access/scope.ts';
import { verifications } from '#server/record/access/turns.ts';
import { holderOf, namesOf, takenError, uniqueField, uniquesOf } from '#server/record/write/unique.ts';

/** The type of a module code, for people who may see its records at all. */
function typeFor(actor: Actor, code: number, actions: readonly string[]): RecordType {
  const type = typeNamed(code) ?? recordModule(code).type;
  const isOpen =
    type.pool?.code === code
      ? mayOpenPool(actor, type)
      : actions.some((action) => actor.mayDo(permissionOf(type, action)));
  if (!isOpen) throw new AppError('access.denied');
  return type;
}
/** The list whose columns are read or set. */
const listOf = (
  actor: Actor,
  { label, sceneId, arranged }: Omit<ListName, 'type'> & { readonly label: number },
): ListName => {
  const type = typeFor(actor, label, ['index']);
  return { type, sceneId, arranged, isPool: type.pool?.code === label };
};
/** The code of a list by its name on the wire: that of a type, or of its pool. */
function listCode(name: string): number {
  const pool = recordModules().find(({ type }) => `${type.name}_pool` === name)?.type.pool?.code;
  return pool ?? moduleByWire(name).type.code;
}

const anyUse = ['index', 'read', 'save', 'update'] as const;

/** Routes of the `field` family and of the logs that all record types share. */
export const fieldRoutes = ({ jobs }: Pick<Services, 'jobs'>): Route[] => [
  route(fieldCalls.form, async ({ db, actor, input }) => {
    const further = furtherForms(input.label, input.id);
    if (further && input.id !== undefined) {
      requireApplication(actor, further);
      return further.form(db, actor, input.id);
    }
    const type = typeFor(actor, input.label, input.id === undefined ? anyUse : ['read', 'update']);
    return formFields(db, actor, type, input.id);
  }),
  route(fieldCalls.lines, async ({ db, actor, input }) => {
    const type = typeFor(actor, input.label, input.id === undefined ? anyUse : ['read', 'update']);
    return formLines(db, actor, type, input.id);
  }),
  route(fieldCalls.information, async ({ db, actor, input }) =>
    informationOf(db, actor, typeFor(actor, input.types, ['read']), input.id),
  ),
  route(fieldCalls.heads, async ({ db, actor, input }) => listHeads(db, actor, listOf(actor, input))),
  route(fieldCalls.headConfig, async ({ db, actor, input }) => {
    const list = listOf(actor, input);
    const choices = (await layoutOf(db, actor, list)).map(({ column, hidden, frozen }) => ({
      hidden,
      choice: { id: column.id, name: columnLabel(list.type, column, actor), frozen: frozen ? 1 : 0 },
    }));
    const pick = (hidden: boolean) => choices.filter((one) => one.hidden === hidden).map(({ choice }) => choice);
    return { value: pick(false), hideValue: pick(true) };
  }),
  route(fieldCalls.setHeadConfig, async ({ db, actor, input }) => {
    const split = (list: string) =>
      list
        .split(',')
        .filter((id) => id !== '')
        .slice(0, 300);
    await setLayout(db, actor, listOf(actor, input), {
      shown: split(input.noHideIds),
      hidden: split(input.hideIds),
      frozen: input.frozenIds === undefined ? undefined : split(input.frozenIds),
    });
    return null;
  }),
  route(fieldCalls.setWidth, async ({ db, actor, input }) => {
    await setWidth(db, actor, listOf(actor, { ...input, label: listCode(input.types) }), input.field, input.width);
    return null;
  }),
  route(fieldCalls.verify, async ({ db, actor, input }) => {
    await verify(db, actor, input);
    return null;
  }),
  route(fieldCalls.filterFields, async ({ db, actor, input }) => {
    if (input.label === undefined) throw new AppError('scene.no_label');
    if (!typeNamed(input.label)) throw new AppError('scene.label');
    const { type, isPool } = listOf(actor, { label: input.label });
    return filterFields(db, actor, type, isPool);
  }),
  route(fieldCalls.importRule, async ({ db, actor, input }) => {
    const type = typeFor(actor, input.type, ['excelimport']);
    const fields = await fieldsOf(db, actor, type);
    return uniquesOf(fields)
      .filter((unique) => unique.fields.every(({ hidden }) => !hidden))
      .map((unique) => namesOf(unique.fields.map((field) => ({ name: labelOf(type, field, actor.language) }))))
      .join(',');
  }),
  route(fieldCalls.modules, async ({ db, actor }) => {
    const types = recordModules().map((module) => module.type);
    const rows = await db
      .selectFrom('record_field')
      .select(['type_code', (eb) => eb.fn.max('update_time').as('latest')])
      .groupBy('type_code')
      .execute();
    return types.map((type) => {
      const key = `${type.name}.list`;
      return {
        label: type.code,
        types: type.name,
        name: isMessageKey(key) ? translate(actor.language, key) : type.name,
        updateTime: String(rows.find((row) => row.type_code === type.code)?.latest ?? ''),
      };
    });
  }),
  route(fieldCalls.adminList, async ({ db, actor, input }) => {
    const further = furtherForms(input.label, input.categoryId);
    requireDesigner(actor, further);
    if (further && input.categoryId !== undefined) return further.list(db, actor, input.categoryId);
    const { type } = recordModule(input.label);
    const fields = await readFields(db, type.code);
    const version = await formVersion(db, type);
    const rows = await db
      .selectFrom('record_field')
      .select(['field_id', 'remark', 'update_time', 'relevant', 'is_indexed'])
      .where('type_code', '=', type.code)
      .execute();
    const rollups = new Map<Field, RollupShown>();
    for (const field of fields.all) {
      const rollup = await rollupShown(db, field);
      if (rollup) rollups.set(field, rollup);
    }
    return fields.all.map((field) => ({
      fieldId: field.fieldId,
      fieldName: field.fieldName,
      name: labelOf(type, field, actor.language),
      ...typeOnWire(field.formType),
      inputTips: field.inputTips,
      options: field.options.join(','),
      setting: [...field.options],
      isUnique: field.unique ? 1 : 0,
      isNull: field.required ? 1 : 0,
      maxLength: field.maxLength,
      defaultValue: field.defaultValue,
      ...(mayDefaultBy(type, field) && {
        defaultFormula: formulaShown(type, fields.all, actor.language, field.defaultFormula ?? ''),
      }),
      fieldType: field.fieldType,
      operating: field.operating,
      disabled: isComputed(field) ? 1 : 0,
      ...(field.formula && {
        computed: 1 as const,
        formula: formulaShown(type, fields.all, actor.language, field.formula.text),
        decimals: field.formula.decimals,
      }),
      ...(field.rollup && {
        computed: 1 as const,
        rollup: rollups.get(field),
        decimals: field.rollup.decimals,
      }),
      relation: null,
      companionOf: field.companionOf,
      ...sequenceKey(field),
      ...(field.rules && { rules: rulesByKey(field.rules, fields.all) }),
      label: type.code,
      remark: rows.find((row) => row.field_id === field.fieldId)?.remark ?? '',
      sorting: field.sorting,
      updateTime: rows.find((row) => row.field_id === field.fieldId)?.update_time ?? '',
      isHidden: field.hidden ? 1 : 0,
      relevant: rows.find((row) => row.field_id === field.fieldId)?.relevant ?? null,
      isIndexed: rows.some((row) => row.field_id === field.fieldId && row.is_indexed) ? 1 : 0,
      formVersion: version,
    }));
  }),
  route(fieldCalls.adminSave, async ({ db, actor, input }) => {
    const further = furtherForms(input.label, input.categoryId);
    requireDesigner(actor, further);
    if (further && input.categoryId !== undefined) {
      await further.save(db, actor, { id: input.categoryId, data: input.data, base: input.base });
      return null;
    }
    const { type } = recordModule(input.label);
    const { recomputes, indexes } = await saveFields(db, actor, type, input.data, input.base);
    if (recomputes) await jobs.send(db, 'formula.recompute', { typeCode: type.code });
    if (indexes) await jobs.send(db, 'field.index', { typeCode: type.code });
    return null;
  }),
  route(fieldCalls.checkFormula, async ({ db, actor, input }) =>
    checkTyped(db, actor, recordModule(input.label).type, input),
  ),
  route(fieldCalls.rollupChoices, async ({ db, actor, input }) =>
    rollupChoices(db, actor, recordModule(input.label).type),
  ),
  route(fieldIndexCalls.states, async ({ db, input }) => indexStatesOf(db, recordModule(input.label).type)),
  route(fieldCalls.recompute, async ({ db, input }) => recomputeStateOf(db, recordModule(input.label).type)),
  route(recordLogCalls.history, async ({ db, actor, input }) => {
    const { type } = moduleByWire(input.types ?? input.crmTypes ?? '');
    return historyOf(db, actor, typeFor(actor, type.code, ['read']), input.actionId, {
      limit: input.limit,
      offset: (input.page - 1) * input.limit,
    });
  }),
  route(recordLogCalls.files, async ({ db, actor, input: { actionId, types, page, limit } }) =>
    recordFiles(db, actor, moduleByWire(types ?? '').type, actionId, { limit, offset: (page - 1) * limit }),
  ),
  route(recordLogCalls.counts, async ({ db, actor, input: { actionId, types } }) =>
    recordCounts(db, actor, moduleByWire(types ?? '').type, actionId),
  ),
  route(recordLogCalls.deleteFollowUp, async ({ db, actor, input }) => {
    await deleteFollowUp(db, actor, input.recordId);
    return null;
  }),
  route(recordLogCalls.categories, async ({ db }) => followUpCategories(db)),
  route(recordLogCalls.setCategories, async ({ db, actor, input }) => {
    await setFollowUpCategories(db, actor, input.value);
    return null;
  }),
];

/**
 * Whether a value of a unique field is free in all scopes, except for the record that owns the batch (R9.8). Like the
 * duplicate check it is limited, and logs when it revealed a record beyond the actor's reach (security A13).
 */
async function verify(
  db: Database,
  actor: Actor,
  input: { fieldId?: number | undefined; value?: string | undefined; batchId?: string | undefined },
): Promise<void> {
  if (input.fieldId === undefined || input.value === undefined) throw new AppError('field.verify_params');
  const row = await db
    .selectFrom('record_field')
    .select('type_code')
    .where('field_id', '=', input.fieldId)
    .executeTakeFirst();
  if (!row) throw new AppError('field.verify_params');
  const type = typeFor(actor, row.type_code, ['save', 'update']);
  const field = (await fieldsOf(db, actor, type)).byId.get(input.fieldId);
  // a hidden field does not exist for the reader (security A6)
  if (!field || field.hidden) throw new AppError('field.verify_params');
  if (!field.unique) return;
  const parsed = fieldTypeOf(field.formType).parse(input.value, field);
  if (!parsed.ok || parsed.value === null) return;
  const entry = { userId: actor.userId, what: `verify ${type.name}`, address: actor.address };
  await takeTurn(db, entry, verifications);
  const holder = await holderOf(
    db,
    type,
    field,
    parsed.value,
    input.batchId === undefined ? {} : { batchId: input.batchId },
  );
  if (holder === null) return;
  if ((await beyondReach(db, actor, type, [holder])).size > 0)
    await audit(db, {
      ...entry,
      what: 'verify.unseen',
      subject: `${type.name} ${holder} ${field.fieldName}`,
      result: 'done',
    });
  throw takenError(uniqueField(field));
}
