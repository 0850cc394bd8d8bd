import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openBin, type Restored } from '#server/modules/crm/customers/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());
beforeEach(async () => {
  await sql`delete from customer_limit`.execute(company.db);
  await sql`update customer set deleted_at = now() where deleted_at is null`.execute(company.db);
});

const { ask, save, remove, restore, isThere } = openBin(() => company);

const limit = async (type: 1 | 2, customerNum: number) => {
  const userList = [company.people.peer.userId];
  const answer = await ask('customerSetting', { type, customerNum, customerDeal: 0, userList, deptList: [] }, 'admin');
  expect(answer.msg).toBe('');
};
const deleted = async (name: string, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await save(`${name}${at}`, 'peer'));
  await remove(ids, 'admin');
  return ids;
};

/** Number of statements the database received meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const { length } = query.mock.calls;
  query.mockRestore();
  return length;
}

describe('restoring records to an owner with too little quota', () => {
  it('restores as many as fit: by the limit of customers, where deals do not count, and by the limit of locks', async () => {
    await limit(1, 2);
    await limit(2, 1);
    const names = ['成交', '锁定甲', '锁定乙', '普通甲', '普通乙'];
    const ids: number[] = [];
    for (const name of names) ids.push(await save(`余量${name}`));
    const [deal, firstLocked, secondLocked, , beyond] = ids;
    expect((await ask('setDealStatus', { ids: deal, dealStatus: 1 }, 'admin')).msg).toBe('');
    expect((await ask('lock', { ids: [firstLocked, secondLocked], isLock: 1 }, 'admin')).msg).toBe('');
    await remove(ids, 'admin');
    await sql`
      update customer set owner_user_id = ${company.people.peer.userId} where customer_id = any(${ids}::bigint[])`.execute(
      company.db,
    );
    const answer = (await restore(ids.toReversed(), 'admin')).data as Restored;
    expect([answer.count, answer.failed]).toEqual([
      3,
      [
        { id: secondLocked, msg: '有员工可锁定客户数达到上限' },
        { id: beyond, msg: '该员工拥有客户数已达上限' },
      ],
    ]);
    expect(await Promise.all(ids.map(isThere))).toEqual([true, true, false, true, false]);
  });

  it('needs hardly more statements for many records than for a few', async () => {
    const [few, many] = [await deleted('少量', 3), await deleted('多量', 15)];
    await limit(1, 2);
    const counts: number[] = [];
    const restoring = async (ids: number[]) => counts.push(((await restore(ids, 'admin')).data as Restored).count);
    const forFew = await statementsOf(() => restoring(few));
    await remove(few.slice(0, 2), 'admin');
    const forMany = await statementsOf(() => restoring(many));
    expect(counts).toEqual([2, 2]);
    expect(forMany - forFew).toBeLessThan(many.length - few.length);
  });
});
