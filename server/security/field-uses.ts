import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';
import { mobile, secretOf as sample } from '#server/testing/field-types/samples.ts';
import type { Subject } from '#server/testing/hidden-subjects.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { can, type Capability } from '#shared/record/capabilities/capability.ts';
import { camelCase, type Field } from '#shared/record/field.ts';
import { stateColumns } from '#shared/record/states/state.ts';

/** What paths are tried on, once it is there. */
export interface Tried {
  company: Company;
  imports: Imports;
  /** Scenes that an administrator shared before, by field. */
  readonly scenes: Map<number, number>;
}

/** With a scene per field of the subjects that filters by it. */
export async function makeStage(company: Company, subjects: readonly Subject[]): Promise<Tried> {
  const scenes = new Map<number, number>();
  for (const { type, hidden } of subjects) {
    for (const field of hidden) {
      const data = [{ fieldName: field.fieldName, condition: 'isNull' }];
      const { rows } = await sql<{ id: number }>`
        insert into scene (type_code, user_id, name, data, share_all)
        values (${type.code}, 3, ${field.name}, ${JSON.stringify(data)}::jsonb, true) returning scene_id as id`.execute(
        company.db,
      );
      scenes.set(field.fieldId, rows[0]?.id ?? 0);
    }
  }
  return { company, imports: openImports(company, customerImports), scenes };
}

export type Named = Pick<Field, 'fieldName' | 'name' | 'fieldId' | 'fieldType'>;
export const unknown: Named = { fieldName: 'no_such_field', name: '没有这个字段', fieldId: 99_999_999, fieldType: 1 };
export const keyOf = (field: Named) => (field.fieldType === 1 ? camelCase(field.fieldName) : field.fieldName);
export const columnId = (field: Named) => (field.fieldType === 1 ? field.fieldName : `f${field.fieldId}`);

/** Keys and texts of an answer, whole. */
export const words = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [...(Array.isArray(value) ? [] : [key]), ...words(part)])
    : [String(value)];

/** What a path is there for at all: types that cannot do it have nothing to say of their fields by it. */
const needs: Readonly<Record<string, Capability>> = {
  'a condition of an export': 'export',
  'the columns of a board': 'board',
  'a heading of an import': 'import',
  'the mapping of an import': 'import',
  'an import that overwrites by it': 'import',
  'the template of imports': 'import',
  'an export of all': 'export',
  'an export of chosen ones': 'export',
};

/** Those of the subjects on which a path can be tried. */
export const ableTo = (name: string, subjects: readonly Subject[]): readonly Subject[] => {
  const able = subjects.filter(({ type }) => !needs[name] || can(type, needs[name]));
  if (able.length < 3) throw new Error(`hardly any type can do it: ${name}`);
  return able;
};

/** Where paths are tried, once it is there. */
type Stage = () => Tried;

export const asker =
  (stage: Stage) =>
  (path: string, body: Record<string, unknown>, who: PersonName = 'seller'): Promise<Answer> =>
    stage().company.call(path, body, { as: stage().company.people[who] });

type Uses = Record<string, (subject: Subject, field: Named, who: PersonName) => Promise<Answer>>;
type Reads = Record<string, (subject: Subject, who: PersonName) => Promise<unknown>>;
type Sides = Record<string, (subject: Subject) => [path: string, body: Record<string, unknown>][]>;

/** Every way to name a field; each has to refuse a hidden one as it refuses one that there is not. */
export function usesOf(stage: Stage): Uses {
  const ask = asker(stage);
  const upload = async (
    { type }: Subject,
    heading: string,
    fields: Record<string, unknown>,
    who: PersonName,
  ): Promise<Answer> => {
    const title = (await ask('field/queryField', { label: type.code })).data as { fieldName: string; name: string }[];
    const named = title.find((field) => field.fieldName === type.titleField)?.name ?? '';
    const content = Buffer.from(`${named}(*),${heading}\n表 ${Math.random()},值\n`);
    const owner = { repeatHandling: 2, ownerUserId: stage().company.people.seller.userId, ...fields };
    return stage().company.call(`${type.family}/uploadExcel`, owner, {
      as: stage().company.people[who],
      file: { name: '表.csv', content },
    });
  };
  return {
    'a condition of a list': ({ type }, { fieldName }, who) =>
      ask(`${type.family}/queryPageList`, { data: [{ fieldName, condition: 'isNull' }] }, who),
    'a condition by its key on rows': ({ type }, field, who) =>
      ask(`${type.family}/queryPageList`, { data: [{ name: keyOf(field), condition: 'isNotNull' }] }, who),
    'conditions as an object': ({ type }, { fieldName }, who) =>
      ask(`${type.family}/queryPageList`, { data: { [fieldName]: { condition: 'isNull' } } }, who),
    'a group of conditions': ({ type }, { fieldName }, who) =>
      ask(
        `${type.family}/queryPageList`,
        {
          data: [
            {
              any: [
                { fieldName: type.titleField, condition: 'isNull' },
                { fieldName, condition: 'isNull' },
              ],
            },
          ],
        },
        who,
      ),
    'the order of a list': ({ type }, { fieldName }, who) =>
      ask(`${type.family}/queryPageList`, { sortField: fieldName }, who),
    'the order by its key on rows': ({ type }, field, who) =>
      ask(`${type.family}/queryPageList`, { sortField: keyOf(field) }, who),
    'a condition of an export': ({ type }, { fieldName }, who) =>
      ask(`${type.family}/allExportExcel`, { data: [{ fieldName, condition: 'isNull' }], search: '不出现的名字' }, who),
    'a condition of a new scene': ({ type }, { fieldName }, who) =>
      ask('scene/addScene', { type: type.code, name: '景', data: [{ fieldName, condition: 'isNull' }] }, who),
    'a scene that somebody shared before': ({ type }, field, who) =>
      field === unknown
        ? ask(`${type.family}/queryPageList`, { data: [{ fieldName: field.fieldName, condition: 'isNull' }] }, who)
        : ask(`${type.family}/queryPageList`, { sceneId: stage().scenes.get(field.fieldId) }, who),
    'the columns of a board': ({ type }, field, who) =>
      ask(`${type.family}/queryBoard`, { groupField: field.fieldName }, who),
    'the columns of a list': ({ type }, field, who) =>
      ask(
        'field/fieldConfig',
        { label: type.code, noHideIds: `${type.titleField},update_time,${columnId(field)}`, hideIds: '' },
        who,
      ),
    'the width of a column': ({ type }, field, who) =>
      ask('field/setFelidStyle', { types: String(type.code), field: keyOf(field), width: 120 }, who),
    // the value that it has: an administrator's call succeeds
    'a value of many records': ({ type, id, hidden }, { fieldName }, who) => {
      const field = hidden.find((one) => one.fieldName === fieldName);
      const value = field ? sample(field) : mobile;
      return ask(`${type.family}/updateFieldByIds`, { ids: id, fieldName, value }, who);
    },
    'the question whether a value is free': (_subject, { fieldId }, who) =>
      ask('field/verify', { fieldId, value: '任何' }, who),
    'a heading of an import': async (subject, { name }, who) => upload(subject, name, {}, who),
    'the mapping of an import': async (subject, { fieldName }, who) =>
      upload(subject, '别的', { mapping: { 0: subject.type.titleField, 1: fieldName } }, who),
    'an import that overwrites by it': async (subject, { name }, who) =>
      upload(subject, name, { repeatHandling: 1 }, who),
  };
}

export function readsOf(stage: Stage): Reads {
  const ask = asker(stage);
  const bare = async (answer: Answer) =>
    (await stage().imports.cells(answer.raw)).map((row) => row.map((cell) => String(cell).replace('(*)', '')));
  return {
    // what a list has beside its rows has a fixed shape
    'the rows of a list': async ({ type }, who) =>
      ((await ask(`${type.family}/queryPageList`, {}, who)).data as { list: unknown[] }).list,
    'the detail': async ({ type, id }, who) => (await ask(`${type.family}/queryById`, { [type.idKey]: id }, who)).data,
    'the empty form': async ({ type }, who) => (await ask('field/queryField', { label: type.code }, who)).data,
    'the form of the record': async ({ type, id }, who) =>
      (await ask('field/queryField', { label: type.code, id }, who)).data,
    'the information': async ({ type, id }, who) =>
      (await ask('field/information', { types: type.code, id }, who)).data,
    'the columns of a list': async ({ type }, who) =>
      (await ask('field/queryListHead', { label: type.code }, who)).data,
    'the set-up of columns': async ({ type }, who) =>
      (await ask('field/queryFieldConfig', { label: type.code }, who)).data,
    'the fields of filters': async ({ type }, who) => (await ask('scene/queryField', { label: type.code }, who)).data,
    'the fields that imports match by': async ({ type }, who) =>
      String((await ask('field/getCheckingField', { type: type.code }, who)).data).split(','),
    'the log': async ({ type, id }, who) =>
      (
        (await ask('CrmRecord/queryRecordList', { actionId: id, types: String(type.code) }, who)).data as {
          content: string[];
        }[]
      ).flatMap((row) => row.content.flatMap((line) => line.split(/[ 由为。]|修改/))),
    'the template of imports': async ({ type }, who) => bare(await ask(`${type.family}/downloadExcel`, {}, who)),
    'an export of all': async ({ type }, who) => bare(await ask(`${type.family}/allExportExcel`, {}, who)),
    'an export of chosen ones': async ({ type, id }, who) =>
      bare(await ask(`${type.family}/batchExportExcel`, { ids: id }, who)),
  };
}

/** Beside the readings of a record: whatever else carries parts of it. */
export function sidesOf(stage: Stage): Sides {
  const rows = (type: number) => ({ type: 'year', userIds: [stage().company.people.seller.userId], label: type });
  return {
    'what waits for people': () => [
      ['CrmBackLog/todayCustomer', { type: 2 }],
      ['CrmBackLog/followLeads', {}],
      ['CrmBackLog/followCustomer', {}],
      ['CrmBackLog/putInPoolRemind', {}],
      ['CrmBackLog/queryRun', {}],
      ['CrmBackLog/queryDue', { minutes: 60 }],
    ],
    'the dashboard': ({ type }) => [
      ['Crm/Instrument/queryBulletinInfo', rows(type.code)],
      ['Crm/Instrument/queryRecordList', rows(type.code)],
    ],
    'the search of everything': ({ title }) => [
      ['search/queryAll', { search: title }],
      ['search/queryAll', { search: mobile.slice(-6) }],
    ],
    'checks for duplicates': ({ title, relatedName }) => [
      ['CrmCustomer/queryList', { customerName: title }],
      ['CrmLeads/queryList', { leadsName: title }],
      ['CrmContacts/queryList', { name: title }],
      ['CrmContacts/queryList', { customerName: relatedName }],
    ],
    merges: ({ type, id, otherId }) => [
      [`${type.family}/queryMergePreview`, { ids: [id, otherId] }],
      [`${type.family}/querySimilar`, { [type.idKey]: id }],
    ],
    'the board': ({ type }) =>
      [...stateColumns(type).map(({ fieldName }) => camelCase(fieldName)), 'owner_user_id'].map((groupField) => [
        `${type.family}/queryBoard`,
        { groupField },
      ]),
    sums: ({ type }) => [[`${type.family}/querySums`, {}]],
    conversions: ({ type, id }) => (type.code === 1 ? [['CrmLeads/queryTransferPreview', { leadsIds: [id] }]] : []),
    'the contacts of a customer': ({ type, relatedIds }) =>
      type.code === 3 ? [['CrmCustomer/queryContacts', { customerId: relatedIds['customer_id'] }]] : [],
    'follow-ups': ({ type, id }) => [[`${type.family}/getRecord`, { [type.idKey]: id }]],
    scenes: ({ type }) => [
      ['scene/queryScene', { type: type.code }],
      ['scene/querySceneConfig', { type: type.code }],
    ],
    'the explanation of rights': ({ type, id }) => [['access/explainRecord', { types: type.name, id }]],
    'the recycle bin': ({ type }) => [[`${type.family}/queryRecyclePageList`, {}]],
  };
}
