import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { fixtureChild } from '#server/testing/fixtures/types.ts';
import { fixtureStates, statesType } from '#server/testing/fixtures/states.ts';
import { grantAll } from '#server/testing/role-rights.ts';
import type { RecordType } from '#shared/record/record-type.ts';

// A locked field is refused in every way of writing, and an open one is not.

// belongs to a module with imports; it has no rights for the transitions
const type: RecordType = {
  ...statesType,
  module: 'contacts',
  can: fixtureChild.type.can,
  states: statesType.states.map((column) => ({ ...column, transitions: {} })),
};
registerRecordType(type);

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: [{ type, migration: fixtureStates.migration }], jobs: true });
  imports = openImports(company, { type });
  // sheets overwrite the record of the same title
  await sql`update record_field set is_unique = true where type_code = ${type.code} and field_name = 'title'`.execute(
    company.db,
  );
  for (const role of [8, 11]) await grantAll(company, role, type);
});
afterAll(() => {
  imports.close();
  return company.close();
});

const call = (action: string, body: Record<string, unknown>, who: PersonName = 'manager') =>
  company.call(`${type.family}/${action}`, body, { as: company.people[who] });
const create = async (entity: Record<string, unknown>): Promise<number> =>
  (await asker(company)<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] }, 'seller'))[
    type.idKey
  ] ?? 0;
const put = (id: number, set: string) =>
  sql`update fixture_states set ${sql.raw(set)} where fixture_id = ${id}`.execute(company.db);

const values = { price: '3.50', kind: '乙', phone: '13812345678', remark: '改了', pipeline: '续约' };
type Name = keyof typeof values | 'title';
const names = ['title', ...Object.keys(values)] as Name[];
let titles = 0;
const newTitle = (): string => `原名${(titles += 1)}`;

interface Write {
  readonly id: number;
  readonly title: string;
  readonly name: Name;
  readonly value: string;
  readonly enter: () => Promise<unknown>;
}
interface Written {
  readonly code: number;
  /** The message of the refusal. */
  readonly msg: string;
}

const setField = ({ id, name, value }: Write): Promise<Answer> =>
  call('updateFieldByIds', { ids: [id], fieldName: name, value });

/** Ways to change a field of a record that has entered a state. */
const ways: Readonly<Record<string, (write: Write) => Promise<Written>>> = {
  form: async ({ id, name, value, enter }) => {
    await enter();
    return call('addOrUpdate', { entity: { [type.idKey]: id, [name]: value }, field: [] });
  },
  'cell and bulk edit': async (write) => {
    await write.enter();
    return setField(write);
  },
  merge: async ({ id, name, value, enter }) => {
    await enter();
    const source = await create({ ...values, title: name === 'title' ? value : newTitle() });
    return call(`merge${type.family.replace('Crm', '')}`, { targetId: id, ids: [source], fields: { [name]: source } });
  },
  'row of a sheet over the record': async ({ title, name, value, enter }) => {
    await enter();
    const sheet = await imports.workbook([[title, value]], { headers: ['title(*)', name] });
    const as = company.people.admin;
    const report = await imports.run(sheet, {
      as,
      call: 'superUploadExcel',
      fields: { repeatHandling: 1, ownerUserId: as.userId },
    });
    if (report['errSize'] === 0) return { code: 0, msg: '' };
    const [line] = await imports.lines(report['messageId'], as);
    return { code: 422, msg: line?.msg ?? '' };
  },
};
/** States by the values they require, their names and locked fields. */
const states: readonly [set: string, state: string, locked: readonly Name[]][] = [
  ['check_status = 5', '未提交', []],
  ['check_status = 3', '审核中', ['title', 'price', 'kind', 'phone', 'remark', 'pipeline']],
  ['check_status = 1', '通过', ['title', 'price', 'kind', 'phone', 'pipeline']],
  ['issue_status = 1', 'fixture.issued', ['price', 'phone']],
  ['issue_status = 2', 'fixture.void', ['kind']],
];

describe.each(Object.keys(ways))('%s', (way) => {
  it.each(states)('%s', async (set, state, locked) => {
    // a sheet finds the record by its title
    for (const name of way === 'row of a sheet over the record' ? names.slice(1) : names) {
      const title = newTitle();
      const id = await create({ title, price: '1.00', kind: '甲', phone: '13900000000', pipeline: '新签' });
      const value = name === 'title' ? newTitle() : values[name];
      const answer = await ways[way]?.({ id, title, name, value, enter: () => put(id, set) });
      expect([name, answer?.code, answer?.msg ?? '']).toEqual([
        name,
        locked.includes(name) ? 422 : 0,
        locked.includes(name) ? `“${title}”当前为“${state}”，不能修改${name}` : expect.anything(),
      ]);
    }
  });
});
