import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { months, noMonths } from '#shared/crm/goals/goal.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from goal`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const call = (path: string, body: Record<string, unknown>, as: Who = company.people.admin) =>
  company.call(path, body, { as });
const set = { year: 2026, status: 1 };
const list = async (asked: Record<string, unknown>): Promise<GoalRow[]> => {
  const answer = await call('achievement/queryAchievementList', { ...set, ...asked });
  expect([answer.code, answer.msg]).toEqual([0, '']);
  return answer.data as GoalRow[];
};
const people = (deptId = company.people.seller.deptId) => list({ type: 3, deptId });
const save = (data: readonly Record<string, unknown>[], as?: Who) => call('achievement/setAchievement', { data }, as);
const goalOf = (person: Person, amounts: Record<string, unknown> = {}) => ({
  ...set,
  type: 3,
  objId: person.userId,
  ...amounts,
});
const amountsOf = (row: GoalRow | undefined) => months.map((month) => row?.[month]);
const changes = async () =>
  (
    (await call('system/setting/queryChangeList', { kinds: 'goal', limit: 100 })).data as {
      list: SettingChange[];
    }
  ).list;

describe('goals', () => {
  it('are zeros until they are set, of a department and its children and of its people', async () => {
    const { seller, manager, peer, subordinate } = company.people;
    const zeros = Object.fromEntries(months.map((month) => [month, '0.00']));
    const rest = { ...set, ...zeros, yeartarget: '0.00', version: 0, isDisabled: 0 };
    const first = { deptId: 1, objId: 1, name: '办公室', type: 2, ...rest };
    const second = { deptId: seller.deptId, objId: seller.deptId, name: '销售一部', type: 2, ...rest };
    const third = { deptId: seller.deptId + 1, objId: seller.deptId + 1, name: '销售二部', type: 2, ...rest };
    expect(await list({ type: 2, deptId: 1 })).toEqual([first, second, third]);
    expect(await list({ type: 2, deptId: seller.deptId })).toEqual([second]);
    expect(await people()).toEqual(
      [manager, seller, peer, subordinate].map(({ userId, realname }) => ({
        userId,
        objId: userId,
        name: realname,
        type: 3,
        ...rest,
      })),
    );
    expect((await list({ type: 3, deptId: 1, userId: peer.userId })).map(({ name }) => name)).toEqual([peer.realname]);
  });

  it('are replaced by object, year and kind of money, and those that are not sent stay', async () => {
    const { seller, peer } = company.people;
    expect(
      (await save([goalOf(seller, { january: '￥1,234.5', may: 20 }), goalOf(peer, { july: '1.2万' })])).code,
    ).toBe(0);
    expect((await save([{ ...goalOf(seller, { january: '7' }), status: 2 }])).code).toBe(0);
    expect((await save([{ ...goalOf(seller, { january: '8' }), year: 2025 }])).code).toBe(0);
    expect((await save([goalOf(seller, { february: '0.01' })])).code).toBe(0);
    const rows = await people();
    const [mine, hers] = [seller, peer].map(({ userId }) => rows.find((row) => row.userId === userId));
    expect(amountsOf(mine)).toEqual(noMonths.with(1, '0.01'));
    expect(amountsOf(hers)).toEqual(noMonths.with(6, '12000.00'));
    for (const [asked, january] of [
      [{ status: 2 }, '7.00'],
      [{ year: 2025 }, '8.00'],
    ] as const)
      expect(await list({ type: 3, userId: seller.userId, ...asked })).toMatchObject([
        { january, yeartarget: january },
      ]);
    // nothing but zeros is no goal
    expect((await save([goalOf(seller, { february: '' })])).code).toBe(0);
    expect(await list({ type: 3, userId: seller.userId })).toMatchObject([{ yeartarget: '0.00', version: 0 }]);
    const { rows: left } = await sql<{ year: number }>`
      select year from goal where user_id = ${seller.userId} order by year, status`.execute(company.db);
    expect(left).toEqual([{ year: 2025 }, { year: 2026 }]);
  });

  it('have a year that is the sum of the months, whatever sum is sent with them', async () => {
    const roll = dice(7);
    const { seller } = company.people;
    for (let round = 0; round < 20; round += 1) {
      const cents = months.map(() => BigInt(roll(2) === 0 ? roll(10) : roll(1_000_000_000) * 999 + roll(1000)));
      const written = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
      const sent = Object.fromEntries(months.map((month, at) => [month, written(cents[at] ?? 0n)]));
      expect((await save([goalOf(seller, { ...sent, yeartarget: '1' })])).code).toBe(0);
      const [row] = await list({ type: 3, userId: seller.userId });
      expect(row).toMatchObject({ ...sent, yeartarget: written(cents.reduce((sum, amount) => sum + amount)) });
    }
  });

  it('are taken as older clients send them: a bare list of the rows that they have read', async () => {
    const { seller, admin } = company.people;
    const {
      version: _version,
      isDisabled: _isDisabled,
      ...row
    } = (await list({ type: 3, userId: seller.userId }))[0] ?? {};
    const send = (path: string, body: unknown) =>
      company.app.inject({
        method: 'POST',
        url: `/${path}`,
        headers: { 'admin-token': admin.token, 'content-type': 'application/json;charset=UTF-8' },
        payload: JSON.stringify(body),
      });
    const { objId: _objId, ...byName } = { ...row, march: 300.5 };
    expect((await send('achievement/setAchievement', [byName])).json()).toMatchObject({ code: 0 });
    expect(await list({ type: 3, userId: seller.userId })).toMatchObject([{ march: '300.50' }]);
    // a form carries the list as text
    const form = { data: JSON.stringify([{ ...row, march: '5' }]) };
    expect((await company.call('achievement/setAchievement', form, { as: admin, form: true })).code).toBe(0);
    expect(await list({ type: 3, userId: seller.userId })).toMatchObject([{ march: '5.00' }]);
    // other calls take no list
    expect((await send('achievement/queryAchievementList', [row])).json()).toMatchObject({ code: 400 });
  });

  it('are refused together, by the name of the person or department and of the month', async () => {
    const { seller, peer } = company.people;
    const good = goalOf(peer, { january: '5' });
    const before = (await changes()).length;
    const cases: readonly (readonly [Record<string, unknown>, number, string])[] = [
      [goalOf(seller, { march: '十万' }), 422, '王芳的3月目标应为不小于0的金额，整数不超过10位，小数不超过2位'],
      [goalOf(seller, { april: -1 }), 422, '王芳的4月目标应为不小于0的金额，整数不超过10位，小数不超过2位'],
      [goalOf(seller, { may: '0.001' }), 422, '王芳的5月目标应为不小于0的金额，整数不超过10位，小数不超过2位'],
      [goalOf(seller, { may: '10000000000' }), 422, '王芳的5月目标应为不小于0的金额，整数不超过10位，小数不超过2位'],
      [
        { ...set, type: 2, objId: seller.deptId, december: '12,34' },
        422,
        '销售一部的12月目标应为不小于0的金额，整数不超过10位，小数不超过2位',
      ],
      [{ ...good, june: '6' }, 422, '李强的2026年目标出现了两次'],
      [{ ...goalOf(seller), objId: 99_999 }, 422, '第2行：员工不存在'],
      [{ ...set, type: 2, objId: 99_999 }, 422, '第2行：部门不存在'],
      [{ ...set, type: 2 }, 422, '第2行：请选择部门或员工'],
      [goalOf(seller, { year: 1969 }), 422, '“第2项的年份”不能小于1970'],
      [goalOf(seller, { year: 2101 }), 422, '“第2项的年份”不能大于2100'],
      [goalOf(seller, { type: 1 }), 422, '“第2项的类型”有误'],
      [goalOf(seller, { status: 3 }), 422, '“第2项的状态”有误'],
      [goalOf(seller, { june: true }), 422, '“第2项的6月”有误'],
    ];
    for (const [bad, code, msg] of cases) {
      const answer = await save([good, bad]);
      expect([msg, answer.code, answer.msg]).toEqual([msg, code, msg]);
    }
    const speak = (language: 'cn' | 'en') =>
      company.db.updateTable('app_user').set({ language }).where('user_id', '=', company.people.admin.userId).execute();
    await speak('en');
    const english = await save([goalOf(seller, { march: 'x' })]);
    await speak('cn');
    expect(english.msg).toMatch(/^The target of 王芳 for March must be an amount/);
    expect((await people()).map(({ yeartarget }) => yeartarget)).toEqual(Array(4).fill('0.00'));
    expect(await changes()).toHaveLength(before);
  });

  it('of somebody who is disabled are listed while they count, and only sent back as they are', async () => {
    const { peer, seller } = company.people;
    await save([goalOf(peer, { january: '5' })]);
    const enabled = (status: number) =>
      company.db.updateTable('app_user').set({ status }).where('user_id', '=', peer.userId).execute();
    await enabled(0);
    const rows = await people();
    expect(rows.find(({ userId }) => userId === peer.userId)).toMatchObject({ january: '5.00', isDisabled: 1 });
    const answer = await save([goalOf(seller, { may: '1' }), goalOf(peer, { january: '6' })]);
    expect([answer.code, answer.msg]).toEqual([422, '李强已停用，不能再修改目标']);
    expect((await save([...rows.map((row) => ({ ...row })), goalOf(company.people.hr)])).code).toBe(0);
    expect((await list({ type: 3, deptId: seller.deptId, status: 2 })).map(({ name }) => name)).not.toContain('李强');
    await enabled(1);
  });

  it('that somebody has changed since they were read are not overwritten', async () => {
    const { seller } = company.people;
    const [read] = await list({ type: 3, userId: seller.userId });
    const write = (january: string, version?: number) => save([goalOf(seller, { january, version })]);
    expect((await write('1', read?.version)).code).toBe(0);
    const late = await write('2', read?.version);
    expect([late.code, late.msg]).toEqual([409, '王芳的2026年目标刚刚被别人修改过。请核对最新的目标后再保存']);
    // the same once more, as after a lost answer, changes nothing
    expect((await write('1', read?.version)).code).toBe(0);
    const [now] = await list({ type: 3, userId: seller.userId });
    expect(now).toMatchObject({ january: '1.00' });
    expect((await write('3', now?.version)).code).toBe(0);
    // goals that are gone and came back are others
    expect((await write('')).code).toBe(0);
    expect((await write('4', 0)).code).toBe(0);
    expect((await write('5', now?.version)).code).toBe(409);
  });

  it('are saved one after the other by several people at once', async () => {
    const { seller, peer } = company.people;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        save(
          [goalOf(seller, { january: String(at + 1) }), goalOf(peer, { january: String(at + 1) })].toSorted(
            () => (at % 2) - 0.5,
          ),
        ),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(0));
    const rows = await people();
    expect(rows.find(({ userId }) => userId === seller.userId)?.january).toBe(
      rows.find(({ userId }) => userId === peer.userId)?.january,
    );
  });

  it('require a login and the right to goals', async () => {
    const { seller, stranger } = company.people;
    const asked = { ...set, type: 3, userId: seller.userId };
    for (const [path, body] of [
      ['achievement/queryAchievementList', asked],
      ['achievement/setAchievement', { data: [goalOf(seller, { january: '1' })] }],
    ] as const) {
      expect((await company.call(path, body)).code).toBe(302);
      expect((await call(path, body, stranger)).code).toBe(403);
      await sql`insert into role_menu (role_id, menu_id) values (9, ${menuIdsBelow('manage:crm:achievement')[0]})`.execute(
        company.db,
      );
      await sql`insert into user_role (user_id, role_id) values (${stranger.userId}, 9)`.execute(company.db);
      await sql`update org_version set version = version + 1`.execute(company.db);
      expect((await call(path, body, { token: await tokenFor(company.db, stranger.userId) })).code).toBe(0);
      await sql`delete from user_role where user_id = ${stranger.userId} and role_id = 9`.execute(company.db);
      await sql`delete from role_menu where role_id = 9`.execute(company.db);
      await sql`update org_version set version = version + 1`.execute(company.db);
    }
    const missing = await call('achievement/queryAchievementList', { ...set, type: 3 });
    expect([missing.code, missing.msg]).toEqual([422, '部门id不能为空']);
    expect((await call('achievement/queryAchievementList', { ...set, type: 2, deptId: 999 })).msg).toBe('部门不存在');
    expect((await call('achievement/queryAchievementList', { ...set, type: 3, userId: 99_999 })).code).toBe(422);
    expect((await call('achievement/queryAchievementList', { type: 2, status: 1, deptId: 1 })).msg).toBe(
      '年份不能为空',
    );
  });
});

describe('a save of goals', () => {
  it('is one change of the history, with what it changed alone, and is taken back as one', async () => {
    const { seller, peer, manager } = company.people;
    await save([goalOf(seller, { january: '100', february: '50' }), goalOf(manager, { march: '9' })]);
    await save([
      goalOf(seller, { january: '120.5', february: '50' }),
      goalOf(peer, { december: '1234567' }),
      goalOf(manager, { march: '9' }),
    ]);
    const [second, first] = await changes();
    expect(second).toMatchObject({
      kind: 'goal',
      title: '业绩目标',
      item: '2026年 · 合同金额 · 王芳、李强',
      mayTakeBack: 1,
      differences: [
        { label: '王芳 · 全年', before: '150.00', after: '170.50' },
        { label: '李强 · 全年', before: '0.00', after: '1,234,567.00' },
        { label: '王芳 · 1月', before: '100.00', after: '120.50' },
        { label: '李强 · 12月', before: '0.00', after: '1,234,567.00' },
      ],
    });
    expect(first).toMatchObject({ item: '2026年 · 合同金额 · 孙经理、王芳', mayTakeBack: 0 });
    expect((await call('system/setting/undoChange', { changeId: second?.changeId })).code).toBe(0);
    expect((await people()).map(({ name, yeartarget }) => [name, yeartarget])).toEqual([
      ['孙经理', '9.00'],
      ['王芳', '150.00'],
      ['李强', '0.00'],
      ['赵新', '0.00'],
    ]);
    expect((await call('system/setting/undoChange', { changeId: first?.changeId })).code).toBe(0);
    const { rows } = await sql<{ n: number }>`select count(*) as n from goal`.execute(company.db);
    expect(rows).toEqual([{ n: 0 }]);
    // and what was taken back can be had again
    const [undone] = await changes();
    expect(undone).toMatchObject({ isTakingBack: 1 });
    expect((await call('system/setting/undoChange', { changeId: undone?.changeId })).code).toBe(0);
    expect((await people())[1]).toMatchObject({ name: '王芳', yeartarget: '150.00' });
  });

  it('is not taken back for somebody who has been disabled since, by name', async () => {
    const { peer } = company.people;
    await save([goalOf(peer, { january: '1' })]);
    const [change] = await changes();
    const enabled = (status: number) =>
      company.db.updateTable('app_user').set({ status }).where('user_id', '=', peer.userId).execute();
    await enabled(0);
    const answer = await call('system/setting/undoChange', { changeId: change?.changeId });
    expect([answer.code, answer.msg]).toEqual([422, '李强已停用，不能再修改目标']);
    await enabled(1);
  });

  it('of many names three of them, and tells namesakes apart', async () => {
    const { seller, peer, manager, subordinate } = company.people;
    const name = (realname: string) =>
      company.db.updateTable('app_user').set({ realname }).where('user_id', '=', peer.userId).execute();
    await name('王芳');
    await save([manager, seller, peer, subordinate].map((person) => goalOf(person, { january: '1' })));
    const [change] = await changes();
    expect(change?.item).toBe(`2026年 · 合同金额 · 孙经理、王芳 (${seller.userId})、王芳 (${peer.userId})等4个`);
    await name('李强');
  });

  it('is lost with the department that it was for', async () => {
    const added = await call('system/dept/addDept', { name: '渠道部', pid: 1 });
    const { deptId } = added.data as { deptId: number };
    await save([{ ...set, type: 2, objId: deptId, january: '1' }]);
    expect((await call('system/dept/deleteDept', { id: deptId })).code).toBe(0);
    const { rows } = await sql<{ n: number }>`select count(*) as n from goal`.execute(company.db);
    expect(rows).toEqual([{ n: 0 }]);
    expect((await changes())[0]).toMatchObject({ mayTakeBack: 0 });
  });
});
