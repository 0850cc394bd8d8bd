import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { openStaffCalls } from '#server/modules/admin/user/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, rowOf, login, audits, person, hire } = openStaffCalls(() => company);

const writes = {
  'system/user/addUser': person(),
  'system/user/setUser': { userId: 999, realname: '甲' },
  'system/user/setUserStatus': { userIds: '999', status: 0 },
  'system/user/setAgentFlag': { userIds: '999', agentFlag: 1 },
  'system/user/resetPassword': { userIds: '999', password: 'Once-4711-only' },
  'system/user/usernameEdit': { id: 999, username: '13911112222', password: 'Once-4711-only' },
};

describe('every call that changes staff', () => {
  it.each(Object.entries(writes))('%s requires a login and its right', async (path, body) => {
    expect((await ask(path, body)).code).toBe(302);
    expect((await ask(path, body, company.people.seller)).code).toBe(403);
  });

  it.each(Object.entries(writes).slice(1))('%s reports an unknown person', async (path, body) => {
    expect((await ask(path, body, company.people.hr)).msg).toBe('用户不存在！');
  });
});

describe('adding a person', () => {
  it('sets a one-time password that expires and has to be changed, sets roles, and is logged', async () => {
    const { hr, seller } = company.people;
    const body = person({ sex: 2, email: 'new@example.com', post: '专员', parentId: seller.userId, roleIds: ',3,9,' });
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
      roleId: '3,9',
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
    expect((await audits('role.grant')).at(-1)?.subject).toBe(`user ${userId} role 3,9`);
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

  it('ignores body values that have a call of their own (security A16)', async () => {
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

  it('happens once per key, and only one of two concurrent calls gets a login name', async () => {
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

describe('assigning roles with a person', () => {
  it.each([
    ['the administrators’ role', '1'],
    ['functions that the giver lacks', '11'],
    ['the powers of a label', '12'],
    ['one of several', '9,6'],
  ])('waits for %s, and the person is there without it', async (_what, roleIds) => {
    const { hr } = company.people;
    const answer = await ask('system/user/addUser', person({ roleIds }), hr);
    const { userId, waiting } = answer.data as { userId: number; waiting: { requestId: number; msg: string } };
    expect([answer.code, waiting.msg]).toEqual([0, expect.stringContaining('已提交申请')]);
    expect(await rowOf(userId)).toMatchObject({ roleId: roleIds.startsWith('9,') ? '9' : '' });
    expect((await audits('rights.ask')).at(-1)).toMatchObject({
      user_id: hr.userId,
      subject: `request ${waiting.requestId}`,
      result: 'done',
    });
  });

  it('waits for oneself and for others when changing them', async () => {
    const { hr, peer } = company.people;
    for (const userId of [hr.userId, peer.userId]) {
      const held = (await rowOf(userId))?.roleId ?? '';
      const answer = await ask('system/user/setUser', { userId, roleIds: `${held},6` }, hr);
      expect(answer.code).toBe(403);
      expect((await rowOf(userId))?.roleId).toBe(held);
    }
  });

  it('is allowed for roles that a person has already', async () => {
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
  it('writes what was sent and clears what was sent empty', async () => {
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

  it('keeps reporting lines free of cycles', async () => {
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

  it('does not let people widen their own scope by moving others', async () => {
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
