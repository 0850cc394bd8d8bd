import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  // 销售员 may check for duplicates, including leads
  await sql`insert into role_menu (role_id, menu_id) values (11, 1003), (11, 1001) on conflict do nothing`.execute(
    company.db,
  );
  await sql`update org_version set version = version + 1`.execute(company.db);
});
afterAll(() => company.close());

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
  company.call(`CrmCustomer/${path}`, body, { as: company.people[as] });
const save = async (entity: Record<string, unknown>, as: PersonName = 'seller'): Promise<number> =>
  ((await ask('addOrUpdate', { entity, field: [] }, as)).data as { customerId: number }).customerId;
interface Listing {
  readonly list: { customerId: number; customerName: string }[];
  readonly totalRow: number;
  readonly totalExact: number;
}
const shared = async (body: Record<string, unknown>, as: PersonName): Promise<Listing> => {
  const answer = await ask('queryPageListMember', body, as);
  expect(answer.msg).toBe('');
  return answer.data as Listing;
};

describe('customers shared with a team member', () => {
  it('are those of the own team memberships, with the same rows as the list', async () => {
    const { peer, admin } = company.people;
    const [one, other] = [await save({ customer_name: '成员甲' }), await save({ customer_name: '成员乙' })];
    await save({ customer_name: '成员丙' });
    await save({ customer_name: '成员丁' }, 'peer');
    await ask('addMembers', { ids: one, memberIds: [peer.userId, admin.userId], power: 1 }, 'manager');
    await ask('addMembers', { ids: other, memberIds: peer.userId, power: 2 }, 'manager');
    const mine = await shared({}, 'peer');
    expect(mine).toMatchObject({ totalRow: 2, totalExact: 1 });
    expect(mine.list.map((row) => row.customerId).toSorted()).toEqual([one, other].toSorted());
    const listed = (await ask('queryPageList', { search: '成员甲' }, 'peer')).data as Listing;
    expect((await shared({ search: '成员甲' }, 'peer')).list).toEqual(listed.list);
    expect(await shared({ limit: 1, page: 2, sortField: 'customerName', order: 2 }, 'peer')).toMatchObject({
      totalRow: 2,
      list: [{ customerName: '成员乙' }],
    });
    // a person who sees all customers is still a member of few
    expect((await shared({}, 'admin')).list.map((row) => row.customerId)).toEqual([one]);
    expect((await shared({}, 'seller')).totalRow).toBe(0);
  });

  it('disappear with the membership, the deletion and the pool', async () => {
    const { stranger } = company.people;
    const ids: number[] = [];
    for (const name of ['退出甲', '退出乙', '退出丙']) ids.push(await save({ customer_name: name }));
    await ask('addMembers', { ids, memberIds: stranger.userId, power: 1 }, 'manager');
    const count = async () => (await shared({}, 'stranger')).totalRow;
    expect(await count()).toBe(3);
    await ask('deleteMembers', { ids: ids[0], memberIds: stranger.userId }, 'manager');
    expect(await count()).toBe(2);
    await ask('deleteByIds', { customerIds: ids[1] }, 'manager');
    expect(await count()).toBe(1);
    await ask('updateCustomerByIds', { ids: ids[2] }, 'manager');
    expect(await count()).toBe(0);
    expect((await ask('queryPageListMember', {}, 'hr')).code).toBe(403);
  });
});

describe('the duplicate check of older clients (A13)', () => {
  const rows = async (body: Record<string, unknown>, as: PersonName = 'peer') =>
    (await ask('findByCustomerPageList', { page: 1, limit: 5, type: 1, sort: 0, ...body }, as)).data as {
      list: Record<string, unknown>[];
      totalRow: number;
    };

  it('finds by name or mobile, returns four keys, and masks numbers outside the scope', async () => {
    const customerId = await save({ customer_name: '查重精密制造', mobile: '13712345678' });
    const found = {
      customerId,
      customerName: '查重精密制造',
      mobile: '137****5678',
      ownerUserName: '王芳',
      mayRead: 0,
    };
    expect(await rows({ customerName: '精密' })).toEqual({ list: [found], totalRow: 1 });
    expect(await rows({ mobile: '13712345678' })).toEqual({ list: [found], totalRow: 1 });
    expect((await rows({ mobile: '13712345678' }, 'seller')).list).toEqual([
      { ...found, mobile: '13712345678', mayRead: 1 },
    ]);
    for (const body of [{}, { customerName: '精' }, { mobile: '137123' }, { customerName: '有限公司' }])
      expect([body, await rows(body)]).toEqual([body, { list: [], totalRow: 0 }]);
  });

  it('says of each whether the actor may open it, which readers may one of the pool, too', async () => {
    const customerId = await save({ customer_name: '查重入海' });
    const mayRead = async (as: PersonName) => {
      const { list } = await rows({ customerName: '查重入海' }, as);
      const opened = await ask('queryById', { customerId }, as);
      expect(list[0]?.['mayRead']).toBe(isReadable(opened) ? 1 : 0);
      return list[0]?.['mayRead'];
    };
    expect([await mayRead('seller'), await mayRead('stranger'), await mayRead('admin')]).toEqual([1, 0, 1]);
    expect((await ask('updateCustomerByIds', { ids: customerId }, 'manager')).code).toBe(0);
    expect([await mayRead('seller'), await mayRead('stranger'), await mayRead('admin')]).toEqual([1, 1, 1]);
  });

  it('returns at most five, in pages', async () => {
    for (let at = 0; at < 7; at += 1) await save({ customer_name: `查重分页${at}` });
    expect((await rows({ customerName: '查重分页', limit: 100 })).list).toHaveLength(5);
    const older = await ask('queryList', { customerName: '查重分页', limit: 3, page: 2 });
    expect(older.data).toMatchObject({ totalRow: 5, list: [{}, {}] });
    expect((older.data as { list: unknown[] }).list).toHaveLength(2);
    const [first, second] = [
      await rows({ customerName: '查重分页', limit: 3 }),
      await rows({ customerName: '查重分页', limit: 3, page: 2 }),
    ];
    expect([first.list.length, second.list.length, first.totalRow]).toEqual([3, 2, 5]);
    const ids = [...first.list, ...second.list].map((row) => row['customerId']);
    expect(new Set(ids).size).toBe(5);
  });

  it('requires its right, and shares the limit and the log with the other check', async () => {
    expect((await ask('findByCustomerPageList', { customerName: '查重' }, 'hr')).code).toBe(403);
    const asking = (path: string) => ask(path, { customerName: '次数限制' }, 'agent');
    for (let at = 0; at < 15; at += 1) {
      expect((await asking('queryList')).code).toBe(0);
      expect((await asking('findByCustomerPageList')).code).toBe(0);
    }
    expect((await asking('findByCustomerPageList')).code).toBe(429);
    expect((await asking('queryList')).code).toBe(429);
    const { rows: log } = await sql<{ n: number }>`
      select count(*) as n from audit
      where what = 'duplicates crm_customer' and result = 'done' and user_id = ${company.people.agent.userId}`.execute(
      company.db,
    );
    expect(log).toEqual([{ n: 30 }]);
  });
});

describe('the switch of the duplicate check', () => {
  const flags = async () => (await ask('getRulesSetting', {}, 'stranger')).data as Record<string, unknown>;
  const turn = (customerDuplicateCheck: number, leadsDuplicateCheck: number, as: PersonName = 'admin') =>
    ask('setDuplicateCheck', { customerDuplicateCheck, leadsDuplicateCheck }, as);
  const call = (path: string, body: Record<string, unknown>) => company.call(path, body, { as: company.people.seller });

  it('is returned with the settings and disables the check for people with the right', async () => {
    await save({ customer_name: '开关公司' });
    await call('CrmLeads/addOrUpdate', { entity: { leads_name: '开关线索' }, field: [] });
    expect(await flags()).toMatchObject({ customerDuplicateCheck: 1, leadsDuplicateCheck: 1 });
    expect((await turn(0, 1, 'seller')).code).toBe(403);
    expect((await turn(0, 1)).code).toBe(0);
    expect(await flags()).toMatchObject({ customerDuplicateCheck: 0, leadsDuplicateCheck: 1 });
    const check = () => ask('findByCustomerPageList', { customerName: '开关公司' });
    expect([(await check()).code, (await check()).msg]).toEqual([403, '查重功能未开启']);
    expect((await turn(1, 0)).code).toBe(0);
    expect((await check()).data).toMatchObject({ list: [{ customerName: '开关公司', ownerUserName: '王芳' }] });
    expect((await call('CrmLeads/queryList', { leadsName: '开关线索' })).msg).toBe('查重功能未开启');
    expect((await turn(1, 1)).code).toBe(0);
    expect((await call('CrmLeads/queryList', { leadsName: '开关线索' })).data).toMatchObject({
      list: [{ leadsName: '开关线索', ownerUserName: '王芳' }],
    });
  });
});
