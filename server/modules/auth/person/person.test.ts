import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';

let company: Company;
let seller: Person;
let token = '';
beforeAll(async () => {
  company = await openCompany();
  seller = company.people.seller;
});
afterAll(() => company.close());
beforeEach(async () => {
  await company.db.deleteFrom('login_failure').execute();
  token = await tokenFor(company.db, seller.userId);
});

const call = (path: string, body: Record<string, unknown> = {}, as = token) =>
  company.call(path, body, { as: { token: as } });
const login = (person: Person, password: string) => company.call('login', { username: person.username, password });
const rowOf = (person: Person) =>
  company.db.selectFrom('app_user').selectAll().where('user_id', '=', person.userId).executeTakeFirstOrThrow();

describe("one's own row", () => {
  it('is the same under all its names, complete, and without the password', async () => {
    const own = await call('system/user/queryLoginUser');
    expect(own.data).toMatchObject({
      userId: seller.userId,
      username: seller.username,
      mobile: seller.username,
      realname: seller.realname,
      roles: [11],
      roleId: '11',
      roleName: '销售员角色',
      deptName: '销售一部',
      parentName: company.people.manager.realname,
      language: 'cn',
      mustChangePassword: 0,
    });
    expect(own.raw.toString()).not.toMatch(/argon2|password_?hash/i);
    for (const path of ['system/user/info', 'admin/users/read']) expect((await call(path)).data).toEqual(own.data);
    const info = await company.call('user/info', { token: 'ignored' }, { method: 'GET', as: { token } });
    expect(info.data).toEqual(own.data);
  });

  it('changes in name, sex and e-mail only', async () => {
    const before = await rowOf(seller);
    const sent = {
      username: seller.username,
      realname: '王芳芳',
      sex: 2,
      email: 'fang@example.cn',
      deptId: company.people.stranger.deptId,
      status: 0,
      parentId: 3,
      mobile: '13900000000',
      agentFlag: 1,
      roleIds: '1',
      post: '总经理',
      user_id: 3,
      num: '7',
    };
    expect((await call('system/user/updateUser', sent)).code).toBe(0);
    expect(await rowOf(seller)).toEqual({
      ...before,
      realname: '王芳芳',
      sex: 2,
      email: 'fang@example.cn',
      last_login_time: expect.any(String) as string,
    });
    expect((await call('system/user/queryLoginUser')).data).toMatchObject({ realname: '王芳芳', roles: [11] });
    expect(
      (await call('system/user/updateUser', { username: seller.username, realname: '王芳', email: '' })).code,
    ).toBe(0);
    expect(await rowOf(seller)).toMatchObject({ realname: '王芳', sex: 2, email: '' });
  });

  it('is refused with another login name, without a name and with a bad e-mail', async () => {
    const before = await rowOf(seller);
    const { username } = seller;
    const table = [
      [{ username, realname: ' ' }, '姓名不能为空'],
      [{ realname: '王芳' }, '用户名不能为空'],
      [{ username: company.people.peer.username, realname: '王芳' }, '用户名不能修改！'],
      [{ username, realname: '王芳', email: 'fang@example' }, '邮箱格式有误'],
    ] as const;
    for (const [body, msg] of table)
      expect(await call('system/user/updateUser', body)).toMatchObject({ code: 422, msg });
    expect(await rowOf(seller)).toMatchObject({ ...before, last_login_time: expect.any(String) as string });
  });
});

describe("a colleague's row", () => {
  it('is open to everybody, except contact data, which requires the right to look it up', async () => {
    const { peer, hr } = company.people;
    const detail = (as: string, userId: number) =>
      company.call('system/user/detail', { userId }, { method: 'GET', as: { token: as } });
    const seen = await detail(token, peer.userId);
    expect(seen.data).toMatchObject({
      userId: peer.userId,
      realname: peer.realname,
      deptName: '销售一部',
      username: '',
      mobile: '',
      email: '',
    });
    for (const key of ['roles', 'lastLoginIp', 'lastLoginTime', 'mustChangePassword'])
      expect(seen.data).not.toHaveProperty(key);
    expect((await detail(hr.token, peer.userId)).data).toMatchObject({
      username: peer.username,
      mobile: peer.username,
    });
    expect((await detail(token, seller.userId)).data).toMatchObject({ mobile: seller.username });
    expect((await detail(token, 999_999)).code).toBe(404);
    expect((await detail(token, 0)).code).toBe(422);
  });
});

describe("one's own password (N5, N11)", () => {
  it('requires the current one, a good new one, and then ends every login', async () => {
    const other = await tokenFor(company.db, seller.userId);
    const change = (oldPwd: string, newPwd: string) => call('system/user/updatePassword', { oldPwd, newPwd });
    expect(await change('not mine', 'kw7 qpz 91')).toMatchObject({ code: 500, msg: '密码输入错误' });
    expect((await change('', 'kw7 qpz 91')).code).toBe(500);
    expect((await change(seller.password, seller.password)).code).toBe(422);
    for (const weak of ['kw7 qpz', '5201314520', `${seller.username}a`, 'wangfang1', 'jianye2026', '']) {
      expect((await change(seller.password, weak)).code).toBe(422);
    }
    expect((await call('system/user/queryLoginUser', {}, other)).code).toBe(0);
    expect((await change(seller.password, 'kw7 qpz 91')).code).toBe(0);
    for (const ended of [token, other, seller.token])
      expect((await call('system/user/queryLoginUser', {}, ended)).code).toBe(302);
    expect((await login(seller, seller.password)).code).toBe(500);
    expect((await login(seller, 'kw7 qpz 91')).code).toBe(0);
    const entries = await company.db.selectFrom('audit').selectAll().where('what', '=', 'password').execute();
    expect(entries.filter((entry) => entry.result === 'done')).toMatchObject([{ user_id: seller.userId }]);
    expect(entries.some((entry) => entry.result === 'refused')).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('kw7 qpz 91');
    await company.db
      .updateTable('app_user')
      .set({ password_hash: (await rowOf(company.people.peer)).password_hash })
      .where('user_id', '=', seller.userId)
      .execute();
  });

  it('cannot be guessed through this call either', async () => {
    const guess = () => call('system/user/updatePassword', { oldPwd: 'guess', newPwd: 'kw7 qpz 91' });
    for (let time = 0; time < 5; time += 1) expect((await guess()).code).toBe(500);
    expect((await guess()).code).toBe(429);
    const right = await call('system/user/updatePassword', { oldPwd: seller.password, newPwd: 'kw7 qpz 91' });
    expect(right.code).toBe(429);
  });
});

describe('a one-time password (N12)', () => {
  it('allows nothing but its own change, and is then no longer valid', async () => {
    const { peer } = company.people;
    await company.db.transaction().execute(async (trx) => {
      await setOneTimePassword(trx, peer.userId, 'handed over 7x', 3);
      await endLogins(trx, { userId: peer.userId, reason: 'password' });
    });
    expect((await call('system/user/queryLoginUser', {}, peer.token)).code).toBe(302);
    const answer = await login(peer, 'handed over 7x');
    expect(answer).toMatchObject({ code: 0, body: { mustChangePassword: 1, user: { mustChangePassword: 1 } } });
    const once = String(answer.body['access_token']);
    for (const path of ['system/role/auth', 'system/user/queryLoginUser'])
      expect((await call(path, {}, once)).code).toBe(0);
    for (const path of [
      'system/user/queryLoginList',
      'system/user/updateUser',
      'api/admin/users/read',
      'system/user/queryUserList',
    ]) {
      expect(await call(path, {}, once)).toMatchObject({ code: 403, msg: '请先修改一次性密码' });
    }
    const refreshed = await company.call('refresh', { refresh_token: String(answer.body['refresh_token']) });
    expect((await call('system/user/info', {}, String(refreshed.body['access_token']))).code).toBe(403);

    const same = await call('system/user/updatePassword', { oldPwd: 'handed over 7x', newPwd: 'handed over 7x' }, once);
    expect(same.code).toBe(422);
    const changed = await call(
      'system/user/updatePassword',
      { oldPwd: 'handed over 7x', newPwd: 'mine alone 8y' },
      once,
    );
    expect(changed.code).toBe(0);
    expect((await login(peer, 'handed over 7x')).code).toBe(500);
    expect(await login(peer, 'mine alone 8y')).toMatchObject({ code: 0, body: { mustChangePassword: 0 } });
  });

  it('expires after 24 hours, for the login and for a login that is still open', async () => {
    const { stranger } = company.people;
    await setOneTimePassword(company.db, stranger.userId, 'handed over 7x', 3);
    const once = String((await login(stranger, 'handed over 7x')).body['access_token']);
    const later = (seconds: number) =>
      sql`update app_user set password_expires_at = password_expires_at - make_interval(secs => ${seconds}) where user_id = ${stranger.userId}`.execute(
        company.db,
      );
    await later(24 * 3600 - 60);
    expect((await login(stranger, 'handed over 7x')).code).toBe(0);
    await later(61);
    expect(await login(stranger, 'handed over 7x')).toMatchObject({
      code: 500,
      msg: '一次性密码已过期，请联系管理员重置',
    });
    expect((await login(stranger, 'something else')).msg).toBe('用户名或密码错误！');
    const change = await call(
      'system/user/updatePassword',
      { oldPwd: 'handed over 7x', newPwd: 'mine alone 8y' },
      once,
    );
    expect(change).toMatchObject({ code: 500, msg: '一次性密码已过期，请联系管理员重置' });
  });

  it('is refused when it is common', async () => {
    await expect(setOneTimePassword(company.db, seller.userId, '123456789', 3)).rejects.toMatchObject({
      code: 'password.common',
    });
    await expect(setOneTimePassword(company.db, 999_999, 'handed over 7x', 3)).rejects.toMatchObject({
      code: 'user.unknown',
    });
  });
});
