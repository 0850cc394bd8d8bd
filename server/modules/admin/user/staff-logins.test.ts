import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { openStaffCalls } from '#server/modules/admin/user/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, rowOf, login, audits, hire } = openStaffCalls(() => company);

describe('status', () => {
  it('ends the logins of disabled people at once, and no others', async () => {
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

  it('keeps an active administrator: the last one and the first cannot be disabled', async () => {
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
  it('are marked by a separate call', async () => {
    const { hr } = company.people;
    const { userId } = await hire();
    expect((await ask('system/user/setAgentFlag', { userIds: `${userId}`, agentFlag: 1 }, hr)).code).toBe(0);
    expect(await rowOf(userId)).toMatchObject({ agentFlag: 1, isAgent: 1, crmUserType: 2 });
    expect((await ask('system/user/setAgentFlag', { userIds: `${userId}`, agentFlag: '' }, hr)).code).toBe(422);
  });
});

describe('logins of other people', () => {
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

  it('require the caller’s own password when the login is not recent (security N11)', async () => {
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
    const roles = { userId, roleIds: '3,9' };
    expect((await ask('system/user/setUser', roles, old)).code).toBe(403);
    expect((await ask('system/user/setUser', { userId, post: '甲', roleIds: '9' }, old)).code).toBe(0);
    expect((await ask('system/user/setUser', { ...roles, currentPassword: hr.password }, old)).code).toBe(0);
  });
});
