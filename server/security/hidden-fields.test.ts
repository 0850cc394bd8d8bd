import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import { camelCase, type Field } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { hideAll, makeSubjects, type Subject } from '#server/testing/hidden-subjects.ts';
import { mobile, secretOf as sample } from '#server/testing/field-types/samples.ts';

let company: Company;
let imports: Imports;
let subjects: Subject[];

const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[who] });

/** Scenes that an administrator shared before, by field. */
const scenes = new Map<number, number>();

beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company);
  subjects = await makeSubjects(company);
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
  await hideAll(company, subjects);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

type Named = Pick<Field, 'fieldName' | 'name' | 'fieldId' | 'fieldType'>;
const unknown: Named = { fieldName: 'no_such_field', name: '没有这个字段', fieldId: 99_999_999, fieldType: 1 };
const keyOf = (field: Named) => (field.fieldType === 1 ? camelCase(field.fieldName) : field.fieldName);

/** Every way to name a field; each has to refuse a hidden one as it refuses one that there is not. */
const uses: Record<string, (subject: Subject, field: Named, who: PersonName) => Promise<Answer>> = {
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
      : ask(`${type.family}/queryPageList`, { sceneId: scenes.get(field.fieldId) }, who),
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
const columnId = (field: Named) => (field.fieldType === 1 ? field.fieldName : `f${field.fieldId}`);
async function upload(
  { type }: Subject,
  heading: string,
  fields: Record<string, unknown>,
  who: PersonName,
): Promise<Answer> {
  const title = (await ask('field/queryField', { label: type.code })).data as { fieldName: string; name: string }[];
  const named = title.find((field) => field.fieldName === type.titleField)?.name ?? '';
  const content = Buffer.from(`${named}(*),${heading}\n表 ${Math.random()},值\n`);
  const owner = { repeatHandling: 2, ownerUserId: company.people.seller.userId, ...fields };
  return company.call(`${type.family}/uploadExcel`, owner, {
    as: company.people[who],
    file: { name: '表.csv', content },
  });
}
const told = (answer: Answer, field: Named) => {
  const names = [field.fieldName, keyOf(field), field.name, columnId(field)].map((name) => name.slice(0, 60));
  const msg = names
    .toSorted((left, right) => right.length - left.length)
    .reduce((text, name) => text.replaceAll(name, '…'), answer.msg);
  return `${answer.code} ${msg}`;
};

describe('a hidden field (A6)', () => {
  it.each(Object.keys(uses))('is refused like one that there is not: %s', async (name) => {
    const use = uses[name];
    if (!use) throw new Error('no such use');
    for (const subject of subjects) {
      const expected = await use(subject, unknown, 'seller');
      expect(expected.code).not.toBe(0);
      let open = 0;
      expect(subject.hidden.length).toBeGreaterThan(10);
      // each upload takes a while
      const fields = subject.hidden.filter((_, at) => isSoak || !name.includes('import') || at % 6 === 0);
      for (const field of fields) {
        const answer = await use(subject, field, 'seller');
        expect([field.fieldName, told(answer, field)]).toEqual([field.fieldName, told(expected, unknown)]);
        if (open === 0 && told(await use(subject, field, 'admin'), field) !== told(expected, unknown)) open += 1;
      }
      // the same request means something to who may see the field
      expect(open).toBe(1);
    }
  });

  /** Keys and texts of an answer, whole. */
  const words = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => [...(Array.isArray(value) ? [] : [key]), ...words(part)])
      : [String(value)];
  /** Names and values that give a hidden field away. */
  const traces = ({ hidden, relatedName }: Subject) =>
    hidden.flatMap((field) => [
      field.fieldName,
      field.name,
      keyOf(field),
      columnId(field),
      ...secrets(field, relatedName),
    ]);
  const secrets = (field: Field, relatedName: string): string[] => {
    if (isRelated(field.formType)) return [relatedName];
    const value = sample(field);
    if (field.formType === 'map_address') return ['河北省,石家庄市', 'detailAddress', `秘密${field.fieldId}`];
    return typeof value === 'string' && value !== '' && value !== field.options[0] ? [value] : [];
  };
  const reads: Record<string, (subject: Subject, who: PersonName) => Promise<unknown>> = {
    'the rows of a list': async ({ type }, who) => (await ask(`${type.family}/queryPageList`, {}, who)).data,
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
  const bare = async (answer: Answer) =>
    (await imports.cells(answer.raw)).map((row) => row.map((cell) => String(cell).replace('(*)', '')));

  it.each(Object.keys(reads))('is not in %s', async (name) => {
    const read = reads[name];
    if (!read) throw new Error('no such reading');
    for (const subject of subjects) {
      const found = new Set(words(await read(subject, 'seller')));
      expect(found.size).toBeGreaterThan(0);
      expect(traces(subject).filter((trace) => found.has(trace))).toEqual([]);
      // and is there for who may see it
      const open = new Set(words(await read(subject, 'admin')));
      expect(traces(subject).some((trace) => open.has(trace))).toBe(true);
    }
  });

  const rows = (type: number) => ({ type: 'year', userIds: [company.people.seller.userId], label: type });
  /** Beside the readings of a record: whatever else carries parts of it. */
  const sides: Record<string, (subject: Subject) => [path: string, body: Record<string, unknown>][]> = {
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
    'checks for duplicates': ({ title }) => [
      ['CrmCustomer/queryList', { customerName: title }],
      ['CrmLeads/queryList', { leadsName: title }],
      ['CrmContacts/queryList', { name: title }],
      ['CrmContacts/queryList', { customerName: '另一户' }],
    ],
    merges: ({ type, id, otherId }) => [
      [`${type.family}/queryMergePreview`, { ids: [id, otherId] }],
      [`${type.family}/querySimilar`, { [type.idKey]: id }],
    ],
    'the board': ({ type }) =>
      ['followup', 'dealStatus', 'owner_user_id'].map((groupField) => [`${type.family}/queryBoard`, { groupField }]),
    sums: ({ type }) => [[`${type.family}/querySums`, {}]],
    conversions: ({ type, id }) => (type.code === 1 ? [['CrmLeads/queryTransferPreview', { leadsIds: [id] }]] : []),
    'the contacts of a customer': ({ type, relatedId }) =>
      type.code === 3 ? [['CrmCustomer/queryContacts', { customerId: relatedId }]] : [],
    'follow-ups': ({ type, id }) => [[`${type.family}/getRecord`, { [type.idKey]: id }]],
    scenes: ({ type }) => [
      ['scene/queryScene', { type: type.code }],
      ['scene/querySceneConfig', { type: type.code }],
    ],
    'the explanation of rights': ({ type, id }) => [['access/explainRecord', { types: type.name, id }]],
    'the recycle bin': ({ type }) => [[`${type.family}/queryRecyclePageList`, {}]],
  };
  /** Of those that show values of any owner, so that an administrator finds them there. */
  const telling = new Set([
    'the dashboard',
    'the search of everything',
    'merges',
    'the board',
    'conversions',
    'the contacts of a customer',
  ]);
  it.each(Object.keys(sides))('is not told beside either: %s', async (name) => {
    let [answered, told] = [0, 0];
    for (const subject of subjects) {
      // names that other types' answers, or a fixed shape, have as well are no secret
      const secret = traces(subject).filter((trace) => /[\d\u4e00-\u9fff]/.test(trace) && trace !== keyPersonField);
      for (const [path, body] of sides[name]?.(subject) ?? []) {
        const answer = await ask(path, body);
        expect(answer.code).not.toBe(500);
        if (answer.code === 0) answered += 1;
        const found = new Set(words(answer.data));
        expect([path, secret.filter((trace) => found.has(trace))]).toEqual([path, []]);
        const open = new Set(words((await ask(path, body, 'admin')).data));
        if (secret.some((trace) => open.has(trace))) told += 1;
      }
    }
    expect(answered).toBeGreaterThan(0);
    expect(told > 0 || !telling.has(name)).toBe(true);
  });

  it('is not looked into by the search, and the others are as before', async () => {
    const total = async ({ type }: Subject, search: string, who: PersonName) =>
      ((await ask(`${type.family}/queryPageList`, { search }, who)).data as { totalRow: number }).totalRow;
    for (const subject of subjects) {
      const searched = subject.hidden.filter((field) => subject.type.searchFields.includes(field.fieldName));
      for (const field of searched) {
        const value = String(sample(field));
        for (const part of [value, value.slice(-4), value.slice(0, 3), value.slice(-1)]) {
          expect([part, await total(subject, part, 'admin')]).toEqual([part, 1]);
          expect([part, await total(subject, part, 'seller')]).toEqual([part, subject.title.includes(part) ? 1 : 0]);
        }
      }
      expect(await total(subject, subject.title, 'seller')).toBe(1);
    }
  });

  it('is not written by a save that names it, nor told by the check for duplicates', async () => {
    for (const { type, id, hidden } of subjects) {
      const before = await ask(`${type.family}/queryById`, { [type.idKey]: id }, 'admin');
      const entity: Record<string, unknown> = { [type.idKey]: id };
      for (const field of hidden) entity[field.fieldName] = '';
      const field = hidden.map(({ fieldId }) => ({ fieldId, value: '' }));
      expect((await ask(`${type.family}/addOrUpdate`, { entity, field })).msg).toBe('');
      expect((await ask(`${type.family}/queryById`, { [type.idKey]: id }, 'admin')).data).toEqual(before.data);
    }
    const check = async (body: Record<string, unknown>, who: PersonName) =>
      (await ask('CrmCustomer/queryList', body, who)).data as { list: Record<string, unknown>[] };
    expect((await check({ mobile: mobile }, 'admin')).list).toHaveLength(1);
    expect((await check({ mobile: mobile }, 'seller')).list).toEqual([]);
    expect((await check({ telephone: mobile }, 'seller')).list).toEqual([]);
    expect((await check({ customerName: '显名2' }, 'seller')).list).toMatchObject([{ mobile: '', telephone: '' }]);
  });
});
