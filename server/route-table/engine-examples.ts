import type { Table, Examples } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { FixedField } from '#shared/record/record-type.ts';
import { mayBeTogether } from '#shared/record/designer/unique-rule.ts';
import type { PrintTemplateInput } from '#shared/record/printing/template.ts';
import { fresh, newRole, textFile } from './example-parts.ts';

const labelled = (_table: Table, { type }: Things) => ({ body: { label: type.code } });
const typed = (_table: Table, { type }: Things) => ({ body: { type: type.code } });
const recordForm = (_table: Table, { type, record }: Things) => ({ body: { label: type.code, id: record } });

async function fieldId({ company }: Table, { type }: Things, fieldName: string): Promise<number> {
  const field = await company.db
    .selectFrom('record_field')
    .select('field_id')
    .where('field_name', '=', fieldName)
    .where('type_code', '=', type.code)
    .executeTakeFirstOrThrow();
  return field.field_id;
}

/** A field that numbers records, added once. */
async function sequenceId({ company }: Table, { type: { code: label } }: Things): Promise<number> {
  const as = company.people.admin;
  const name = '示例编号';
  const list = async () =>
    (await company.call('field/list', { label }, { as })).data as { name: string; fieldId: number }[];
  const known = await list();
  if (!known.some((field) => field.name === name))
    await company.call('field/save', { label, data: [...known, { name, formType: 'sequence' }] }, { as });
  return (await list()).find((field) => field.name === name)?.fieldId ?? 0;
}

/** A field that has just been deleted. */
async function deletedFieldId({ company }: Table, { type: { code: label } }: Things): Promise<number> {
  const as = company.people.admin;
  const name = fresh('旧项');
  const list = async () =>
    (await company.call('field/list', { label }, { as })).data as { name: string; fieldId: number }[];
  const known = await list();
  await company.call('field/save', { label, data: [...known, { name, formType: 'text' }] }, { as });
  const fieldId = (await list()).find((field) => field.name === name)?.fieldId ?? 0;
  await company.call('field/save', { label, data: known }, { as });
  return fieldId;
}
const ofDeleted = async (table: Table, things: Things) => ({
  body: { label: things.type.code, fieldId: await deletedFieldId(table, things) },
});

const printTemplate = JSON.stringify({
  page: { margins: {} },
  blocks: [{ kind: 'fields' }],
} satisfies PrintTemplateInput);
const printDraft = ({ type }: Things) => ({ label: type.code, name: fresh('模板'), content: printTemplate });

/** A template of the type that nobody prints by. */
async function newTemplate({ company }: Table, things: Things): Promise<number> {
  const { data } = await company.call('printing/saveTemplate', printDraft(things), { as: company.people.admin });
  return (data as { templateId: number }).templateId;
}

const isTogether = ({ formType, companionOf, formula, rollup }: FixedField): boolean =>
  mayBeTogether({ formType, companionOf: companionOf ?? null }) && !formula && !rollup;

const aCondition = ({ type }: Things) => ({ fieldName: type.titleField, condition: 'contains', value: '公司' });
const linkOf = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);

/** Requests of the calls that any record type is asked for by: about the type that the things are about. */
export const engineExamples: Examples = {
  'field/queryField': recordForm,
  'field/queryLineField': recordForm,
  'field/information': (_table, { type, record }) => ({ body: { types: type.code, id: record } }),
  'field/queryListHead': labelled,
  'field/queryFieldConfig': labelled,
  'field/fieldConfig': (_table, { type }) => {
    const shown = new Set([type.titleField, ...type.searchFields, 'update_time']);
    return { body: { label: type.code, noHideIds: [...shown].join(','), hideIds: 'create_time' } };
  },
  'field/setFelidStyle': (_table, { type }) => ({
    body: { types: String(type.code), field: camelCase(type.titleField), width: 200 },
  }),
  'field/verify': async (table, things) => ({
    body: { fieldId: await fieldId(table, things, things.type.titleField), value: fresh('没有的公司') },
  }),
  'field/queryRecompute': labelled,
  'field/queryRollups': labelled,
  'field/queryIndexes': labelled,
  'field/queryUniqueRules': labelled,
  'field/saveUniqueRules': async (table, things) => {
    const { type } = things;
    const other = type.fields.find((field) => field.fieldName !== type.titleField && isTogether(field));
    const fieldIds = await Promise.all(
      [type.titleField, other?.fieldName ?? ''].map((name) => fieldId(table, things, name)),
    );
    return { body: { label: type.code, rules: [{ fieldIds }] } };
  },
  'field/checkFormula': (_table, { type }) => ({ body: { label: type.code, formula: '1 + 1' } }),
  'field/list': labelled,
  'field/addOption': async (table, things) => {
    const { type } = things;
    const choice = type.starterFields.find((field) => fieldTypeOf(field.formType).choice);
    return {
      body: { label: type.code, fieldId: await fieldId(table, things, choice?.name ?? ''), name: fresh('选项') },
    };
  },
  'field/save': async ({ company }, { type: { code: label } }) => {
    const { data } = await company.call('field/list', { label }, { as: company.people.admin });
    const drafts = (data as Record<string, unknown>[]).map((field) => ({
      ...field,
      maxLength: field['maxLength'] ?? '',
      options: undefined,
    }));
    return { body: { label, data: drafts } };
  },
  'field/queryUses': async (table, things) => ({
    body: { label: things.type.code, fieldId: await fieldId(table, things, things.type.titleField) },
  }),
  'field/queryDeleted': labelled,
  'field/queryDeletedCount': ofDeleted,
  'field/restoreDeleted': ofDeleted,
  'field/destroyDeleted': ofDeleted,
  'field/queryVersions': labelled,
  'field/restoreVersion': async (table, things) => {
    await deletedFieldId(table, things);
    const { data } = await table.company.call(
      'field/queryVersions',
      { label: things.type.code },
      { as: table.company.people.admin },
    );
    return { body: { versionId: (data as { list: { versionId: number }[] }).list[0]?.versionId } };
  },
  'field/querySequence': async (table, things) => ({ body: { fieldId: await sequenceId(table, things) } }),
  'field/setSequence': async (table, things) => ({
    body: { fieldId: await sequenceId(table, things), pattern: 'KH-{0000}', reset: 'never' },
  }),
  'field/getCheckingField': typed,
  'field/queryRoleField': async (table, { type }) => ({ body: { roleId: await newRole(table), label: type.code } }),
  'field/saveRoleField': async (table, things) => {
    const data = [{ fieldId: await fieldId(table, things, 'remark'), level: 1 }];
    return { body: { roleId: await newRole(table), label: things.type.code, data } };
  },
  'CrmRecord/queryRecordList': (_table, { type, record }) => ({
    body: { actionId: record, types: String(type.code) },
  }),
  'CrmRecord/queryFileList': (_table, { type, record }) => ({
    body: { actionId: record, types: String(type.code) },
  }),
  'CrmRecord/queryCounts': (_table, { type, record }) => ({
    body: { actionId: record, types: String(type.code) },
  }),
  'CrmRecord/queryMentionList': (_table, { type, record }) => ({
    body: { actionId: record, types: String(type.code), search: '' },
  }),
  'CrmRecord/setRecordOptions': () => ({ body: { value: ['打电话', '发短信', '上门拜访'] } }),
  'system/message/undoImport': async ({ company }, things) => {
    await company.db
      .updateTable('import_task')
      .set({ status: 'done' })
      .where('import_id', '=', things.import)
      .execute();
    return {};
  },
  'scene/queryField': labelled,
  'scene/querySceneCount': typed,
  'scene/queryScene': typed,
  'scene/querySceneConfig': typed,
  'scene/addScene': (_table, things) => ({
    body: { type: things.type.code, name: fresh('视图'), data: [aCondition(things)] },
  }),
  'scene/updateScene': (_table, things) => ({
    body: { sceneId: things.scene, name: fresh('视图'), data: [aCondition(things)] },
  }),
  'scene/sceneConfig': async ({ company }, { owner, type: { code: type } }) => {
    const { data } = await company.call('scene/queryScene', { type }, { as: owner });
    return { body: { type, noHideIds: (data as { sceneId: number }[]).map((scene) => scene.sceneId), hideIds: [] } };
  },
  'printing/queryTemplateList': labelled,
  'printing/queryTemplate': (_table, { type }) => ({ body: { label: type.code, template: 'plain' } }),
  'printing/saveTemplate': async (table, things) => ({
    body: { ...printDraft(things), templateId: await newTemplate(table, things) },
    creating: printDraft(things),
  }),
  'printing/deleteTemplate': async (table, things) => ({
    body: { label: things.type.code, templateId: await newTemplate(table, things) },
  }),
  'printing/queryFieldList': labelled,
  'printing/queryDraftPages': (_table, { type, record }) => ({
    body: { label: type.code, id: record, content: printTemplate },
  }),
  'printing/queryPages': recordForm,
  'printing/generatePDF': recordForm,
  'access/whoCan': (_table, { type }) => ({ body: { permission: permissionOf(type, 'index') } }),
  'access/compareRights': () => ({ body: { kind: 'role', one: 8, other: 11 } }),
  'access/whoReads': (_table, { type, record }) => ({ body: { types: String(type.code), id: record } }),
  'access/explainRecord': (_table, { type, record }) => ({ body: { types: String(type.code), id: record } }),
  'file/upload': (_table, things) => ({ body: { batchId: things.looseBatch }, file: textFile() }),
  'file/renameFileById': (_table, things) => ({ body: { fileId: things.file, name: '新名.txt' } }),
  // the links of `things` are their owner's: whoever else sends this body is refused for the link already
  'file/download': (_table, things) => ({ body: linkOf(things.link) }),
};
