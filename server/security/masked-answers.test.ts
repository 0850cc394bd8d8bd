import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModule } from '#server/record/registry.ts';
import { codeOf, openTable, report } from '#server/route-table/cases.ts';
import type { Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { openAnswers } from '#server/security/answer-text.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { isSoak, someOf } from '#server/testing/repetitions.ts';
import { makeSubjects, type Subject } from '#server/testing/hidden-subjects.ts';
import { foundIn, maskAll } from '#server/testing/field-types/masked-subjects.ts';
import type { Field } from '#shared/record/field.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

// Generated from the route table: a call that is added later is covered the day it is added (security A6).

const answers = openAnswers();
let table: Table;
let things: Things;
let subjects: Subject[];
beforeAll(async () => {
  table = await openTable({ types: documentTypes });
  const { company } = table;
  subjects = await makeSubjects(company, [fixtureParent.type, fixtureChild.type]);
  things = await table.things(company.people.seller);
  await maskAll(company, subjects);
});
afterAll(async () => {
  await table.company.close();
  answers.close();
});

/** The things of the seller, of which the records are those of the subjects. */
const thingsOf = ({ type, id }: Subject): Things => ({
  ...things,
  type,
  record: id,
  records: { ...things.records, ...Object.fromEntries(subjects.map((one) => [one.type.name, one.id])) },
});

const ends = new Set(['logout', 'system/user/updatePassword', 'system/session/removeOthers']);
/** Ends the login, or knows all places there are. */
const isLeftOut = ({ path }: Endpoint): boolean => ends.has(path) || path.startsWith('map/');

/** Where what records are sorted into is listed, whatever is sorted into it. */
const listsNodes = (path: string): boolean =>
  /^(CrmProductCategory|businessType)\//.test(path) || path === 'CrmBusiness/queryBusinessStatusOptions';

/** Records and nodes are named in their own lists, all of them alike. */
function foundOf(subject: Subject, { path }: Endpoint, text: string): string[] {
  const isListed = ({ relation }: Field): boolean =>
    relation !== undefined && path.startsWith(`${recordModule(relation.to).type.family}/`);
  const isNamed = subjects.some(({ hidden }) => hidden.some(isListed));
  const isTold = (field: Field): boolean => (rowTableOf(field) ? !listsNodes(path) : !isNamed || !field.relation);
  return foundIn({ ...subject, hidden: subject.hidden.filter(isTold) }, text);
}

async function askAll(effects: (endpoint: Endpoint) => boolean) {
  const { seller, admin } = table.company.people;
  const told: string[] = [];
  let [answered, open] = [0, 0];
  const asked = table.answering.filter((one) => effects(one) && !isLeftOut(one));
  for (const [at, endpoint] of someOf([...asked.entries()], 2)) {
    const family = subjects.filter(({ type }) => endpoint.path.startsWith(`${type.family}/`));
    // what is asked about any type is asked about another one each time
    const others = isSoak ? subjects : subjects.slice(at % subjects.length).slice(0, 1);
    for (const subject of family.length > 0 ? family : others) {
      const example = await table.example(endpoint, thingsOf(subject)).catch(() => null);
      if (!example) continue;
      const answer = await table.send(endpoint, example, seller);
      expect([endpoint.path, answer.code === 500]).toEqual([endpoint.path, false]);
      if (codeOf(answer) === 0) answered += 1;
      const text = await answers.textOf(answer, endpoint);
      for (const one of subjects) told.push(...foundOf(one, endpoint, text).map((part) => `${endpoint.path} ${part}`));
      if (endpoint.effect !== 'read') continue;
      const whole = await answers.textOf(await table.send(endpoint, example, admin), endpoint);
      if (subjects.some((one) => foundOf(one, endpoint, whole).length > 0)) open += 1;
    }
  }
  return { told: [...new Set(told)], answered, open };
}

describe('a masked value', () => {
  it('is in no answer of a call that reads', async () => {
    const { told, answered, open } = await askAll(({ effect }) => effect === 'read');
    expect(told).toEqual([]);
    report(`A6: ${answered} answers without masked values, ${open} of which have them for who may see them`);
    expect(answered).toBeGreaterThan(50);
    expect(open).toBeGreaterThan(10);
  }, 180_000);

  it('is in no answer of a call that writes', async () => {
    const { told, answered } = await askAll(({ effect }) => effect !== 'read');
    expect(told).toEqual([]);
    expect(answered).toBeGreaterThan(10);
  }, 180_000);
});
