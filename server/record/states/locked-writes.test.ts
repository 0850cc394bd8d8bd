import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { fixtureStates, statesType as type } from '#server/testing/fixtures/states.ts';
import { grantAll } from '#server/testing/role-rights.ts';

// What a state locks is refused on every way that writes a field, and what it leaves open is not.

registerRecordType(type, fixtureStates.rules);

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureStates] });
  for (const role of [8, 11]) await grantAll(company, role, type);
});
afterAll(() => company.close());

const call = (action: string, body: Record<string, unknown>, who: PersonName = 'manager') =>
  company.call(`${type.family}/${action}`, body, { as: company.people[who] });
const create = async (entity: Record<string, unknown>): Promise<number> =>
  (await asker(company)<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] }, 'seller'))[
    type.idKey
  ] ?? 0;
const put = (id: number, set: string) =>
  sql`update fixture_states set ${sql.raw(set)} where fixture_id = ${id}`.execute(company.db);

const values = { title: '改名', price: '3.50', kind: '乙', phone: '13812345678', remark: '改了', pipeline: '续约' };
type Name = keyof typeof values;

/** Ways to give a field of a record a new value. */
const ways: Readonly<Record<string, (id: number, name: Name) => Promise<{ code: number; msg: string }>>> = {
  form: (id, name) => call('addOrUpdate', { entity: { [type.idKey]: id, [name]: values[name] }, field: [] }),
  'bulk edit': (id, name) => call('updateFieldByIds', { ids: [id], fieldName: name, value: values[name] }),
  merge: async (id, name) => {
    const source = await create({ ...values, title: '并入' });
    return call(`merge${type.family.replace('Crm', '')}`, { targetId: id, ids: [source], fields: { [name]: source } });
  },
};

/** States by what they set, what they are called and the fields that they lock. */
const states: readonly [set: string, state: string, locked: readonly Name[]][] = [
  ['check_status = 5', '未提交', []],
  ['check_status = 3', '审核中', ['title', 'price', 'kind', 'phone', 'remark', 'pipeline']],
  ['check_status = 1', '通过', ['title', 'price', 'kind', 'phone', 'pipeline']],
  ['issue_status = 1', 'fixture.issued', ['price', 'phone']],
  ['issue_status = 2', 'fixture.void', ['kind']],
];

describe.each(Object.keys(ways))('%s', (way) => {
  it.each(states)('%s', async (set, state, locked) => {
    for (const name of Object.keys(values) as Name[]) {
      const id = await create({ title: '原名', price: '1.00', kind: '甲', phone: '13900000000', pipeline: '新签' });
      await put(id, set);
      const answer = await ways[way]?.(id, name);
      expect([name, answer?.code]).toEqual([name, locked.includes(name) ? 422 : 0]);
      if (locked.includes(name)) expect(answer?.msg).toBe(`“原名”当前为“${state}”，不能修改${name}`);
    }
  });
});
