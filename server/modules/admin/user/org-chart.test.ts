import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import type { ChartPerson } from '#shared/admin/user-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (as?: Person) => company.call('system/user/queryOrgChart', {}, as ? { as } : {});
const chart = async () => (await ask(company.people.admin)).data as ChartPerson[];
const set = (
  userId: number,
  values: { readonly status?: number; readonly parent_id?: number; readonly post?: string },
) => company.db.updateTable('app_user').set(values).where('user_id', '=', userId).execute();

describe('the chart of the company', () => {
  it('shows everybody who is not disabled below a superior who is neither', async () => {
    const { seller, manager } = company.people;
    await set(seller.userId, { parent_id: manager.userId, post: '顾问' });
    const before = await chart();
    const { dept_id: deptId } = await company.db
      .selectFrom('app_user')
      .select('dept_id')
      .where('user_id', '=', seller.userId)
      .executeTakeFirstOrThrow();
    expect(before.find(({ userId }) => userId === seller.userId)).toEqual({
      userId: seller.userId,
      realname: seller.realname,
      img: '',
      post: '顾问',
      deptId,
      parentId: manager.userId,
    });
    await set(manager.userId, { status: 0 });
    const after = await chart();
    expect(after.map(({ userId }) => userId)).toEqual(
      before.map(({ userId }) => userId).filter((userId) => userId !== manager.userId),
    );
    expect(after.find(({ userId }) => userId === seller.userId)?.parentId).toBe(0);
    await set(manager.userId, { status: 1 });
  });

  it('is for those who read the staff list', async () => {
    expect((await ask()).code).toBe(302);
    expect((await ask(company.people.seller)).code).toBe(403);
  });
});
