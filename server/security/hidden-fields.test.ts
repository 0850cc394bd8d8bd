import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
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
  type Named,
  type Tried,
} from '#server/security/field-uses.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import type { Field } from '#shared/record/field.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { hideAll, makeSubjects, type Subject } from '#server/testing/hidden-subjects.ts';
import { mobile, secretOf as sample } from '#server/testing/field-types/samples.ts';
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
  await hideAll(company, subjects);
});
afterAll(async () => {
  stage.imports.close();
  await company.close();
});

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
    for (const subject of ableTo(name, subjects)) {
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

  type Names = Pick<Subject, 'relatedName' | 'nodeName'>;
  /** Names and values that give a hidden field away. */
  const traces = ({ hidden, hiddenInLines, ...names }: Subject) => [
    ...hiddenInLines.map(keyOf),
    ...hidden.flatMap((field) => [
      field.fieldName,
      field.name,
      keyOf(field),
      columnId(field),
      ...secrets(field, names),
    ]),
  ];
  const secrets = (field: Field, { relatedName, nodeName }: Names): string[] => {
    if (rowTableOf(field)) return [nodeName];
    if (isRelated(field.formType)) return [relatedName];
    const value = sample(field);
    if (field.formType === 'map_address') return ['河北省,石家庄市', 'detailAddress', `秘密${field.fieldId}`];
    return typeof value === 'string' && value !== '' && value !== field.options[0] ? [value] : [];
  };
  it.each(Object.keys(reads))('is not in %s', async (name) => {
    const read = reads[name];
    if (!read) throw new Error('no such reading');
    for (const subject of ableTo(name, subjects)) {
      const found = new Set(words(await read(subject, 'seller')));
      expect(found.size).toBeGreaterThan(0);
      expect(traces(subject).filter((trace) => found.has(trace))).toEqual([]);
      // and is there for who may see it
      const open = new Set(words(await read(subject, 'admin')));
      expect(traces(subject).some((trace) => open.has(trace))).toBe(true);
    }
  });

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
    const isFound = async ({ type, id }: Subject, search: string, who: PersonName) => {
      const answer = await ask(`${type.family}/queryPageList`, { search, limit: 100 }, who);
      return (answer.data as { list: Record<string, unknown>[] }).list.some((row) => row[type.idKey] === id);
    };
    for (const subject of subjects) {
      const searched = subject.hidden.filter((field) => subject.type.searchFields.includes(field.fieldName));
      for (const field of searched) {
        const value = String(sample(field));
        for (const part of [value, value.slice(-4), value.slice(0, 3), value.slice(-1)]) {
          expect([part, await isFound(subject, part, 'admin')]).toEqual([part, true]);
          expect([part, await isFound(subject, part, 'seller')]).toEqual([part, subject.title.includes(part)]);
        }
      }
      expect([subject.type.name, await isFound(subject, subject.title, 'seller')]).toEqual([subject.type.name, true]);
    }
  });

  it('is not written by a save that names it, nor told by the check for duplicates', async () => {
    for (const { type, id, hidden } of subjects) {
      const before = await ask(`${type.family}/queryById`, { [type.idKey]: id }, 'admin');
      const entity: Record<string, unknown> = { [type.idKey]: id };
      for (const field of hidden) entity[field.fieldName] = '';
      const field = hidden.map(({ fieldId }) => ({ fieldId, value: '' }));
      expect((await ask(callPath(type, 'save'), { entity, field })).msg).toBe('');
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
