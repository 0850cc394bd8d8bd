import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openImports } from '#server/testing/imports.ts';
import { openCompany, tokenFor, type Company, type Person, type PersonName } from '#server/testing/company.ts';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { whileSomebody } from '#server/modules/crm/duty/testing.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { Binding } from '#shared/crm/owner-source/owner-source-calls.ts';
import { customerSourceField } from '#shared/crm/customer-type.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(() => company.close());
beforeEach(async () => {
  await sql`delete from owner_source`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`CrmOwnerSource/${call}`, body, { as });
const idOf = (name: PersonName): number => company.people[name].userId;
const binding = (changed: Record<string, unknown> = {}) => ({
  agentUserId: idOf('agent'),
  adviserUserIds: idOf('seller'),
  effectiveDate: '2020-01-01',
  ...changed,
});
const save = async (changed: Record<string, unknown> = {}): Promise<number> => {
  const answer = await ask('save', binding(changed));
  expect(answer.msg).toBe('');
  return (answer.data as { id: number }).id;
};
const list = async (filter: Record<string, unknown> = {}) =>
  ((await ask('queryPageList', filter)).data as { list: Binding[] }).list;
const ids = async (filter: Record<string, unknown> = {}) => (await list(filter)).map(({ id }) => id);

let customers = 0;
const newCustomer = async (as: PersonName = 'agent', source = ''): Promise<number> => {
  const answer = await company.call(
    'CrmCustomer/addOrUpdate',
    {
      entity: { customer_name: `绑定客户${(customers += 1)}` },
      field: source === '' ? [] : [{ fieldName: customerSourceField, value: source }],
    },
    { as: company.people[as] },
  );
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const team = async (customerId: number) => {
  const { rows } = await sql<{ name: string; power: number }>`
    select u.realname as name, t.power from record_team t join app_user u using (user_id)
    where t.type_code = 2 and t.record_id = ${customerId} order by u.user_id`.execute(company.db);
  return rows.map(({ name, power }) => [name, power]);
};
const changes = async () =>
  (
    (await company.call('system/setting/queryChangeList', { kinds: 'owner_source' }, { as: company.people.admin }))
      .data as { list: SettingChange[] }
  ).list;
const undo = (changeId: number | undefined, as: Who = company.people.admin) =>
  company.call('system/setting/undoChange', { changeId }, { as });

/** Somebody with these rights and this data scope. */
async function holderOf(menuIds: readonly number[], dataType = 1): Promise<Who> {
  const { userId } = company.people.stranger;
  await sql`update role set data_type = ${dataType} where role_id = 9`.execute(company.db);
  await sql`delete from role_menu where role_id = 9`.execute(company.db);
  await sql`insert into role_menu (role_id, menu_id) select 9, unnest(${[...menuIds]}::int[])`.execute(company.db);
  await sql`delete from user_role where user_id = ${userId}`.execute(company.db);
  await sql`insert into user_role (user_id, role_id) values (${userId}, 9)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return { token: await tokenFor(company.db, userId) };
}

describe('a binding of an agent and advisers', () => {
  it('comes back whole, and is found by its people, source and state', async () => {
    const first = await save({ adviserUserIds: `${idOf('seller')},${idOf('peer')},${idOf('seller')}`, remark: '华东' });
    const { admin } = company.people;
    const expected = {
      id: first,
      agent: { userId: idOf('agent'), realname: '郑代理', lack: '' },
      source: '',
      advisers: [
        { userId: idOf('seller'), realname: '王芳', lack: '' },
        { userId: idOf('peer'), realname: '李强', lack: '' },
      ],
      effectiveDate: '2020-01-01',
      endDate: '',
      state: 'current',
      remark: '华东',
      createUserId: admin.userId,
      createUserName: admin.realname,
      createTime: expect.any(String) as unknown,
    };
    expect(await list()).toEqual([expected]);
    expect((await ask('queryById', { id: first })).data).toEqual(expected);
    const second = await save({ effectiveDate: '2021-05-01', adviserUserIds: idOf('manager') });
    const third = await save({ effectiveDate: '2999-01-01', adviserUserIds: idOf('peer') });
    const other = await save({ source: '转介绍' });
    expect((await list()).map(({ id, state, endDate }) => [id, state, endDate])).toEqual([
      [third, 'future', ''],
      [second, 'current', '2999-01-01'],
      [other, 'current', ''],
      [first, 'ended', '2021-05-01'],
    ]);
    expect(await ids({ state: 'current' })).toEqual([second, other]);
    expect(await ids({ state: 'future' })).toEqual([third]);
    expect(await ids({ state: 'ended' })).toEqual([first]);
    expect(await ids({ source: '*' })).toEqual([third, second, first]);
    expect(await ids({ source: '转介绍' })).toEqual([other]);
    expect(await ids({ search: '孙经' })).toEqual([second]);
    expect(await ids({ search: '郑代' })).toHaveLength(4);
    expect(await ids({ search: '%' })).toEqual([]);
    expect((await ask('querySourceList')).data).toContainEqual({ source: '转介绍', sourceName: '转介绍' });
  });

  it('takes agents and active colleagues alone, one binding for a source and a day', async () => {
    const id = await save();
    const refused = async (changed: Record<string, unknown>) => {
      const { code, msg } = await ask('save', binding({ effectiveDate: '2022-01-01', ...changed }));
      return [code, msg];
    };
    expect(await refused({ agentUserId: idOf('peer') })).toEqual([422, '李强不是代理商']);
    expect(await refused({ adviserUserIds: idOf('agent') })).toEqual([422, '郑代理是代理商，不能作为顾问']);
    expect(await refused({ source: '没有' })).toEqual([422, '客户来源中没有“没有”']);
    expect(await refused({ effectiveDate: '2020-01-01' })).toEqual([422, '郑代理在2020-01-01已有同一来源的绑定']);
    expect((await refused({ agentUserId: 999_999 }))[0]).toBeGreaterThan(400);
    for (const effectiveDate of ['2022-02-30', '2022-1', '', '2022-01-01 10:00'])
      expect([effectiveDate, (await refused({ effectiveDate }))[0]]).toEqual([effectiveDate, 422]);
    await whileSomebody(company, 'peer', { status: 0 }, async () => {
      expect((await refused({ adviserUserIds: idOf('peer') }))[0]).not.toBe(0);
    });
    await whileSomebody(company, 'seller', { status: 0 }, async () => {
      // whoever is bound already stays, with a mark
      expect((await ask('save', binding({ id, remark: '改' }))).code).toBe(0);
      expect((await list())[0]).toMatchObject({ remark: '改', advisers: [{ lack: 'disabled' }] });
    });
  });

  it('is made once by two who bind for one day at the same time', async () => {
    const answers = await Promise.all(
      (['seller', 'peer'] as const).map((name) => ask('save', binding({ adviserUserIds: idOf(name) }))),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 422]);
    expect(await list()).toHaveLength(1);
  });

  it('is taken back step by step: changed, deleted and new', async () => {
    const id = await save();
    await save({ id, adviserUserIds: idOf('peer') });
    expect((await ask('delete', { ids: id })).code).toBe(0);
    expect(await list()).toEqual([]);
    const [deleted, changed, created] = await changes();
    expect((await undo(deleted?.changeId)).code).toBe(0);
    expect((await list())[0]).toMatchObject({ id, advisers: [{ realname: '李强' }] });
    expect((await undo(changed?.changeId)).code).toBe(0);
    expect((await list())[0]).toMatchObject({ id, advisers: [{ realname: '王芳' }] });
    expect((await undo(created?.changeId)).code).toBe(0);
    expect(await list()).toEqual([]);
    // the place has been taken meanwhile
    const former = await save();
    await ask('delete', { ids: former });
    const [gone] = await changes();
    await save();
    expect((await undo(gone?.changeId)).msg).toContain('已有同一来源的绑定');
  });

  it('gives nobody more than its maker could give by hand', async () => {
    const own = menuIdsBelow('manage:crm:ownerSource');
    const id = await save();
    const { userId } = company.people.stranger;
    const tries = async (as: Who) => [
      (await ask('save', binding({ effectiveDate: '2023-01-01', adviserUserIds: userId }), as)).msg,
      (await ask('save', binding({ id, adviserUserIds: userId }), as)).msg,
      (await ask('delete', { ids: id }, as)).msg,
      (await undo((await changes())[0]?.changeId, as)).msg,
    ];
    const refusal = '您无权为郑代理的客户添加团队成员，不能设置其顾问';
    expect(await tries(await holderOf(own))).toEqual([refusal, refusal, refusal, refusal]);
    const withTeams = [...own, ...menuIdsBelow('crm:customer')];
    expect(await tries(await holderOf(withTeams))).toEqual([refusal, refusal, refusal, refusal]);
    expect(await list()).toHaveLength(1);
    const all = await holderOf(withTeams, 5);
    expect((await ask('save', binding({ effectiveDate: '2023-01-01' }), all)).msg).toBe('');
  });

  it('is closed to whoever lacks the right', async () => {
    for (const call of ['queryPageList', 'queryById', 'querySourceList', 'save', 'delete'])
      expect([call, (await ask(call, { ...binding(), id: 1, ids: 1 }, company.people.peer)).code]).toEqual([call, 403]);
  });
});

describe('a new customer of a bound agent', () => {
  it('has the advisers of the day in its team, who may write; the source goes first', async () => {
    await save({ adviserUserIds: idOf('peer') });
    await save({ effectiveDate: '2021-01-01' });
    await save({ effectiveDate: '2999-01-01', adviserUserIds: idOf('peer') });
    await save({ source: '转介绍', adviserUserIds: idOf('manager') });
    const customerId = await newCustomer();
    expect(await team(customerId)).toEqual([['王芳', 2]]);
    const { data } = await company.call('CrmCustomer/queryById', { customerId }, { as: company.people.seller });
    expect(data).toMatchObject({ customerId });
    expect(await team(await newCustomer('agent', '转介绍'))).toEqual([['孙经理', 2]]);
    expect(await team(await newCustomer('agent', '广告'))).toEqual([['王芳', 2]]);
    expect(await team(await newCustomer('peer'))).toEqual([]);
    // a change of an old one is no news
    await sql`delete from record_team where type_code = 2 and record_id = ${customerId}`.execute(company.db);
    const entity = { customer_id: customerId, customer_name: '改名的绑定客户' };
    const changed = await company.call('CrmCustomer/addOrUpdate', { entity, field: [] }, { as: company.people.agent });
    expect([changed.msg, await team(customerId)]).toEqual(['', []]);
  });

  it('has nobody who is disabled or has become an agent, and nobody of an agent who is none any more', async () => {
    await save({ adviserUserIds: `${idOf('seller')},${idOf('peer')}` });
    await whileSomebody(company, 'seller', { status: 0 }, async () => {
      expect(await team(await newCustomer())).toEqual([['李强', 2]]);
    });
    await whileSomebody(company, 'seller', { agent_flag: 1 }, async () => {
      expect(await team(await newCustomer())).toEqual([['李强', 2]]);
      expect((await list())[0]?.advisers[0]).toMatchObject({ lack: 'agent' });
    });
    const { userId } = company.people.agent;
    await sql`update app_user set agent_flag = 0 where user_id = ${userId}`.execute(company.db);
    expect(await team(await newCustomer())).toEqual([]);
    expect((await list())[0]?.agent).toMatchObject({ lack: 'no_agent' });
    await sql`update app_user set agent_flag = 1 where user_id = ${userId}`.execute(company.db);
  });

  it('has them if it was imported', async () => {
    await save();
    const imports = openImports(company, customerImports);
    const { agent, admin } = company.people;
    const content = await imports.workbook([['导入的绑定客户']], { headers: ['客户名称(*)'] });
    await imports.run(content, { as: admin, fields: { ownerUserId: agent.userId } });
    const { rows } = await sql<{ id: number }>`
      select customer_id as id from customer where customer_name = '导入的绑定客户'`.execute(company.db);
    expect(await team(rows[0]?.id ?? 0)).toEqual([['王芳', 2]]);
    imports.close();
  });

  it('has them if it was a lead, until the conversion is taken back', async () => {
    await save();
    const as = company.people.agent;
    const saved = await company.call('CrmLeads/addOrUpdate', { entity: { leads_name: '绑定线索' }, field: [] }, { as });
    const { leadsId } = saved.data as { leadsId: number };
    const converted = await company.call('CrmLeads/transfer', { leadsIds: leadsId }, { as });
    expect(converted.msg).toBe('');
    const { rows } = await sql<{ id: number }>`
      select customer_id as id from customer where customer_name = '绑定线索'`.execute(company.db);
    expect(await team(rows[0]?.id ?? 0)).toEqual([['王芳', 2]]);
    const { operationId } = converted.data as { operationId: number };
    expect((await company.call('operation/undo', { operationId }, { as })).msg).toBe('');
    const live = await sql`select from customer where customer_name = '绑定线索' and deleted_at is null`.execute(
      company.db,
    );
    expect(live.rows).toHaveLength(0);
  });
});
