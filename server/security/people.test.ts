import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '#server/route-table/cases.ts';
import { openAccounts } from '#server/security/testing.ts';
import type { Company, Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Table } from '#server/route-table/table.ts';

// What leads, contacts, follow-ups, lists of things to do, the dashboard and the search of everything tell an attacker
// who has an ordinary account (security A1-A16).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
  await grant(11, menuIdsBelow('crm:leads:', 'crm:contacts:', 'crm:customer:'));
});
afterAll(() => company.close());

type Body = Record<string, unknown>;
const { grant, hireWith, ask, good, seller, lead, customer, contact, followUp } = openAccounts(() => table);

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
    const followed = { ...question, label: 2, followed: 1 };
    expect(await good(lister, 'Crm/Instrument/queryBulletinInfo', followed)).toMatchObject({ totalRow: 0 });
    const reader = await good<{ totalRow: number }>(seller(), 'Crm/Instrument/queryBulletinInfo', followed);
    expect(reader.totalRow).toBeGreaterThan(0);
  });

  it('counts nothing as followed up', async () => {
    const [leads, customers] = [[await lead('未跟线索')], [await customer('未跟公司')]];
    const everybodys = 5;
    const lister = await hireWith([28, 19], everybodys);
    const marked = async (as: Person) => [
      (await ask(as, 'CrmBackLog/setLeadsFollowup', { ids: leads })).code,
      (await ask(as, 'CrmBackLog/setCustomerFollowup', { ids: customers })).code,
    ];
    expect(await marked(lister)).toEqual([403, 403]);
    expect(await good(seller(), 'CrmLeads/queryById', { leadsId: leads[0] })).toMatchObject({ followup: 0 });
    expect(await marked(company.people.peer)).toEqual([404, 404]);
    expect(await marked(company.people.manager)).toEqual([0, 0]);
  });

  it('knows no field that holds what was said', async () => {
    const lister = await hireWith(menuIdsBelow('crm:customer:', 'crm:pool:').filter((menuId) => menuId !== 29));
    const data = [{ fieldName: 'last_content', condition: 'contains', value: '绝密' }];
    const told = async (as: Person) => {
      const heads = await good(as, 'field/queryListHead', { label: 2 });
      const filters = await good(as, 'scene/queryField', { label: 2 });
      const { list } = await good<{ list: object[] }>(as, 'CrmCustomer/queryPageList', { limit: 100 });
      return JSON.stringify([heads, filters, list]);
    };
    expect(await told(lister)).not.toMatch(/last_?content|绝密/i);
    for (const body of [{ data }, { sortField: 'lastContent' }]) {
      expect((await ask(lister, 'CrmCustomer/queryPageList', body)).code).toBe(400);
      expect((await ask(seller(), 'CrmCustomer/queryPageList', body)).code).toBe(0);
    }
    const exported = await ask(lister, 'CrmCustomer/allExportExcel', { data });
    expect(exported.code).toBe(400);
    expect((await ask(lister, 'scene/addScene', { type: 2, name: '说过的', data })).code).toBe(400);
    expect(await told(seller())).toMatch(/lastContent.*绝密/);
  });
});

describe('the pool', () => {
  it('finds nothing there that is not in it, whatever scene the list is asked through', async () => {
    const id = await customer('没进公海的公司');
    const pooler = await hireWith([28, ...menuIdsBelow('crm:pool:')]);
    await good(company.people.admin, 'CrmCustomer/addMembers', { ids: id, memberIds: pooler.userId, power: 1 });
    const scenes = await good<{ sceneId: number; name: string }[]>(pooler, 'scene/queryScene', { type: 2 });
    expect(scenes.map(({ name }) => name)).toContain('我参与的客户');
    for (const { sceneId, name } of scenes) {
      const found = await good(pooler, 'CrmCustomer/queryPoolPageList', { sceneId, search: '没进公海' });
      expect([name, found]).toMatchObject([name, { list: [], totalRow: 0 }]);
    }
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
      const isNothing = path.endsWith('/queryById') ? !isReadable(answer) : answer.code === 404;
      expect([path, isNothing]).toEqual([path, true]);
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
    expect(isReadable(await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] }))).toBe(true);
    await good(seller(), 'operation/undo', { operationId });
    expect(isReadable(await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] }))).toBe(false);
  });
});

describe('restoring', () => {
  it('does not tell by name of what a role hides', async () => {
    const customerId = await customer('藏名公司');
    const contactsId = await contact('藏名人', customerId);
    await hide(3, 'customer_id');
    await good(seller(), 'CrmContacts/deleteByIds', { contactsIds: [contactsId] });
    await good(company.people.admin, 'CrmCustomer/deleteByIds', { customerIds: [customerId] });
    const restored = () =>
      good<{ failed: { msg: string }[] }>(seller(), 'CrmContacts/restoreByIds', { contactsIds: [contactsId] });
    expect((await restored()).failed).toMatchObject([{ msg: translate('cn', 'field.unseen') }]);
    await show(3, 'customer_id');
    expect((await restored()).failed[0]?.msg).toContain('藏名公司');
  });
});

describe('whether a record is in reach to be changed', () => {
  it('is told apart from the right to edit, which other acts do not take', async () => {
    const id = await customer('可转移公司');
    const mover = await hireWith(menuIdsBelow('crm:customer:index', 'crm:customer:read', 'crm:customer:transfer'));
    expect(await good(mover, 'CrmCustomer/queryById', { customerId: id })).toMatchObject({ mayWrite: 1 });
    const edited = { entity: { customerId: id, customer_name: '改名公司' }, field: [] };
    expect((await ask(mover, 'CrmCustomer/addOrUpdate', edited)).code).toBe(403);
    const { stranger } = company.people;
    await good(mover, 'CrmCustomer/transfer', { customerIds: [id], newOwnerUserId: stranger.userId });
    await good(company.people.admin, 'CrmCustomer/addMembers', { ids: [id], memberIds: [seller().userId], power: 1 });
    expect(await good(seller(), 'CrmCustomer/queryById', { customerId: id })).toMatchObject({ mayWrite: 0 });
  });
});

describe('whether a value of a unique field is free', () => {
  it('is told a limited number of times, and the log names what it told of records out of reach', async () => {
    const { stranger } = company.people;
    const held = await customer('独有名称公司', stranger);
    const own = await customer('自己名称公司');
    const fields = await good<{ fieldId: number; fieldName: string }[]>(seller(), 'field/queryField', { label: 2 });
    const fieldId = fields.find(({ fieldName }) => fieldName === 'customer_name')?.fieldId;
    const asker = await hireWith(menuIdsBelow('crm:customer:'), 1);
    const verify = (value: string, as = asker) => ask(as, 'field/verify', { fieldId, value });
    const logged = async () =>
      (
        await company.db
          .selectFrom('audit')
          .select(['subject'])
          .where('what', '=', 'verify.unseen')
          .where('user_id', 'in', [asker.userId, seller().userId])
          .execute()
      ).map(({ subject }) => subject);
    expect((await verify('自己名称公司', seller())).code).toBe(422);
    expect(await logged()).toEqual([]);
    expect((await verify('独有名称公司')).code).toBe(422);
    expect(await logged()).toEqual([`crm_customer ${held} customer_name`]);
    expect((await verify('自己名称公司')).code).toBe(422);
    expect(await logged()).toContain(`crm_customer ${own} customer_name`);
    await Promise.all(Array.from({ length: 5 }, () => verify('还没有人用')));
    for (let more = 0; more < 113; more += 1) expect((await verify(`猜测${more}`)).code).toBe(0);
    expect((await verify('独有名称公司')).code).toBe(429);
    expect((await verify('没人有的名称', seller())).code).toBe(0);
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
