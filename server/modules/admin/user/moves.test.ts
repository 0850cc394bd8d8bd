import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openStaffCalls } from './testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, rowOf, hire, audits } = openStaffCalls(() => company);
const move = (userIds: readonly number[], deptIds: readonly number[], as = company.people.hr) =>
  ask('system/user/setUserDept', { userIds, deptIds }, as);
const departments = async (userIds: readonly number[]) =>
  Promise.all(userIds.map(async (userId) => (await rowOf(userId))?.deptId));
const people = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let one = 0; one < count; one += 1) ids.push((await hire({ deptId: 1 })).userId);
  return ids;
};

describe('many people', () => {
  it('are moved into one department by one call, and each back by another', async () => {
    const { admin, stranger, seller } = company.people;
    const ids = await people(3);
    expect((await move(ids.slice(0, 1), [seller.deptId], admin)).code).toBe(0);
    expect((await move(ids, [stranger.deptId], admin)).code).toBe(0);
    expect(await departments(ids)).toEqual(ids.map(() => stranger.deptId));
    expect((await audits(`user.move ${stranger.deptId}`)).map(({ subject }) => subject)).toEqual(
      ids.map((userId) => `user ${userId}`),
    );
    expect((await move(ids, [seller.deptId, 1, 1], admin)).code).toBe(0);
    expect(await departments(ids)).toEqual([seller.deptId, 1, 1]);
    // who is there already is not said to have come
    expect((await move(ids, [1], admin)).code).toBe(0);
    expect(await audits('user.move 1')).toHaveLength(3);
  });

  it('keep their superiors', async () => {
    const { seller, stranger } = company.people;
    const { parentId } = (await rowOf(seller.userId)) ?? {};
    expect((await move([seller.userId], [stranger.deptId], company.people.admin)).code).toBe(0);
    expect(await rowOf(seller.userId)).toMatchObject({ parentId, deptId: stranger.deptId });
    await move([seller.userId], [seller.deptId], company.people.admin);
  });

  it('are all where they were after a refusal', async () => {
    const ids = await people(2);
    const { admin, stranger } = company.people;
    for (const [userIds, deptIds, msg] of [
      [ids, [999_999], '部门不存在'],
      [[...ids, 999_999], [stranger.deptId], '用户不存在！'],
      [[...ids, admin.userId], [stranger.deptId], '超级管理员不可被更改'],
    ] as const) {
      const answer = await move(userIds, deptIds);
      expect(answer.msg).toBe(msg);
    }
    for (const deptIds of [[], [1, 1, 1]]) expect((await move(ids, deptIds)).code).toBe(422);
    expect(await departments(ids)).toEqual([1, 1]);
  });

  it('are moved as far as the mover’s own rights go; the rest waits, and comes with a confirmation', async () => {
    const { db } = company;
    const { admin, manager, stranger } = company.people;
    await db.insertInto('user_role').values({ user_id: manager.userId, role_id: 3 }).execute();
    await db.updateTable('org_version').set({ version: 7000 }).execute();
    const [free = 0] = await people(1);
    // the records of the stranger come into the reach of the manager's department, those of the other give nothing
    await db.updateTable('app_user').set({ dept_id: manager.deptId }).where('user_id', '=', free).execute();
    const answer = await move([free, stranger.userId], [1, manager.deptId], manager);
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('已提交申请')]);
    expect(await departments([free, stranger.userId])).toEqual([1, stranger.deptId]);
    const { waiting } = answer.body['detail'] as { waiting: number };
    const confirmed = await ask('system/rightsRequest/confirm', { requestId: waiting }, admin);
    expect([confirmed.code, confirmed.msg]).toEqual([0, '']);
    expect(await departments([stranger.userId])).toEqual([manager.deptId]);
    await move([stranger.userId], [stranger.deptId], admin);
    await db.deleteFrom('user_role').where('user_id', '=', manager.userId).where('role_id', '=', 3).execute();
    await db.updateTable('org_version').set({ version: 8000 }).execute();
  });
});
