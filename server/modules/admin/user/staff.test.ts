import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '#shared/admin/user-calls.ts';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as?: Pick<Person, 'token'>) =>
  company.call(path, body, as ? { as } : {});
const rowOf = async (userId: number): Promise<UserRow | undefined> => {
  const answer = await ask('system/user/queryUserList', { pageType: 0 }, company.people.hr);
  return (answer.data as UserRow[]).find((row) => row.userId === userId);
};
const login = (username: string, password: string) => company.call('login', { username, password });
const audits = (what: string) =>
  company.db.selectFrom('audit').selectAll().where('what', '=', what).orderBy('audit_id').execute();

let next = 13_900_000_000;
const person = (extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  username: String((next += 1)),
  password: 'Once-4711-only',
  realname: '新同事',
  deptId: 1,
  roleIds: '9',
  ...extra,
});
const hire = async (extra: Record<string, unknown> = {}): Promise<{ userId: number; username: string }> => {
  const body = person(extra);
  const answer = await ask('system/user/addUser', body, company.people.admin);
  expect([answer.code, answer.msg]).toEqual([0, '']);
  return { userId: (answer.data as { userId: number }).userId, username: String(body['username']) };
};

const writes = {
  'system/user/addUser': person(),
  'system/user/setUser': { userId: 999, realname: '甲' },
  'system/user/setUserStatus': { userIds: '999', status: 0 },
  'system/user/setAgentFlag': { userIds: '999', agentFlag: 1 },
  'system/user/resetPassword': { userIds: '999', password: 'Once-4711-only' },
  'system/user/usernameEdit': { id: 999, username: '13911112222', password: 'Once-4711-only' },
};

describe('every change of staff', () => {
  it.each(Object.entries(writes))('%s takes a login and its right', async (path, body) => {
    expect((await ask(path, body)).code).toBe(302);
    expect((await ask(path, body, company.people.seller)).code).toBe(403);
  });

  it.each(Object.entries(writes).slice(1))('%s says that there is no such person', async (path, body) => {
    expect((await ask(path, body, company.people.hr)).msg).toBe('用户不存在！');
  });
});

describe('adding a person', () => {
  it('gives a one-time password that dies and has to be changed, roles, and a record of it', async () => {
    const { hr, seller } = company.people;
    const body = person({ sex: 2, email: 'new@example.com', post: '专员', parentId: seller.userId, roleIds: ',9,10,' });
    const added = await ask('system/user/addUser', body, hr);
    const { userId } = added.data as { userId: number };
    expect(await rowOf(userId)).toMatchObject({
      username: body['username'],
      mobile: body['username'],
      realname: '新同事',
      sex: 2,
      email: 'new@example.com',
      post: '专员',
      deptId: 1,
      parentId: seller.userId,
      roleId: '9,10',
      status: 2,
      agentFlag: 0,
    });
    expect((await rowOf(userId))?.num).toMatch(/^\d{15}$/);
    const stored = await company.db.selectFrom('app_user').selectAll().where('user_id', '=', userId).executeTakeFirst();
    expect(stored?.password_hash).not.toContain('Once');
    expect(stored?.password_expires_at).not.toBeNull();
    const session = (await login(String(body['username']), 'Once-4711-only')).body;
    expect(session['mustChangePassword']).toBe(1);
    const asNew = { token: String(session['Admin-Token']) };
    expect((await ask('system/dept/queryDeptTree', {}, asNew)).msg).toBe('请先修改一次性密码');
    expect((await rowOf(userId))?.status).toBe(1);
    expect((await audits('user.add')).at(-1)).toMatchObject({ user_id: hr.userId, subject: `user ${userId}` });
    expect((await audits('role.grant')).at(-1)?.subject).toBe(`user ${userId} role 9,10`);
  });

  it('never lets the one-time password live longer than a day', async () => {
    const { userId, username } = await hire();
    const { rows } = await company.services.pool.raw.query<{ hours: number }>(
      'select extract(epoch from password_expires_at - now()) / 3600 as hours from app_user where user_id = $1',
      [userId],
    );
    expect(Number(rows[0]?.hours)).toBeGreaterThan(23.9);
    expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(24);
    await company.services.pool.raw.query(
      "update app_user set password_expires_at = now() - interval '1 second' where user_id = $1",
      [userId],
    );
    expect((await login(username, 'Once-4711-only')).code).not.toBe(0);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no login name', { username: '' }, '用户名不能为空'],
    ['no mobile number', { username: '12345678901' }, '登录名须为手机号'],
    ['a taken login name', { username: '13800000011' }, '手机号重复！'],
    ['the taken name admin', { username: 'admin' }, '手机号重复！'],
    ['no name', { realname: '  ' }, '姓名不能为空'],
    ['an unknown department', { deptId: 999 }, '部门不存在'],
    ['an unknown superior', { parentId: 999 }, '用户不存在！'],
    ['no role', { roleIds: '' }, '用户至少需要一个角色'],
    ['an unknown role', { roleIds: '9,999' }, '角色不存在'],
    ['a project-internal role', { roleIds: '14' }, '角色不存在'],
    ['a bad address', { email: 'nobody' }, '邮箱格式有误'],
    ['a short password', { password: 'short' }, '密码长度须为8到128个字符'],
    ['a common password', { password: 'password1' }, '密码过于常见或与个人信息相关，请换一个'],
  ])('refuses %s and leaves nothing behind', async (_what, extra, msg) => {
    const count = () => company.db.selectFrom('app_user').select('user_id').execute();
    const before = (await count()).length;
    const answer = await ask('system/user/addUser', person(extra), company.people.hr);
    expect([answer.code === 0, answer.msg]).toEqual([false, msg]);
    expect(await count()).toHaveLength(before);
  });

  it('takes nothing that has a call of its own from the body (security A16)', async () => {
    const { userId } = await hire({
      status: 1,
      agentFlag: 1,
      userId: 4,
      crmUserType: 2,
      isAdmin: 1,
      mobile: '13911110000',
    });
    expect(userId).not.toBe(4);
    expect(await rowOf(userId)).toMatchObject({ status: 2, agentFlag: 0, crmUserType: 1 });
    expect((await rowOf(userId))?.mobile).not.toBe('13911110000');
  });

  it('happens once for one key, and one of two at once gets a login name', async () => {
    const { admin } = company.people;
    const body = person();
    const send = () => company.call('system/user/addUser', body, { as: admin, headers: { 'idempotency-key': 'hire' } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    const duplicate = person();
    const both = await Promise.all([
      ask('system/user/addUser', duplicate, admin),
      ask('system/user/addUser', duplicate, admin),
    ]);
    expect(both.map((answer) => answer.code).toSorted()).toEqual([0, 422]);
  });
});

describe('granting roles with a person', () => {
  it.each([
    ['the administrators’ role', '1'],
    ['functions that the giver lacks', '11'],
    ['the powers of a label', '12'],
    ['one of several', '9,6'],
  ])('is refused for %s, and recorded', async (_what, roleIds) => {
    const { hr } = company.people;
    const answer = await ask('system/user/addUser', person({ roleIds }), hr);
    expect([answer.code, answer.msg]).toEqual([403, '不能授予自己没有的权限']);
    expect((await audits('user.add')).at(-1)).toMatchObject({
      user_id: hr.userId,
      subject: 'access.grant',
      result: 'refused',
    });
  });

  it('is refused on oneself and on others when changing them', async () => {
    const { hr, peer } = company.people;
    for (const userId of [hr.userId, peer.userId]) {
      const held = (await rowOf(userId))?.roleId ?? '';
      const answer = await ask('system/user/setUser', { userId, roleIds: `${held},6` }, hr);
      expect(answer.code).toBe(403);
      expect((await rowOf(userId))?.roleId).toBe(held);
    }
  });

  it('is not asked for roles that a person has anyway', async () => {
    const { hr, peer } = company.people;
    const answer = await ask('system/user/setUser', { userId: peer.userId, post: '顾问', roleIds: '11' }, hr);
    expect([answer.code, (await rowOf(peer.userId))?.post]).toEqual([0, '顾问']);
  });

  it('counts from the next request on (security A15)', async () => {
    const { admin } = company.people;
    const { userId } = await hire();
    await company.db.updateTable('app_user').set({ password_expires_at: null }).where('user_id', '=', userId).execute();
    const asNew = { token: await tokenFor(company.db, userId) };
    expect((await ask('system/dept/addDept', { name: '甲部' }, asNew)).code).toBe(403);
    await ask('system/user/setUser', { userId, roleIds: '9,3' }, admin);
    expect((await ask('system/dept/addDept', { name: '甲部' }, asNew)).code).toBe(0);
    await ask('system/user/setUser', { userId, roleIds: '9' }, admin);
    expect((await ask('system/dept/addDept', { name: '乙部' }, asNew)).code).toBe(403);
    expect((await audits('role.revoke')).at(-1)?.subject).toBe(`user ${userId} role 3`);
  });
});

describe('changing a person', () => {
  it('writes what was sent and empties what was sent empty', async () => {
    const { hr, seller } = company.people;
    const { userId, username } = await hire({ email: 'a@example.com', post: '专员', parentId: seller.userId });
    expect((await ask('system/user/setUser', { userId, username, realname: '改名', sex: 1 }, hr)).code).toBe(0);
    expect(await rowOf(userId)).toMatchObject({
      realname: '改名',
      sex: 1,
      email: 'a@example.com',
      post: '专员',
      parentId: seller.userId,
      roleId: '9',
    });
    await ask('system/user/setUser', { userId, email: '', post: '', parentId: '' }, hr);
    expect(await rowOf(userId)).toMatchObject({ realname: '改名', email: '', post: '', parentId: 0 });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another login name', { username: '13911119999' }, '用户名不能修改！'],
    ['an empty name', { realname: '' }, '姓名不能为空'],
    ['an unknown department', { deptId: 999 }, '部门不存在'],
    ['no role at all', { roleIds: '' }, '用户至少需要一个角色'],
    ['a bad address', { email: 'x' }, '邮箱格式有误'],
  ])('refuses %s', async (_what, change, msg) => {
    const { userId } = await hire();
    const before = await rowOf(userId);
    expect((await ask('system/user/setUser', { userId, ...change }, company.people.hr)).msg).toBe(msg);
    expect(await rowOf(userId)).toEqual(before);
  });

  it('keeps the line of superiors free of circles', async () => {
    const { hr, manager, seller, subordinate } = company.people;
    for (const [userId, parentId] of [
      [seller.userId, seller.userId],
      [seller.userId, subordinate.userId],
      [manager.userId, subordinate.userId],
    ]) {
      const answer = await ask('system/user/setUser', { userId, parentId }, hr);
      expect([answer.code, answer.msg]).toEqual([422, '该员工的下级员工不能设置为直属上级']);
    }
    expect((await ask('system/user/setUser', { userId: subordinate.userId, parentId: 999 }, hr)).msg).toBe(
      '用户不存在！',
    );
    expect((await rowOf(seller.userId))?.parentId).toBe(manager.userId);
  });

  it('does not let somebody widen their own scope by moving people', async () => {
    const { db, people } = company;
    await db.insertInto('user_role').values({ user_id: people.manager.userId, role_id: 3 }).execute();
    await db.updateTable('org_version').set({ version: 5000 }).execute();
    const move = { userId: people.stranger.userId, deptId: people.manager.deptId };
    expect((await ask('system/user/setUser', move, people.manager)).code).toBe(403);
    expect((await ask('system/user/setUser', { ...move, deptId: 1 }, people.manager)).code).toBe(0);
    await db.deleteFrom('user_role').where('user_id', '=', people.manager.userId).where('role_id', '=', 3).execute();
    await db.updateTable('org_version').set({ version: 6000 }).execute();
  });

  it('keeps administrators out of reach of others, and the first one out of everybody’s', async () => {
    const { hr, admin } = company.people;
    const second = await hire({ roleIds: '1' });
    const asSecond = { token: await tokenFor(company.db, second.userId) };
    await company.db
      .updateTable('app_user')
      .set({ password_expires_at: null })
      .where('user_id', '=', second.userId)
      .execute();
    for (const [as, userId] of [
      [hr, admin.userId],
      [hr, second.userId],
      [asSecond, admin.userId],
    ] as const) {
      for (const [path, body] of [
        ['system/user/setUser', { userId, realname: '甲' }],
        ['system/user/setUserStatus', { userIds: String(userId), status: 0 }],
        ['system/user/setAgentFlag', { userIds: String(userId), agentFlag: 1 }],
        ['system/user/resetPassword', { userIds: String(userId), password: 'Once-4711-only' }],
        ['system/user/usernameEdit', { id: userId, username: '13911113333', password: 'Once-4711-only' }],
      ] as const) {
        expect([path, (await ask(path, body, as)).msg]).toEqual([path, '超级管理员不可被更改']);
      }
    }
    expect((await ask('system/user/setUser', { userId: second.userId, realname: '副管理' }, admin)).code).toBe(0);
    expect((await audits('user.password')).at(-1)).toMatchObject({
      subject: `user.super_admin user ${admin.userId}`,
      result: 'refused',
    });
  });
});

describe('status', () => {
  it('ends the logins of whoever is disabled at once, and of nobody else', async () => {
    const { hr } = company.people;
    const [left, right] = [await hire(), await hire()];
    await company.db
      .updateTable('app_user')
      .set({ password_expires_at: null, status: 1 })
      .where('user_id', '>', 17)
      .execute();
    const tokens = [
      { token: await tokenFor(company.db, left.userId) },
      { token: await tokenFor(company.db, right.userId) },
    ] as const;
    const answer = await ask('system/user/setUserStatus', { userIds: `${left.userId}`, status: '0' }, hr);
    expect(answer.code).toBe(0);
    expect((await ask('system/dept/queryDeptTree', {}, tokens[0])).code).toBe(302);
    expect((await ask('system/dept/queryDeptTree', {}, tokens[1])).code).toBe(0);
    expect((await login(left.username, 'Once-4711-only')).code).not.toBe(0);
    await ask('system/user/setUserStatus', { userIds: [left.userId, right.userId], status: 1 }, hr);
    expect((await login(left.username, 'Once-4711-only')).code).toBe(0);
    expect((await audits('user.status 0')).map((row) => row.subject)).toContain(`user ${left.userId}`);
  });

  it.each<[Record<string, unknown>, number]>([
    [{ userIds: '', status: 0 }, 422],
    [{ userIds: '12', status: '' }, 422],
    [{ userIds: '12' }, 422],
    [{ userIds: '12', status: 3 }, 422],
    [{ userIds: '12,999', status: 0 }, 422],
  ])('refuses %j and changes nobody', async (body, code) => {
    expect((await ask('system/user/setUserStatus', body, company.people.hr)).code).toBe(code);
    expect((await rowOf(12))?.status).toBe(1);
  });

  it('leaves an active administrator: not the last one, and never the first', async () => {
    const { admin } = company.people;
    expect((await ask('system/user/setUserStatus', { userIds: '3', status: 0 }, admin)).msg).toBe(
      '超级管理员不可被更改',
    );
    const second = await hire({ roleIds: '1' });
    const third = await hire({ roleIds: '1' });
    const both = [second.userId, third.userId];
    await company.db
      .updateTable('app_user')
      .set({ password_expires_at: null, status: 1 })
      .where('user_id', 'in', both)
      .execute();
    const admins = company.db.selectFrom('user_role').select('user_id').where('role_id', '=', 1);
    const others = company.db.updateTable('app_user').where('user_id', 'in', admins).where('user_id', 'not in', both);
    await others.set({ status: 0 }).execute();
    const tokens = await Promise.all(both.map(async (userId) => ({ token: await tokenFor(company.db, userId) })));
    const answers = await Promise.all(
      both.map((userId, index) =>
        ask('system/user/setUserStatus', { userIds: `${userId}`, status: 0 }, tokens[1 - index]),
      ),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    const active = await company.db
      .selectFrom('app_user')
      .select('user_id')
      .where('user_id', 'in', both)
      .where('status', '=', 1)
      .execute();
    expect(active).toHaveLength(1);
    const [last] = active;
    const asLast = { token: await tokenFor(company.db, last?.user_id ?? 0) };
    const own = await ask('system/user/setUserStatus', { userIds: `${last?.user_id}`, status: 0 }, asLast);
    expect([own.code, own.msg]).toEqual([422, '至少保留一名超级管理员']);
    const roles = await ask('system/user/setUser', { userId: last?.user_id, roleIds: '9' }, asLast);
    expect(roles.msg).toBe('至少保留一名超级管理员');
    await company.db.updateTable('app_user').set({ status: 1 }).where('user_id', '=', 3).execute();
  });
});

describe('agents', () => {
  it('are marked by a call of their own', async () => {
    const { hr } = company.people;
    const { userId } = await hire();
    expect((await ask('system/user/setAgentFlag', { userIds: `${userId}`, agentFlag: 1 }, hr)).code).toBe(0);
    expect(await rowOf(userId)).toMatchObject({ agentFlag: 1, isAgent: 1, crmUserType: 2 });
    expect((await ask('system/user/setAgentFlag', { userIds: `${userId}`, agentFlag: '' }, hr)).code).toBe(422);
  });
});

describe('logins of others', () => {
  it('get a one-time password and end', async () => {
    const { hr } = company.people;
    const { userId, username } = await hire();
    await company.db.updateTable('app_user').set({ password_expires_at: null }).where('user_id', '=', userId).execute();
    const before = { token: await tokenFor(company.db, userId) };
    const answer = await ask('system/user/resetPassword', { userIds: `${userId}`, password: 'Again-0815-once' }, hr);
    expect(answer.code).toBe(0);
    expect((await ask('system/dept/queryDeptTree', {}, before)).code).toBe(302);
    expect((await login(username, 'Once-4711-only')).code).not.toBe(0);
    expect((await login(username, 'Again-0815-once')).body['mustChangePassword']).toBe(1);
    expect((await audits('user.password')).at(-1)).toMatchObject({ subject: `user ${userId}`, result: 'done' });
  });

  it('get a new name, once', async () => {
    const { hr, seller } = company.people;
    const { userId, username } = await hire();
    const before = { token: await tokenFor(company.db, userId) };
    const rename = (name: string) =>
      ask('system/user/usernameEdit', { id: userId, username: name, password: 'Again-0815-once' }, hr);
    expect((await rename(username)).msg).toBe('账号不能和原账号相同');
    expect((await rename(seller.username)).msg).toBe('手机号重复！');
    expect((await rename('x')).msg).toBe('登录名须为手机号');
    expect((await rename('13711110001')).code).toBe(0);
    expect(await rowOf(userId)).toMatchObject({ username: '13711110001', mobile: '13711110001' });
    expect((await ask('system/dept/queryDeptTree', {}, before)).code).toBe(302);
    expect((await login('13711110001', 'Again-0815-once')).code).toBe(0);
  });

  it('are out of reach when their owner administers more', async () => {
    const { hr } = company.people;
    const { userId } = await hire({ roleIds: '6' });
    const answer = await ask('system/user/resetPassword', { userIds: `${userId}`, password: 'Again-0815-once' }, hr);
    expect(answer.code).toBe(403);
    expect(
      (await ask('system/user/usernameEdit', { id: userId, username: '13711110002', password: 'Again-0815-once' }, hr))
        .code,
    ).toBe(403);
  });

  it('ask for the caller’s own password when the login is not fresh (security N11)', async () => {
    const { hr } = company.people;
    const { userId } = await hire();
    const old = { token: await tokenFor(company.db, hr.userId) };
    await company.services.pool.raw.query(
      "update session_login set created_at = now() - interval '16 minutes' where login_id = (select max(login_id) from session_login)",
    );
    const body = { userIds: `${userId}`, password: 'Again-0815-once' };
    const asked = await ask('system/user/resetPassword', body, old);
    expect([asked.code, asked.msg]).toEqual([403, '登录已超过15分钟，请输入当前密码后再操作']);
    expect(asked.body['detail']).toEqual({ ask: 'currentPassword' });
    const wrong = await ask('system/user/resetPassword', { ...body, currentPassword: 'wrong' }, old);
    expect([wrong.msg, wrong.body['detail']]).toEqual(['密码输入错误', { ask: 'currentPassword' }]);
    expect((await ask('system/user/resetPassword', { ...body, currentPassword: hr.password }, old)).code).toBe(0);
    const roles = { userId, roleIds: '9,10' };
    expect((await ask('system/user/setUser', roles, old)).code).toBe(403);
    expect((await ask('system/user/setUser', { userId, post: '甲', roleIds: '9' }, old)).code).toBe(0);
    expect((await ask('system/user/setUser', { ...roles, currentPassword: hr.password }, old)).code).toBe(0);
  });
});
