import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { offerLogin } from '#server/modules/auth/offer-login.ts';
import { makePasswordLink } from '#server/platform/session/password-links.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import type { companySettingCalls } from '#shared/admin/company/company-setting-calls.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { mostExported } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Who = Pick<Person, 'token'>;
const admin = () => company.people.admin;
const ask = (path: string, body: Record<string, unknown> = {}, as: Who = admin()) => company.call(path, body, { as });
const settings = async () =>
  (await ask('sysConfig/queryCompanySetting')).data as OutputOf<typeof companySettingCalls.get>;
const setLength = (minPasswordLength: unknown, as?: Who) =>
  ask('sysConfig/setPasswordLength', { minPasswordLength }, as);
const setLimit = (rows: unknown, as?: Who) => ask('sysConfig/setExportLimit', { mostExported: rows }, as);
const none = { center: '', help: '', guide: '', promotionalMaterials: '' };
const setNavigation = (navigation: object, as?: Who) => ask('sysConfig/setNavigation', { ...none, ...navigation }, as);
const lastChange = async (kind: string) =>
  ((await ask('system/setting/queryChangeList', { kinds: kind })).data as { list: SettingChange[] }).list[0];

describe('settings of the company', () => {
  it('are at first what is built in', async () => {
    expect(await settings()).toEqual({
      minPasswordLength: 8,
      mostExported: 100_000,
      navigation: none,
      timeZone: 'Asia/Shanghai',
    });
  });

  it('are read with one right of the back office, and changed with another', async () => {
    const { hr, seller, agent } = company.people;
    const { db } = company;
    await db.deleteFrom('role_menu').where('role_id', '=', 9).execute();
    for (const menu_id of menuIdsBelow('manage:system:read'))
      await db.insertInto('role_menu').values({ role_id: 9, menu_id }).execute();
    await db.updateTable('user_role').set({ role_id: 9 }).where('user_id', '=', agent.userId).execute();
    await db.updateTable('org_version').set({ version: 700 }).execute();
    const reader = { token: await tokenFor(db, agent.userId) };
    expect((await ask('sysConfig/queryCompanySetting', {}, reader)).code).toBe(0);
    for (const as of [hr, seller]) expect((await ask('sysConfig/queryCompanySetting', {}, as)).code).toBe(403);
    for (const as of [reader, hr, seller])
      for (const set of [setLength(20, as), setLimit(20, as), setNavigation({}, as)])
        expect((await set).code).toBe(403);
    expect((await settings()).minPasswordLength).toBe(8);
  });

  it('are logged, kept with their change and taken back, each by itself', async () => {
    await setLength(12);
    await setLimit(500);
    await setNavigation({ help: 'https://help.example.com/' });
    expect(await lastChange('password_length')).toMatchObject({
      title: '密码',
      differences: [{ label: '新密码的最小长度', before: '8', after: '12' }],
    });
    expect(await lastChange('export_limit')).toMatchObject({
      differences: [{ label: '每次导出的最多行数', before: '100000', after: '500' }],
    });
    expect(await lastChange('navigation')).toMatchObject({
      differences: [{ label: '帮助中心', before: '', after: 'https://help.example.com/' }],
    });
    for (const kind of ['password_length', 'export_limit', 'navigation']) {
      const changeId = (await lastChange(kind))?.changeId;
      expect((await ask('system/setting/undoChange', { changeId })).code).toBe(0);
    }
    expect(await settings()).toMatchObject({ minPasswordLength: 8, mostExported: 100_000, navigation: none });
    const subjects = await company.db
      .selectFrom('audit')
      .select('subject')
      .where('what', '=', 'setting.change')
      .execute();
    expect(subjects.map(({ subject }) => subject)).toEqual(['password length 12', 'export limit 500', 'navigation']);
  });
});

describe('the minimum length of passwords (security N1)', () => {
  const short = 'kw7 qpz9 bnv';
  const long = 'kw7 qpz9 bnv mx3';
  const refused = { code: 422, msg: '密码长度须为16到128个字符' };
  afterEach(async () => {
    await setLength(8);
  });

  it.each([7, 65, 0, -1, 8.5, 'acht', null])('is a number from 8 to 64, not %j', async (wrong) => {
    const answer = await setLength(wrong);
    expect(answer.code).toBe(422);
    expect(answer.msg).toContain('新密码的最小长度');
    expect((await settings()).minPasswordLength).toBe(8);
  });

  it('is known to whoever sets a password without a login', async () => {
    await setLength(64);
    expect((await company.call('sysConfig/querySysConfig')).data).toMatchObject({ minPasswordLength: 64 });
  });

  it('counts for every new password, however it is set', async () => {
    await setLength(16);
    const { peer, subordinate } = company.people;
    const { db } = company;
    const staff = (username: string) => ({ realname: '新人', username, deptId: 1, roleIds: '9' });
    const ways: Record<string, (password: string) => Promise<{ code: number; msg: string }>> = {
      own: (newPwd) => ask('system/user/updatePassword', { oldPwd: peer.password, newPwd }, peer),
      added: (password) => ask('system/user/addUser', { ...staff('13922220001'), password }),
      reset: (password) =>
        ask('system/user/resetPassword', {
          userIds: [subordinate.userId],
          password,
          currentPassword: admin().password,
        }),
      renamed: (password) =>
        ask('system/user/usernameEdit', {
          id: subordinate.userId,
          username: '13922220002',
          password,
          currentPassword: admin().password,
        }),
      link: async (password) => {
        const token = await makePasswordLink(db, subordinate.userId, admin().userId);
        return company.call('setup/setPassword', { token, password });
      },
    };
    for (const [way, set] of Object.entries(ways)) {
      expect([way, await set(short)]).toMatchObject([way, refused]);
      expect([way, (await set(long)).code]).toEqual([way, 0]);
    }
    await expect(setOneTimePassword(db, peer.userId, short, 3)).rejects.toMatchObject({ code: 'password.length' });
  });

  it('leaves the passwords that there are as they are', async () => {
    await setLength(64);
    const { stranger } = company.people;
    const { username, password } = stranger;
    expect((await company.call('login', { username, password })).code).toBe(0);
  });

  it('never keeps out whoever works on the machine: what is made there is long enough', async () => {
    await setLength(64);
    const login = await offerLogin(company.db, company.people.stranger.username);
    expect('password' in login && [...login.password].length).toBe(64);
  });
});

describe('the limit of exports (security A13)', () => {
  const exported = (body: Record<string, unknown> = {}, as: Who = company.people.manager) =>
    ask('CrmCustomer/allExportExcel', body, as);
  afterEach(async () => {
    await setLimit(mostExported);
    await company.db
      .deleteFrom('audit')
      .where('what', 'like', 'export%')
      .execute()
      .catch(() => undefined);
  });

  it.each([0, 100_001, -5, 1.5, 'viele'])('goes from 1 to what is built in, not %j', async (wrong) => {
    const answer = await setLimit(wrong);
    expect(answer.code).toBe(422);
    expect(answer.msg).toContain('每次导出的最多行数');
    expect((await settings()).mostExported).toBe(mostExported);
  });

  it('refuses what is larger, says so, and takes what just fits', async () => {
    const { seller, manager } = company.people;
    for (const n of [1, 2, 3])
      expect(
        (await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: `导出${n}` }, field: [] }, seller)).code,
      ).toBe(0);
    await setLimit(2);
    expect(await exported()).toMatchObject({ code: 422, msg: '最多导出2条数据，请缩小筛选范围' });
    expect((await exported({ rows: 3 })).code).toBe(422);
    expect((await exported({ rows: 2 })).headers['content-disposition']).toContain('xlsx');
    const own = (await ask('system/user/queryLoginUser', {}, manager)).data;
    expect(own).toMatchObject({ mostExported: 2 });
    await setLimit(3);
    expect((await exported()).headers['content-disposition']).toContain('xlsx');
  });
});

describe('the top navigation', () => {
  const url = 'https://points.example.com/?a=1';
  const shownTo = async (as: Who) =>
    ((await ask('system/user/queryLoginUser', {}, as)).data as { navigation: unknown[] }).navigation;
  afterEach(async () => {
    await setNavigation({});
  });

  it.each(['http://points.example.com', 'javascript:alert(1)', 'https://name:secret@example.com', 'https://', '积分'])(
    'takes no address like %s, and names its field',
    async (wrong) => {
      const answer = await setNavigation({ help: url, guide: wrong });
      expect(answer).toMatchObject({ code: 422, msg: '“业务指南”的地址须以https://开头' });
      expect((await settings()).navigation).toEqual(none);
    },
  );

  it('shows an entry that has an address to those whose rights have its module, and to nobody its address else', async () => {
    const { seller, hr } = company.people;
    expect((await setNavigation({ center: ` ${url} `, guide: url })).code).toBe(0);
    const both = [
      { entry: 'center', url },
      { entry: 'guide', url },
    ];
    expect(await shownTo(admin())).toEqual(both);
    const [center = 0] = menuIdsBelow('crm:center:');
    await company.db
      .deleteFrom('role_menu')
      .where('role_id', '=', 11)
      .where('menu_id', 'in', menuIdsBelow('crm:center:', 'crm:help:', 'crm:guide:'))
      .execute();
    await company.db.insertInto('role_menu').values({ role_id: 11, menu_id: center }).execute();
    await company.db.updateTable('org_version').set({ version: 800 }).execute();
    expect(await shownTo(seller)).toEqual([{ entry: 'center', url }]);
    expect(await shownTo(hr)).toEqual([]);
    await setNavigation({ guide: url });
    expect(await shownTo(seller)).toEqual([]);
  });

  it('has no entries of customer management while that is switched off', async () => {
    await setNavigation({ center: url });
    await ask('sysConfig/setModuleSetting', { settingId: 2, status: 0 });
    expect(await shownTo(admin())).toEqual([]);
    await ask('sysConfig/setModuleSetting', { settingId: 2, status: 1 });
    expect(await shownTo(admin())).toEqual([{ entry: 'center', url }]);
  });
});
