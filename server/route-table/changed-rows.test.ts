import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchRows, type ChangedRows } from '#server/route-table/changed-rows.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
let rows: ChangedRows;
beforeAll(async () => {
  company = await openCompany();
  rows = await watchRows(company.urls.ownerUrl);
});
afterAll(async () => {
  await rows.close();
  await company.close();
});

it('sees rows that come, change and go, and what becomes of flags', async () => {
  const { db } = company;
  await sql`insert into department (name, pid, num, remark) values ('甲', 1, 0, ''), ('乙', 1, 0, '')`.execute(db);
  expect(await rows.taken()).toEqual({ 'department.rows': 2 });
  await sql`update department set remark = '改' where name = '甲'`.execute(db);
  expect(await rows.taken()).toEqual({ 'department.changed': 1 });
  await sql`update department set remark = '改' where name = '甲'`.execute(db);
  expect(await rows.taken()).toEqual({});
  await sql`delete from department where name = '乙'`.execute(db);
  expect(await rows.taken()).toEqual({ 'department.rows': -1 });
  await sql`update app_user set agent_flag = 1 where user_id = ${company.people.seller.userId}`.execute(db);
  expect(await rows.taken()).toEqual({ 'app_user.agent_flag': 1, 'app_user.changed': 1 });
});

it('sees nothing of what is rolled back, and nothing of logs', async () => {
  const { db } = company;
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`update department set remark = 'discarded'`.execute(trx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const stranger = { username: '13900009999', password: 'nobody knows' };
  expect((await company.call('login', stranger)).code).not.toBe(0);
  expect(await rows.taken()).toEqual({});
});
