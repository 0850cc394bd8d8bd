import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ableTo,
  asker,
  columnId,
  keyOf,
  makeStage,
  readsOf,
  sidesOf,
  unknown,
  usesOf,
  words,
  type Tried,
} from '#server/security/field-uses.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { makeSubjects, type Subject } from '#server/testing/hidden-subjects.ts';
import { foundIn, maskAll, maskOf, plantedText } from '#server/testing/field-types/masked-subjects.ts';
import { mobile, secretOf } from '#server/testing/field-types/samples.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { partsOf } from '#shared/record/field-types.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';

let stage: Tried;
let company: Company;
let subjects: Subject[];
const ask = asker(() => stage);
const uses = usesOf(() => stage);
const reads = readsOf(() => stage);
const sides = sidesOf(() => stage);

beforeAll(async () => {
  company = await openCompany({ types: documentTypes, keepsDrafts: true });
  subjects = await makeSubjects(company, [fixtureParent.type, fixtureChild.type]);
  stage = await makeStage(company, subjects);
  await maskAll(company, subjects);
});
afterAll(async () => {
  stage.imports.close();
  await company.close();
});

type Row = Record<string, unknown>;

/** What an answer has of the values of a subject, anywhere in it. */
const found = (subject: Subject, answer: unknown): string[] => foundIn(subject, words(answer).join('\n'));
const told = ({ code, msg }: Answer, names: readonly string[]): string =>
  `${code} ${names
    .map((name) => name.slice(0, 60))
    .toSorted((left, right) => right.length - left.length)
    .reduce((text, name) => text.replaceAll(name, '…'), msg)}`;
const namesOf = (field: Parameters<typeof keyOf>[0]) => [field.fieldName, keyOf(field), field.name, columnId(field)];

/** Columns of masked text can be placed like any others. */
const shownBy = new Set(['the columns of a list', 'the width of a column']);

const anyBatch = '00000000-0000-4000-8000-000000000000';
/** Of what has ids or parts beside its text: these are empty on rows. */
const hasFurtherKeys = (field: Field): boolean => isRelated(field.formType) || partsOf(field) !== undefined;

describe('a masked field', () => {
  it.each(Object.keys(uses).filter((name) => !shownBy.has(name)))('cannot be asked by: %s', async (name) => {
    for (const subject of ableTo(name, subjects)) {
      const expected = told((await uses[name]?.(subject, unknown, 'seller')) as Answer, namesOf(unknown));
      expect(expected).not.toMatch(/^0 /);
      // each upload takes a while
      for (const field of subject.hidden.filter((_, at) => isSoak || !name.includes('import') || at % 12 === 0)) {
        const answer = (await uses[name]?.(subject, field, 'seller')) as Answer;
        expect([field.fieldName, told(answer, namesOf(field))]).toEqual([field.fieldName, expected]);
      }
    }
  });

  it.each([...shownBy])('is a column of its own: %s', async (name) => {
    for (const subject of ableTo(name, subjects))
      for (const field of subject.hidden)
        expect([field.fieldName, (await uses[name]?.(subject, field, 'seller'))?.msg]).toEqual([field.fieldName, '']);
  });

  it.each(Object.keys(reads))('shows nothing beyond its mask in %s', async (name) => {
    for (const subject of ableTo(name, subjects)) {
      expect(found(subject, await reads[name]?.(subject, 'seller'))).toEqual([]);
      // which would be seen
      if (name !== 'the empty form' && !/column|filter|import/.test(name))
        expect(found(subject, await reads[name]?.(subject, 'admin'))).not.toEqual([]);
    }
  });

  it.each(['the template of imports', 'an export of all', 'an export of chosen ones', 'the fields of filters'])(
    'is no part of %s',
    async (name) => {
      for (const subject of ableTo(name, subjects)) {
        const all = new Set(words(await reads[name]?.(subject, 'seller')));
        expect(all.size).toBeGreaterThan(0);
        expect(subject.hidden.flatMap((field) => [field.name, columnId(field)]).filter((one) => all.has(one))).toEqual(
          [],
        );
      }
    },
  );

  it.each(Object.keys(sides))('shows nothing beyond its mask beside either: %s', async (name) => {
    let answered = 0;
    for (const subject of subjects) {
      for (const [path, body] of sides[name]?.(subject) ?? []) {
        const answer = await ask(path, body);
        expect(answer.code).not.toBe(500);
        if (answer.code === 0) answered += 1;
        expect([path, found(subject, answer.data)]).toEqual([path, []]);
      }
    }
    expect(answered).toBeGreaterThan(0);
  });

  it('stands with its mask on rows, in details, forms, the information and the log', async () => {
    for (const subject of subjects) {
      const { type, id, hidden } = subject;
      const { list } = (await ask(`${type.family}/queryPageList`, {})).data as { list: Row[] };
      const detail = (await ask(`${type.family}/queryById`, { [type.idKey]: id })).data as Row;
      const form = (await ask('field/queryField', { label: type.code, id })).data as Row[];
      const information = (await ask('field/information', { types: type.code, id })).data as Row[];
      const log = JSON.stringify(
        (await ask('CrmRecord/queryRecordList', { actionId: id, types: String(type.code) })).data,
      );
      const noHideIds = [type.titleField, ...hidden.map(columnId)].join(',');
      await ask('field/fieldConfig', { label: type.code, noHideIds, hideIds: '' });
      const heads = (await ask('field/queryListHead', { label: type.code })).data as Row[];
      for (const field of hidden) {
        const mask = maskOf(field, subject);
        const { key } = fieldColumn(field);
        const text = { type: 1, formType: 'text', value: mask };
        expect([field.fieldName, list.find((row) => row[type.idKey] === id)?.[key]]).toEqual([field.fieldName, mask]);
        expect([field.fieldName, detail[key]]).toEqual([field.fieldName, mask]);
        expect(form.find(({ fieldId }) => fieldId === field.fieldId)).toMatchObject({
          ...text,
          disabled: 1,
          masked: 1,
          isNull: 0,
        });
        expect(information.find(({ fieldName }) => fieldName === field.fieldName)).toMatchObject(text);
        expect(heads.find(({ fieldId }) => fieldId === field.fieldId)).toMatchObject({
          formType: 'text',
          setting: [],
          sortable: 0,
          masked: 1,
        });
        expect(log).toContain(mask);
      }
    }
  });

  it('is found by no part of it', async () => {
    const total = async ({ type }: Subject, search: string, who: PersonName) =>
      ((await ask(`${type.family}/queryPageList`, { search }, who)).data as { totalRow: number }).totalRow;
    for (const subject of subjects) {
      for (const field of subject.hidden.filter(({ fieldName }) => subject.type.searchFields.includes(fieldName))) {
        const value = plantedText(field, subject) ?? '';
        for (const part of [value, value.slice(-4), maskOf(field, subject)]) {
          expect([part, await total(subject, part, 'seller')]).toEqual([part, 0]);
          if (value.includes(part)) expect([part, await total(subject, part, 'admin')]).toEqual([part, 1]);
        }
      }
    }
  });

  it('comes back in a save as it was shown, and is refused as anything else, its own value included', async () => {
    for (const subject of subjects) {
      const { type, id, hidden } = subject;
      const held = async () => (await ask(`${type.family}/queryById`, { [type.idKey]: id }, 'admin')).data;
      const before = await held();
      const save = (entity: Row, field: Row[]) =>
        ask(callPath(type, 'save'), { entity: { ...entity, [type.idKey]: id }, field });
      const row = (await ask(`${type.family}/queryById`, { [type.idKey]: id })).data as Row;
      expect((await save(row, [])).msg).toBe('');
      const form = (await ask('field/queryField', { label: type.code, id })).data as Row[];
      const isMasked = ({ masked }: Row) => masked === 1;
      const entity = Object.fromEntries(
        form.flatMap((one) => (isMasked(one) && one['fieldType'] === 1 ? [[one['fieldName'], one['value']]] : [])),
      );
      expect((await save(entity, form.filter(isMasked))).msg).toBe('');
      const wrong = (field: Field) => [
        secretOf(field, { batchId: anyBatch, recordId: subject.relatedIds[field.fieldName] ?? 0 }),
        '',
        '别的',
        '138****0000',
      ];
      // what is computed is never taken, whatever is sent
      for (const field of hidden.filter((one) => !isComputed(one))) {
        for (const value of wrong(field).filter((one) => one !== '' || !hasFurtherKeys(field))) {
          const answer = await (field.fieldType === 1
            ? save({ [field.fieldName]: value }, [])
            : save({}, [{ fieldId: field.fieldId, value }]));
          expect([field.fieldName, answer.code, answer.msg]).toEqual([
            field.fieldName,
            422,
            `“${field.name}”您只能查看，不能修改`,
          ]);
        }
      }
      expect(await held()).toEqual(before);
    }
  });

  it('is told by the check for duplicates as by its mask, and by nothing that is asked', async () => {
    const check = async (body: Row) => ((await ask('CrmCustomer/queryList', body)).data as { list: Row[] }).list;
    expect(await check({ mobile })).toEqual([]);
    expect(await check({ telephone: mobile })).toEqual([]);
    expect(await check({ customerName: '显名2' })).toMatchObject([{ mobile: '139****5827', telephone: '秘**' }]);
  });

  it('is explained as such', async () => {
    for (const { type, id, hidden } of subjects) {
      const { fields } = (await ask('access/explainRecord', { types: type.name, id })).data as { fields: Row[] };
      for (const { fieldName } of hidden)
        expect(fields).toContainEqual(expect.objectContaining({ fieldName, level: fieldLevel.masked }));
    }
  });
});
