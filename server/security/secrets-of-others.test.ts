import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '#server/route-table/cases.ts';
import type { Table } from '#server/route-table/table.ts';
import { openAccounts } from '#server/security/testing.ts';
import { password } from '#server/testing/company/staff.ts';
import { tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { HandedOver, RightsRequest } from '#shared/admin/rights-request-calls.ts';

// The secret of somebody with more than oneself is neither seen nor set: it comes by a one-time link (security A15, N12).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
});
afterAll(() => company.close());

const { ask, good } = openAccounts(() => table);
const chosen = 'Xuan-Ding-7788';
const once = 'Once-4711-only';
const login = async (username: string, word: string) =>
  (await company.call('login', { username, password: word })).code;
const waitingOf = ({ body }: Answer) => (body['detail'] as { waiting: number }).waiting;
const links = async (requestId: number, as: Person = company.people.admin) =>
  (await good<{ links: HandedOver[] }>(as, 'system/rightsRequest/confirm', { requestId })).links;
const use = (token: string, word = chosen) => company.call('setup/setPassword', { token, password: word });
const seller = () => table.hire({ roles: [11] });
const askReset = async ({ userId }: Person, as: Person = company.people.hr) =>
  waitingOf(await ask(as, 'system/user/resetPassword', { userIds: [userId], password: once }));

describe('a staff keeper', () => {
  it('resets nobody who reaches more, and opens no account by doing so', async () => {
    const { hr } = company.people;
    const person = await seller();
    const plain = await table.hire({ roles: [9] });
    const answer = await ask(hr, 'system/user/resetPassword', {
      userIds: [person.userId, plain.userId],
      password: once,
    });
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('其余已完成')]);
    expect(await login(plain.username, once)).toBe(0);
    expect(await login(person.username, once)).toBe(500);
    expect(await login(person.username, password)).toBe(0);
    const renamed = await ask(hr, 'system/user/usernameEdit', {
      id: person.userId,
      username: '13577770001',
      password: once,
    });
    expect([renamed.code, waitingOf(renamed)]).toEqual([403, expect.any(Number)]);
    expect([await login('13577770001', once), await login(person.username, password)]).toEqual([500, 0]);
  });

  it.each([
    ['a function', { menu: 32, scope: 1 }],
    ['the data scope', { menu: 28, scope: 5 }],
    ['the own records of the person', { menu: 28, scope: 1 }],
  ])('is measured by %s alone, not by administration rights', async (_what, { menu, scope }) => {
    const { person, keeper } = await twoOfAKind(menu, scope);
    expect(await login(person.username, once)).toBe(500);
    expect((await ask(keeper, 'system/user/resetPassword', { userIds: [person.userId], password: once })).code).toBe(
      403,
    );
    expect(await login(person.username, once)).toBe(500);
  });

  it('resets people of whom they have everything, as ever', async () => {
    const role = await newRole([28, 29], 1);
    const person = await table.hire({ roles: [role] });
    const keeper = await table.hire({ roles: [await newRole([28, 29], 5), 3] });
    const answer = await ask(keeper, 'system/user/resetPassword', { userIds: [person.userId], password: once });
    expect([answer.code, await login(person.username, once)]).toEqual([0, 0]);
  });

  let roles = 0;
  async function newRole(menuIds: number[], dataType: number): Promise<number> {
    const { role_id: roleId } = await company.db
      .insertInto('role')
      .values({ role_name: `钥 ${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...new Set(menuIds)]}::int[])`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    return roleId;
  }
  /** Somebody with one thing more than a keeper who has the same otherwise. */
  async function twoOfAKind(menu: number, scope: number) {
    const person = await table.hire({ roles: [await newRole([28, 29, menu], scope)] });
    const keeper = await table.hire({ roles: [await newRole([28, 29], 3), 3], deptId: 1 });
    return { person, keeper };
  }
});

describe('a one-time link', () => {
  it('is shown once to whoever confirms, works once, and the person alone knows the password', async () => {
    const person = await seller();
    const [link] = await links(await askReset(person));
    expect(link).toMatchObject({ userId: person.userId, username: person.username, token: expect.any(String) });
    // what was known before is over
    expect(await login(person.username, password)).toBe(500);
    expect((await ask(person, 'system/dept/queryDeptTree')).code).toBe(302);
    const weak = await use(link?.token ?? '', 'password1');
    expect(weak.msg).toBe(translate('cn', 'password.common'));
    expect((await use(link?.token ?? '')).code).toBe(0);
    expect(await login(person.username, chosen)).toBe(0);
    const again = await use(link?.token ?? '', 'Another-9911-pass');
    expect([again.code, again.msg]).toEqual([422, translate('cn', 'password.link')]);
    expect(await login(person.username, chosen)).toBe(0);
    const { rows } = await sql<{ text: string }>`
      select string_agg(t, ' ') as text from (
        select q::text as t from rights_request q union all select a::text from audit a
        union all select l::text from password_link l) as all_rows`.execute(company.db);
    expect(rows[0]?.text).not.toContain(link?.token);
    expect(rows[0]?.text).not.toContain(once);
  });

  it('is over after 24 hours, for disabled people, after the next one, and after another password', async () => {
    const { admin } = company.people;
    const expired = await seller();
    const [old] = await links(await askReset(expired));
    await sql`update password_link set expires_at = now() - interval '1 second'`.execute(company.db);
    expect((await use(old?.token ?? '')).code).toBe(422);

    const disabled = await seller();
    const [closed] = await links(await askReset(disabled));
    await good(admin, 'system/user/setUserStatus', { userIds: [disabled.userId], status: 0 });
    expect((await use(closed?.token ?? '')).code).toBe(422);

    const twice = await seller();
    const [first] = await links(await askReset(twice));
    const [second] = await links(await askReset(twice));
    expect((await use(first?.token ?? '')).code).toBe(422);
    await good(admin, 'system/user/resetPassword', { userIds: [twice.userId], password: once });
    expect((await use(second?.token ?? '')).code).toBe(422);
    for (const token of ['', 'x', 'a'.repeat(43)]) expect((await use(token)).code).toBe(422);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(expires_at) - now()) / 3600 as hours from password_link`.execute(company.db);
    expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(24);
  });

  it('changes the login name too, unless it was taken meanwhile', async () => {
    const { hr, admin } = company.people;
    const person = await seller();
    const rename = async (username: string) =>
      waitingOf(await ask(hr, 'system/user/usernameEdit', { id: person.userId, username, password: once }));
    const requestId = await rename('13577770002');
    await table.hire();
    await sql`update app_user set username = '13577770002' where user_id = (select max(user_id) from app_user)`.execute(
      company.db,
    );
    expect((await ask(admin, 'system/rightsRequest/confirm', { requestId })).msg).toBe(
      translate('cn', 'user.username_taken'),
    );
    const [link] = await links(await rename('13577770003'));
    expect(link?.username).toBe('13577770003');
    await use(link?.token ?? '');
    expect(await login('13577770003', chosen)).toBe(0);
  });

  it('replaces a password that the one who asked for more rights has given', async () => {
    const { hr } = company.people;
    const body = { username: '13577770004', password: once, realname: '新销售', deptId: 1, roleIds: [11, 9] };
    const added = await good<{ userId: number; waiting: { requestId: number } }>(hr, 'system/user/addUser', body);
    // whoever made the account has already been in it and has set a password of their own
    const inside = { token: await tokenFor(company.db, added.userId) };
    const own = { oldPwd: once, newPwd: 'Hr-Knows-7711' };
    expect((await company.call('system/user/updatePassword', own, { as: inside })).code).toBe(0);
    const [link] = await links(added.waiting.requestId);
    expect(link?.userId).toBe(added.userId);
    expect(await login(body.username, 'Hr-Knows-7711')).toBe(500);
    await use(link?.token ?? '');
    expect(await login(body.username, chosen)).toBe(0);
    // from now on it is their own
    const more = waitingOf(await ask(hr, 'system/user/setUser', { userId: added.userId, roleIds: [11, 9, 8] }));
    expect(await links(more)).toEqual([]);
    expect(await login(body.username, chosen)).toBe(0);
  });
});

describe('requests', () => {
  const list = async (as: Person, type: number) =>
    (await good<{ list: RightsRequest[] }>(as, 'system/rightsRequest/queryList', { type })).list;

  it('are seen by those who have what is asked for, say what would change, and end with an answer', async () => {
    const { hr, admin, manager, stranger } = company.people;
    const person = await table.hire({ roles: [9], superior: manager.userId });
    const requestId = waitingOf(await ask(hr, 'system/user/setUser', { userId: person.userId, roleIds: [9, 11] }));
    const [shown] = (await list(admin, 1)).filter((one) => one.requestId === requestId);
    expect(shown).toMatchObject({
      askedBy: hr.userId,
      askedByName: hr.realname,
      changes: [`为${person.realname}添加角色：销售员角色`],
      gains: expect.stringContaining('线索管理·'),
      state: 0,
      isStale: 0,
      mayDecide: 1,
    });
    // the stranger has the same role and is not in charge of anybody
    const seen = async (as: Person) => (await list(as, 1)).some((one) => one.requestId === requestId);
    expect([await seen(manager), await seen(stranger), await seen(hr)]).toEqual([true, false, false]);
    for (const path of ['confirm', 'decline', 'withdraw'])
      expect((await ask(stranger, `system/rightsRequest/${path}`, { requestId })).code).toBe(404);
    const counts = await good(admin, 'CrmBackLog/num');
    expect(counts['rightsRequest']).toBeGreaterThan(0);
    expect(await good(stranger, 'CrmBackLog/num')).not.toHaveProperty('rightsRequest');
    await good(manager, 'system/rightsRequest/decline', { requestId, reason: '先培训' });
    expect((await ask(admin, 'system/rightsRequest/confirm', { requestId })).code).toBe(409);
    const [own] = await list(hr, 2);
    expect(own).toMatchObject({ requestId, state: 2, decidedByName: manager.realname, reason: '先培训' });
    expect((await good(hr, 'system/rightsRequest/queryCount'))['decided']).toBeGreaterThan(0);
    await good(hr, 'system/rightsRequest/markSeen', { requestIds: (await list(hr, 2)).map((one) => one.requestId) });
    expect((await ask(stranger, 'system/rightsRequest/markSeen', { requestIds: [requestId] })).code).toBe(404);
    expect((await good(hr, 'system/rightsRequest/queryCount'))['decided']).toBe(0);
    const english = await company.call(
      'system/rightsRequest/queryList',
      { type: 2 },
      {
        as: hr,
        headers: { 'x-language': 'en' },
      },
    );
    expect(JSON.stringify(english.data)).toContain(`Add roles to ${person.realname}: 销售员角色`);
  });

  it('are one for all that a call asks for, beside what it may do', async () => {
    const { admin, manager, stranger, seller: own } = company.people;
    const { role_id: roleId } = await company.db
      .insertInto('role')
      .values({ role_name: '部门客户', role_type: 2, data_type: 3, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    await sql`insert into role_menu (role_id, menu_id) values (${roleId}, 28), (${roleId}, 29)`.execute(company.db);
    const giver = await table.hire({ roles: [roleId, 2], deptId: manager.deptId });
    const near = await table.hire({ roles: [9], deptId: manager.deptId });
    const far = [await table.hire({ roles: [9] }), await table.hire({ roles: [9] })];
    const userIds = [near, ...far].map(({ userId }) => userId);
    const answer = await ask(giver, 'system/role/relatedUser', { userIds, roleIds: [roleId] });
    expect([answer.code, answer.msg]).toEqual([403, expect.stringMatching(/其余已完成.*客户管理的数据范围/)]);
    const holders = async () =>
      (
        await company.db
          .selectFrom('user_role')
          .select('user_id')
          .where('role_id', '=', roleId)
          .orderBy('user_id')
          .execute()
      ).map((row) => row.user_id);
    expect(await holders()).toEqual([giver.userId, near.userId]);
    const [shown] = (await list(admin, 1)).filter((one) => one.requestId === waitingOf(answer));
    expect(shown?.changes).toEqual(far.map(({ realname }) => `为${realname}添加角色：部门客户`));
    expect(await links(waitingOf(answer))).toEqual([]);
    expect(await holders()).toEqual([giver.userId, ...userIds]);
    expect([stranger.deptId, own.deptId]).toEqual([far[0]?.deptId, near.deptId]);
  });

  it('are asked once, and can be taken back', async () => {
    const { hr, admin } = company.people;
    const person = await table.hire({ roles: [9] });
    const more = () => ask(hr, 'system/user/setUser', { userId: person.userId, roleIds: [9, 11] });
    const [first, second] = [waitingOf(await more()), waitingOf(await more())];
    expect(second).toBe(first);
    await good(hr, 'system/rightsRequest/withdraw', { requestId: first });
    expect((await ask(admin, 'system/rightsRequest/confirm', { requestId: first })).code).toBe(409);
    expect(waitingOf(await more())).toBeGreaterThan(first);
  });

  it('are not done once what they were asked on has changed, or the one who asked may not ask any more', async () => {
    const { admin, stranger } = company.people;
    const keeper = await table.hire({ roles: [3] });
    const move = await ask(keeper, 'system/user/setUser', {
      userId: stranger.userId,
      deptId: company.people.manager.deptId,
    });
    const requestId = waitingOf(move);
    await good(admin, 'system/user/setUser', { userId: stranger.userId, deptId: 1 });
    const [shown] = (await list(admin, 1)).filter((one) => one.requestId === requestId);
    expect(shown?.isStale).toBe(1);
    const stale = await ask(admin, 'system/rightsRequest/confirm', { requestId });
    expect([stale.code, stale.msg]).toEqual([409, translate('cn', 'rights.stale')]);
    await good(admin, 'system/user/setUser', { userId: stranger.userId, deptId: stranger.deptId });

    const person = await table.hire({ roles: [9] });
    const grant = waitingOf(await ask(keeper, 'system/user/setUser', { userId: person.userId, roleIds: [9, 11] }));
    await good(admin, 'system/user/setUserStatus', { userIds: [keeper.userId], status: 0 });
    expect((await ask(admin, 'system/rightsRequest/confirm', { requestId: grant })).code).toBe(409);
  });

  it('give no more than the one who confirms has at that moment', async () => {
    const { hr, manager, admin } = company.people;
    const person = await table.hire({ roles: [9], superior: manager.userId });
    const grant = waitingOf(await ask(hr, 'system/user/setUser', { userId: person.userId, roleIds: [9, 11] }));
    await good(admin, 'system/role/updateRoleMenu', { id: 11, rules: [28, 29, 43, 42, 104], type: 5 });
    const answer = await ask(manager, 'system/rightsRequest/confirm', { requestId: grant });
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('不能授予自己没有的权限')]);
    expect((await ask(admin, 'system/rightsRequest/confirm', { requestId: grant })).code).toBe(0);
    const { rows } = await sql<{ what: string }>`
      select what from audit where subject in (${`request ${grant}`}, ${`rights.lacking request ${grant}`})
      order by audit_id`.execute(company.db);
    expect(rows.map(({ what }) => what)).toEqual(['rights.ask', 'rights.confirmed', 'rights.confirmed']);
  });
});

describe('the own account', () => {
  it('is not disabled by oneself', async () => {
    const { hr } = company.people;
    const answer = await ask(hr, 'system/user/setUserStatus', { userIds: [hr.userId], status: 0 });
    expect([answer.code, answer.msg]).toEqual([422, translate('cn', 'user.self')]);
    expect((await ask(hr, 'system/dept/queryDeptTree')).code).toBe(0);
  });
});
