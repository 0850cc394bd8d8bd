import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable, type Table } from '#server/route-table/cases.ts';
import type { Answer, Company, Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

// What leads, contacts, follow-ups, lists of things to do, the dashboard and the search of everything tell an attacker
// who has an ordinary account (security §3).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
  await grant(11, menuIdsBelow('crm:leads:', 'crm:contacts:', 'crm:customer:'));
});
afterAll(() => company.close());

async function grant(roleId: number, menuIds: readonly number[]): Promise<void> {
  await sql`
    insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[]) on conflict do nothing`.execute(
    company.db,
  );
  await sql`update org_version set version = version + 1`.execute(company.db);
}

let roles = 0;
/** Somebody of the sellers' department whose one role opens so much, in the data scope `dataType`. */
async function hireWith(menuIds: readonly number[], dataType = 3): Promise<Person> {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `角色${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await grant(roleId, menuIds);
  return table.hire({ roles: [roleId], deptId: company.people.seller.deptId });
}

type Body = Record<string, unknown>;
const ask = (as: Person, path: string, body: Body = {}): Promise<Answer> => company.call(path, body, { as });
async function good<T = Record<string, number>>(as: Person, path: string, body: Body = {}): Promise<T> {
  const answer = await ask(as, path, body);
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}
const seller = () => company.people.seller;
const save = async (family: string, key: string, entity: Body, as = seller(), field: unknown[] = []): Promise<number> =>
  (await good(as, `${family}/addOrUpdate`, { entity, field }))[key] ?? 0;
const lead = (name: string, as?: Person, more: Body = {}) =>
  save('CrmLeads', 'leadsId', { leads_name: name, ...more }, as);
const customer = (name: string, as?: Person, more: Body = {}) =>
  save('CrmCustomer', 'customerId', { customer_name: name, ...more }, as);
const contact = (name: string, customerId: number, as?: Person, more: Body = {}) =>
  save('CrmContacts', 'contactsId', { name, customer_id: customerId, ...more }, as);
const followUp = (family: string, typesId: number, content: string, as = seller(), more: Body = {}) =>
  good(as, `${family}/addRecord`, { typesId, content, category: '打电话', ...more });

describe('who may list, but not read', () => {
  it('learns nothing of follow-ups, neither by rows nor by numbers', async () => {
    const id = await customer('只列公司');
    await followUp('CrmCustomer', id, '绝密谈话');
    const lister = await hireWith([28, 19, 42]);
    const { list } = await good<{ list: object[] }>(lister, 'CrmCustomer/queryPageList');
    expect(list.length).toBeGreaterThan(0);
    const question = { type: 'year', userIds: [seller().userId] };
    const rows = await good<object>(lister, 'Crm/Instrument/queryRecordList', question);
    expect(JSON.stringify(rows)).not.toContain('绝密');
    expect(rows).toMatchObject({ totalRow: 0 });
    const counts = await good<{ count: number }[]>(lister, 'Crm/Instrument/queryRecordConunt', question);
    expect(counts.every(({ count }) => count === 0)).toBe(true);
    expect(await good(lister, 'Crm/Instrument/queryBulletin', question)).toMatchObject({ recordCount: 0 });
    for (const kind of ['follow_up', 'followed_customer'])
      expect([kind, await good(lister, 'Crm/Instrument/queryRanking', { ...question, kind })]).toEqual([kind, []]);
  });
});

describe('who may look into the pool only', () => {
  it('opens nothing that somebody owns through its codes and calls', async () => {
    const id = await customer('有主公司');
    const contactsId = await contact('有主联系人', id);
    // the list and the pool, in the scope of the department
    const pooler = await hireWith([28, 42, ...menuIdsBelow('crm:pool:')]);
    const { list } = await good<{ list: object[] }>(pooler, 'CrmCustomer/queryPageList');
    expect(list.length).toBeGreaterThan(0);
    for (const [path, body] of [
      ['CrmCustomer/queryById', { customerId: id }],
      ['CrmCustomer/getRecord', { customerId: id }],
      ['CrmCustomer/queryContacts', { customerId: id }],
      ['field/information', { types: 9, id }],
      ['field/queryField', { label: 9, id }],
      ['CrmContacts/queryById', { contactsId }],
      ['CrmContacts/queryBusiness', { contactsId }],
      ['CrmContacts/getRecord', { contactsId }],
    ] as const) {
      const answer = await ask(pooler, path, body);
      expect([path, answer.code]).toEqual([path, 404]);
    }
  });
});

/** Hides fields of a type from salespeople, or shows them again. */
async function hide(label: number, fieldName: string, level = 0): Promise<void> {
  const { admin } = company.people;
  const fields = await good<{ fieldId: number; fieldName: string }[]>(admin, 'field/list', { label });
  const data = fields.filter((field) => field.fieldName === fieldName).map(({ fieldId }) => ({ fieldId, level }));
  await good(admin, 'field/saveRoleField', { roleId: 11, label, data });
}
const show = (label: number, fieldName: string) => hide(label, fieldName, 2);
const day = async (distance: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select (current_date + ${distance}::int)::text as day`.execute(
    company.db,
  );
  return rows[0]?.day ?? '';
};

describe('what a role hides of leads', () => {
  it('does not come to light with the follow-ups of the customer', async () => {
    const id = await lead('约期线索');
    await followUp('CrmLeads', id, '谈过', seller(), { nextTime: `${await day(7)} 09:00:00` });
    await hide(1, 'next_time');
    const { customerIds } = await good<{ customerIds: number[] }>(seller(), 'CrmLeads/transfer', { leadsIds: [id] });
    const [customerId] = customerIds;
    expect(await good(seller(), 'CrmCustomer/queryById', { customerId })).toMatchObject({ nextTime: '' });
    const rows = await good<{ nextTime: string | null }[]>(seller(), 'CrmCustomer/getRecord', { customerId });
    expect(rows.map(({ nextTime }) => nextTime)).toEqual([null]);
    await show(1, 'next_time');
  });

  it('is not named by what keeps a lead from conversion', async () => {
    const { admin } = company.people;
    const label = 2;
    const list = await good<{ fieldName: string; isUnique: number }[]>(admin, 'field/list', { label });
    const data = list.map((field) => (field.fieldName === 'telephone' ? { ...field, isUnique: 1 } : field));
    await good(admin, 'field/save', { label, data });
    await customer('电话被占', admin, { telephone: '0571-66778899' });
    const id = await lead('同一电话', seller(), { telephone: '0571-66778899' });
    await hide(1, 'telephone');
    await hide(2, 'telephone');
    const preview = await ask(seller(), 'CrmLeads/queryTransferPreview', { leadsIds: [id] });
    const refused = await ask(seller(), 'CrmLeads/transfer', { leadsIds: [id] });
    expect(JSON.stringify([preview.body, refused.body])).not.toMatch(/电话[^"]*(已|重复)|telephone/);
    await show(1, 'telephone');
    await show(2, 'telephone');
  });
});

describe('scenes', () => {
  it('of others tell nothing of hidden fields, and none is kept that sorts by one', async () => {
    await hide(3, 'post');
    const { admin } = company.people;
    const data = [{ fieldName: 'post', condition: 'contains', value: '局长' }];
    await good(admin, 'scene/addScene', { type: 3, name: '某些人', data, shareAll: 1 });
    await good(admin, 'scene/addScene', { type: 3, name: '某种顺序', data: [], sortField: 'post', shareAll: 1 });
    await good(admin, 'scene/addScene', { type: 3, name: '公开', data: [], shareAll: 1 });
    const scenes = async (as: Person) => good<{ name: string; data: string }[]>(as, 'scene/queryScene', { type: 3 });
    const shown = await scenes(seller());
    expect(JSON.stringify(shown)).not.toMatch(/post|局长/);
    expect(shown.map(({ name }) => name)).toContain('公开');
    expect((await scenes(company.people.manager)).map(({ name }) => name)).toContain('某些人');
    const sorted = async (sortField: string) =>
      ask(seller(), 'scene/addScene', { type: 3, name: '排序', data: [], sortField });
    const [hidden, absent] = [await sorted('post'), await sorted('no_such_field')];
    expect([hidden.code, absent.code]).toEqual([400, 400]);
    await show(3, 'post');
  });
});

describe('an undo', () => {
  it('tells of what it left alone no more than the one who did the act may know', async () => {
    const { stranger, admin } = company.people;
    await grant(11, [24, 33]);
    const id = await customer('转走公司');
    const act = { customerIds: [id], newOwnerUserId: stranger.userId };
    const { operationId } = await good(seller(), 'CrmCustomer/transfer', act);
    await good(admin, 'CrmCustomer/addOrUpdate', { entity: { customerId: id, customer_name: '秘密并购' }, field: [] });
    const undone = await ask(seller(), 'operation/undo', { operationId });
    expect(undone.body).toMatchObject({ data: { undone: 0, kept: [{ id }] } });
    expect(JSON.stringify(undone.body)).not.toContain('秘密');
  });

  it('takes back no part of an act on its own', async () => {
    const leadsId = await lead('整体线索');
    const { operationId, customerIds } = await good<{ operationId: number; customerIds: number[] }>(
      seller(),
      'CrmLeads/transfer',
      { leadsIds: [leadsId] },
    );
    const parts = await company.db
      .selectFrom('operation')
      .select('operation_id')
      .where('part_of', '=', operationId)
      .execute();
    expect(parts).toHaveLength(1);
    for (const { operation_id } of parts)
      expect((await ask(seller(), 'operation/undo', { operationId: operation_id })).code).toBe(404);
    expect((await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] })).code).toBe(0);
    await good(seller(), 'operation/undo', { operationId });
    expect((await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] })).code).toBe(404);
  });
});

describe('what was merged away', () => {
  it('shows no follow-up any more when it is brought back without an undo', async () => {
    const { admin } = company.people;
    const [kept, gone] = [await customer('留下的公司'), await customer('并走的公司')];
    await followUp('CrmCustomer', gone, '随合并走的话');
    await good(admin, 'CrmCustomer/mergeCustomer', { targetId: kept, ids: [gone] });
    await good(admin, 'CrmCustomer/restoreByIds', { customerIds: [gone] });
    const read = (customerId: number) => good<object>(admin, 'CrmCustomer/queryById', { customerId });
    expect(await read(kept)).toMatchObject({ lastContent: '随合并走的话' });
    expect(await read(gone)).toMatchObject({ lastContent: '', lastTime: '' });
  });
});

describe('keys that every object has', () => {
  it('mean nothing to any call', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => !/^__|^constructor$/.test(name));
    const keys: Body = Object.fromEntries([...names, 'to_string', 'length'].map((name) => [name, 1]));
    const accidents: string[] = [];
    for (const { path, method } of table.answering) {
      if (path === 'logout') continue;
      const body = method === 'GET' ? keys : { ...keys, entity: keys, field: [keys], data: [keys], versions: keys };
      const answer = await company.call(path, body, { as: company.people.peer, method });
      if (answer.status >= 500 || answer.msg.startsWith('服务器响应异常')) accidents.push(`${path}: ${answer.msg}`);
    }
    expect(accidents).toEqual([]);
  });
});
