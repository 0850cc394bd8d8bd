import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { repetitions, seed } from '#server/testing/repetitions.ts';
import { openStaffCalls } from './testing.ts';

// Nobody comes to stand below themselves, whoever moves people at the same moment (R5.6).

let company: Company;
const people: { userId: number; username: string }[] = [];
beforeAll(async () => {
  company = await openCompany();
  for (let one = 0; one < 6; one += 1) people.push(await hire());
});
afterAll(async () => company.close());

const { ask, hire } = openStaffCalls(() => company);
const refusal = '该员工的下级员工不能设置为直属上级';
const put = (userId: number, parentId: number) =>
  ask('system/user/setUser', { userId, parentId }, company.people.admin);
const putBySheet = async (username: string, superior: string): Promise<void> => {
  const content = Buffer.from(`姓名,手机号,部门,直属上级\n新同事,${username},办公室,${superior}\n`);
  const file = { name: '员工.csv', content };
  const sent = await company.call('system/user/uploadExcel', { updates: 1 }, { as: company.people.admin, file });
  expect(sent.msg).toBe('');
};
const apart = () =>
  sql`update app_user set parent_id = 0 where user_id = any(${people.map(({ userId }) => userId)}::int[])`.execute(
    company.db,
  );
/** Those who are below themselves. */
const loops = async () =>
  (
    await sql<{ user_id: number }>`
      with recursive above as (
        select user_id as who, parent_id as boss from app_user where parent_id <> 0
        union select a.who, u.parent_id from above a join app_user u on u.user_id = a.boss where u.parent_id <> 0
      ) select who as user_id from above where who = boss`.execute(company.db)
  ).rows;

describe('people who are put below each other at once', () => {
  it.each([2, 3, 5])('of %i in a ring the last one is refused', async (size) => {
    const ring = people.slice(0, size);
    for (let round = 0; round < repetitions(150); round += 1) {
      await apart();
      const answers = await Promise.all(ring.map(({ userId }, at) => put(userId, ring[(at + 1) % size]?.userId ?? 0)));
      const told = answers.map(({ msg }) => msg).toSorted();
      expect([round, told]).toEqual([round, [...Array.from({ length: size - 1 }, () => ''), refusal]]);
      expect([round, await loops()]).toEqual([round, []]);
    }
  });

  it('by a sheet and by hand stand in no loop', async () => {
    const [one, other] = people;
    if (!one || !other) throw new Error('nobody');
    for (let round = 0; round < repetitions(100); round += 1) {
      await apart();
      const [, answer] = await Promise.all([putBySheet(one.username, other.username), put(other.userId, one.userId)]);
      expect(['', refusal]).toContain(answer.msg);
      expect([round, await loops()]).toEqual([round, []]);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from app_user
        where user_id in (${one.userId}, ${other.userId}) and parent_id in (${one.userId}, ${other.userId})`.execute(
        company.db,
      );
      expect([round, rows]).toEqual([round, [{ n: 1 }]]);
    }
  });

  it('at random stand in no loop, and only what would make one is refused', async () => {
    const roll = dice(seed);
    const anybody = () => people[roll(people.length)]?.userId ?? 0;
    await apart();
    for (let round = 0; round < repetitions(200); round += 1) {
      const moves = Array.from({ length: 6 }, () => [anybody(), anybody()] as const);
      const answers = await Promise.all(moves.map(([userId, parentId]) => put(userId, parentId)));
      for (const { msg } of answers) expect(['', refusal]).toContain(msg);
      expect([seed, round, await loops()]).toEqual([seed, round, []]);
    }
  });
});
