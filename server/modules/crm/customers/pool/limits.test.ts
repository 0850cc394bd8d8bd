import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const { peer } = company.people;
  for (const limit of [
    { type: 1, customerNum: 3, customerDeal: 0 },
    { type: 2, customerNum: 1, customerDeal: 0 },
  ])
    await ask('customerSetting', { ...limit, userList: [peer.userId], deptList: [] }, 'admin');
});
afterAll(async () => company.close());

const { changesOf, takeBack } = openHistory(() => company);
interface Limit {
  readonly settingId: number;
  readonly range: string;
  readonly overNum: number;
  readonly overNames: readonly string[];
}
const listed = async (type: number) =>
  ((await ask('queryCustomerSetting', { type }, 'admin')).data as { list: Limit[] }).list;
const ask = (path: string, body: Record<string, unknown>, who: PersonName) =>
  company.call(path.includes('/') ? path : `CrmCustomer/${path}`, body, { as: company.people[who] });
const deptOf = async ({ userId }: { readonly userId: number }): Promise<number> =>
  (await company.db.selectFrom('app_user').select('dept_id').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .dept_id;
const save = async (name: string, who: PersonName): Promise<number> => {
  const { data, msg } = await ask('addOrUpdate', { entity: { customer_name: name }, field: [] }, who);
  expect(msg).toBe('');
  return (data as { customerId: number }).customerId;
};
const give = (ids: readonly number[], to: PersonName) =>
  ask('transfer', { customerIds: [...ids], newOwnerUserId: company.people[to].userId }, 'admin');
const operationOf = (answer: { data: unknown }) => (answer.data as { operationId: number }).operationId;
const undo = (operationId: number) => ask('operation/undo', { operationId }, 'admin');
const owned = async (who: PersonName): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from customer where owner_user_id = ${company.people[who].userId} and deleted_at is null`.execute(
    company.db,
  );
  return rows[0]?.n ?? 0;
};

describe('limits', () => {
  it('count what an undo would bring back: above the limit, the undo does nothing', async () => {
    const mine = [await save('限一', 'peer'), await save('限二', 'peer'), await save('限三', 'peer')];
    const away = operationOf(await give(mine.slice(0, 2), 'seller'));
    await save('限四', 'peer');
    const refused = await undo(away);
    expect([refused.code, refused.msg]).toEqual([422, '该员工拥有客户数已达上限']);
    expect(await owned('peer')).toBe(2);
    const dealt = operationOf(await ask('setDealStatus', { ids: mine[2], dealStatus: 1 }, 'admin'));
    expect((await undo(away)).data).toMatchObject({ undone: 2, kept: [] });
    // a customer with a deal does not count, until the deal is removed
    expect(await owned('peer')).toBe(4);
    expect((await undo(dealt)).code).toBe(422);
  });

  it('of locks apply to customers that change owner and to locks that are restored', async () => {
    const [first, second] = [await save('锁一', 'seller'), await save('锁二', 'seller')];
    for (const id of [first, second]) expect((await ask('lock', { ids: id, isLock: 1 }, 'admin')).msg).toBe('');
    await sql`update customer set deleted_at = now() where owner_user_id = ${company.people.peer.userId}`.execute(
      company.db,
    );
    const both = await give([first, second], 'peer');
    expect([both.code, both.msg]).toEqual([422, '有员工可锁定客户数达到上限']);
    expect((await give([first], 'peer')).msg).toBe('');
    const unlocked = operationOf(await ask('lock', { ids: first, isLock: 0 }, 'admin'));
    expect((await give([second], 'peer')).msg).toBe('');
    expect((await undo(unlocked)).msg).toBe('有员工可锁定客户数达到上限');
    // people above a limit for another reason can still undo unrelated actions
    const other = operationOf(await ask('addMembers', { ids: first, memberIds: 3, power: 1 }, 'admin'));
    await sql`update customer_limit set customer_num = 0`.execute(company.db);
    expect((await undo(other)).data).toMatchObject({ undone: 1 });
  });

  it('apply to the undo of a deletion, and to the recycle bin, where each customer is told why it stays', async () => {
    const { stranger } = company.people;
    const limit = { type: 1, customerNum: 2, customerDeal: 0, userList: [stranger.userId], deptList: [] };
    expect((await ask('customerSetting', limit, 'admin')).msg).toBe('');
    const mine = [await save('删一', 'stranger'), await save('删二', 'stranger')];
    const deleted = operationOf(await ask('deleteByIds', { customerIds: mine }, 'admin'));
    const other = await save('删三', 'stranger');
    const refused = await undo(deleted);
    expect([refused.code, refused.msg]).toEqual([422, '该员工拥有客户数已达上限']);
    expect(await owned('stranger')).toBe(1);
    const restored = await ask('restoreByIds', { customerIds: mine }, 'admin');
    expect(restored.data).toMatchObject({ count: 1, failed: [{ id: mine[1], msg: '该员工拥有客户数已达上限' }] });
    expect(await owned('stranger')).toBe(2);
    // with room for it, the undo brings back the rest
    await ask('deleteByIds', { customerIds: [other] }, 'admin');
    expect((await undo(deleted)).msg).toBe('');
    expect(await owned('stranger')).toBe(2);
  });

  it('cannot be deleted twice, and the log records it once', async () => {
    const traces = () =>
      company.db.selectFrom('audit').select('audit_id').where('result', '=', 'done').orderBy('audit_id').execute();
    const remove = (settingId: number) => ask('deleteCustomerSetting', { settingId }, 'admin');
    const { setting_id } = await company.db
      .insertInto('customer_limit')
      .values({ type: 1, customer_num: 5, customer_deal: 0 })
      .returning('setting_id')
      .executeTakeFirstOrThrow();
    expect((await remove(setting_id)).code).toBe(0);
    const before = await traces();
    for (const unknown of [setting_id, 99_999_999]) expect((await remove(unknown)).code).toBe(404);
    expect(await traces()).toEqual(before);
  });
});

describe('rules of limits', () => {
  it('say how many of their people have more than they allow: a person’s own rule counts, not the department’s', async () => {
    const { seller } = company.people;
    await sql`delete from customer_limit`.execute(company.db);
    for (const name of ['超一', '超二', '超三']) await save(name, 'seller');
    const dept = { type: 1, customerNum: 1, customerDeal: 1, userList: [], deptList: [await deptOf(seller)] };
    expect((await ask('customerSetting', dept, 'admin')).msg).toBe('');
    const [ofDept] = await listed(1);
    expect(ofDept?.overNames).toContain(seller.realname);
    const most = await owned('seller');
    const own = { type: 1, customerNum: most - 1, customerDeal: 0, userList: [seller.userId], deptList: [] };
    expect((await ask('customerSetting', own, 'admin')).msg).toBe('');
    expect(await listed(1)).toMatchObject([
      { overNum: (ofDept?.overNum ?? 0) - 1 },
      { range: seller.realname, overNum: 1, overNames: [seller.realname] },
    ]);
    // one with a deal does not count
    const { rows } = await sql<{ id: number }>`
      update customer set deal_status = 1 where customer_id = (
        select max(customer_id) from customer where owner_user_id = ${seller.userId} and deleted_at is null)
      returning customer_id as id`.execute(company.db);
    expect(rows).toHaveLength(1);
    expect((await listed(1))[1]).toMatchObject({ overNum: 0, overNames: [] });
    const locks = { type: 2, customerNum: 0, customerDeal: 0, userList: [seller.userId], deptList: [] };
    expect((await ask('customerSetting', locks, 'admin')).msg).toBe('');
    await sql`update customer set is_lock = 0 where owner_user_id = ${seller.userId}`.execute(company.db);
    expect((await listed(2))[0]).toMatchObject({ overNum: 0 });
    await sql`
      update customer set is_lock = 1 where customer_id = (
        select min(customer_id) from customer
        where owner_user_id = ${seller.userId} and deleted_at is null and deal_status = 0)`.execute(company.db);
    expect((await listed(2))[0]).toMatchObject({ overNum: 1, overNames: [seller.realname] });
  });

  it('are kept and taken back, a deletion as the same rule', async () => {
    await sql`delete from customer_limit`.execute(company.db);
    const { peer, seller } = company.people;
    const rule = { type: 1, customerNum: 7, customerDeal: 1, userList: [peer.userId], deptList: [1] };
    await ask('customerSetting', rule, 'admin');
    const before = await listed(1);
    const settingId = before[0]?.settingId ?? 0;
    await ask(
      'customerSetting',
      { ...rule, settingId, customerNum: 9, userList: [seller.userId], deptList: [] },
      'admin',
    );
    const [changed] = await changesOf('owned_limit');
    expect(changed).toMatchObject({
      title: '拥有客户数限制',
      item: seller.realname,
      differences: [
        { label: '适用范围', before: expect.stringContaining(`${peer.realname}、`) as unknown, after: seller.realname },
        { label: '拥有客户数上限', before: '7', after: '9' },
      ],
    });
    expect(await takeBack('owned_limit')).toBe('');
    expect(await listed(1)).toEqual(before);
    expect((await ask('deleteCustomerSetting', { settingId }, 'admin')).msg).toBe('');
    expect(await listed(1)).toEqual([]);
    expect(await takeBack('owned_limit')).toBe('');
    expect(await listed(1)).toEqual(before);
    // another rule has taken the person meanwhile
    await ask('deleteCustomerSetting', { settingId }, 'admin');
    await ask('customerSetting', { ...rule, deptList: [] }, 'admin');
    const removed = (await changesOf('owned_limit')).find(({ differences }) =>
      differences.every(({ after }) => after === ''),
    );
    const undo = { changeId: removed?.changeId };
    expect((await company.call('system/setting/undoChange', undo, { as: company.people.admin })).msg).toBe(
      '已经有员工或部门信息包含在别的规则里面',
    );
    expect(await listed(1)).toHaveLength(1);
    expect(await changesOf('locked_limit')).not.toContainEqual(expect.objectContaining({ item: peer.realname }));
  });

  it('stay of their type', async () => {
    const [own] = await listed(1);
    const other = { settingId: own?.settingId, type: 2, customerNum: 1, userList: [], deptList: [] };
    expect((await ask('customerSetting', other, 'admin')).code).toBe(404);
    expect(await listed(1)).toEqual([own]);
  });
});
