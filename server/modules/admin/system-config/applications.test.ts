import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import '#server/platform/push/tables.ts';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { newRole } from '#server/testing/company/new-role.ts';
import type { ApplicationShown } from '#shared/admin/company/application-calls.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Who = Pick<Person, 'token'>;
const admin = () => company.people.admin;
const ask = (path: string, body: Record<string, unknown> = {}, as: Who = admin()) => company.call(path, body, { as });
const turn = (settingId: number, status: number, as?: Who) =>
  ask('sysConfig/setModuleSetting', { settingId, status }, as);
const crm = 2;
const listed = async (as?: Who) => (await ask('sysConfig/queryModuleSetting', {}, as)).data as ApplicationShown[];
const isOn = async () => (await listed()).find(({ settingId }) => settingId === crm)?.status === 1;
afterEach(async () => {
  await turn(crm, 1);
});

let made = 0;
/** A person whose one role has these rights, by their beginnings. */
async function holderOf(name: 'peer' | 'agent', ...prefixes: string[]): Promise<Who & { readonly userId: number }> {
  const { db } = company;
  const { userId } = company.people[name];
  const rights = menuIdsBelow(...prefixes);
  const roleId = await newRole(db, { name: `${name} ${(made += 1)}`, type: 1, scope: dataScopes.department, rights });
  await db.deleteFrom('user_role').where('user_id', '=', userId).execute();
  await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
  await sql`update org_version set version = version + 1`.execute(db);
  return { userId, token: await tokenFor(db, userId) };
}

describe('the applications', () => {
  it('are listed as they are seeded, by their names, to whoever may see them', async () => {
    const usable = { status: 1, type: '1' };
    const coming = { status: 0, type: '2' };
    expect(await listed()).toEqual([
      { settingId: 1, module: 'oa', name: '办公管理', ...usable },
      { settingId: 2, module: 'crm', name: '客户管理', ...usable },
      { settingId: 3, module: 'project', name: '项目管理', ...usable },
      { settingId: 4, module: 'hrm', name: '人力资源管理', ...coming },
      { settingId: 5, module: 'jxc', name: '进销存管理', ...coming },
    ]);
    const reader = await holderOf('peer', 'manage:configSet:read');
    expect(await listed(reader)).toHaveLength(5);
    expect((await turn(crm, 0, reader)).code).toBe(403);
    expect((await ask('sysConfig/queryModuleSetting', {}, company.people.seller)).code).toBe(403);
    expect((await turn(crm, 0, company.people.hr)).code).toBe(403);
    expect(await isOn()).toBe(true);
  });

  it.each([
    [4, '人力资源管理即将发布，暂时不能启用', 422],
    [5, '进销存管理即将发布，暂时不能启用', 422],
    [6, '没有这个应用', 404],
  ])('refuse to switch number %i', async (settingId, msg, code) => {
    for (const status of [0, 1]) expect(await turn(settingId, status)).toMatchObject({ code, msg });
  });

  it('take a state of 0 or 1 alone', async () => {
    for (const status of [2, -1, 'x', null])
      expect((await ask('sysConfig/setModuleSetting', { settingId: crm, status })).code).toBe(422);
    expect(await isOn()).toBe(true);
  });

  it('refuse what the roles still say, to administrators as to everybody, until they are on again', async () => {
    const { seller } = company.people;
    for (const as of [seller, admin()]) expect((await ask('CrmCustomer/queryPageList', {}, as)).code).toBe(0);
    await turn(crm, 0);
    for (const as of [seller, admin()])
      expect(await ask('CrmCustomer/queryPageList', {}, as)).toMatchObject({ code: 403, data: undefined });
    // its settings stay in reach
    for (const path of [
      'CrmCustomer/getRulesSetting',
      'CrmContract/queryContractConfig',
      'CrmRecord/queryRecordOptions',
    ])
      expect([path, (await ask(path)).code]).toEqual([path, 0]);
    expect((await ask('CrmContract/setContractConfig', { status: 1, contractDay: 20 })).code).toBe(0);
    await turn(crm, 1);
    for (const as of [seller, admin()]) expect((await ask('CrmCustomer/queryPageList', {}, as)).code).toBe(0);
  });

  it('are kept with who switched them, logged, and switched back from there', async () => {
    const changes = async () =>
      (await ask('system/setting/queryChangeList', { kinds: 'application' })).data as {
        list: SettingChange[];
        totalRow: number;
      };
    const { totalRow } = await changes();
    await turn(crm, 0);
    await turn(crm, 0);
    const [off] = (await changes()).list;
    expect((await changes()).totalRow).toBe(totalRow + 1);
    expect(off).toMatchObject({
      title: '应用管理',
      item: '客户管理',
      realname: admin().realname,
      differences: [{ label: '状态', before: '启用', after: '停用' }],
      mayTakeBack: 1,
    });
    const traces = company.db.selectFrom('audit').select(['subject', 'result']).where('what', '=', 'application');
    expect(await traces.orderBy('audit_id', 'desc').executeTakeFirst()).toEqual({ subject: 'crm off', result: 'done' });
    expect((await ask('system/setting/undoChange', { changeId: off?.changeId })).code).toBe(0);
    expect(await isOn()).toBe(true);
    expect((await ask('CrmCustomer/queryPageList', {}, company.people.seller)).code).toBe(0);
  });

  it('are switched by two at once without losing one, and reported to every open page', async () => {
    const last = async () =>
      (
        await company.db
          .selectFrom('push_event')
          .select((eb) => eb.fn.max('event_id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0;
    const before = await last();
    const answers = await Promise.all([turn(1, 0), turn(crm, 0), turn(crm, 0)]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await listed()).slice(0, 3).map(({ status }) => status)).toEqual([0, 0, 1]);
    const told = await company.db
      .selectFrom('push_event')
      .select('to_user')
      .where('event_id', '>', before)
      .where('type', '=', pushTypes.rights)
      .execute();
    const everybody = Object.values(company.people).map(({ userId }) => userId);
    // once for each of the two that changed
    expect(told.map((row) => row.to_user).toSorted((one, other) => one - other)).toEqual(
      [...everybody, ...everybody].toSorted((one, other) => one - other),
    );
    await turn(1, 1);
  });

  it('leave customers with their owners while nobody can follow them up', async () => {
    const { seller } = company.people;
    const saved = await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: '停用公司' }, field: [] }, seller);
    expect(saved.code).toBe(0);
    const rules = { type: 1, followupDay: 1, dealDay: 1, putInPoolRemindConfig: 0, putInPoolRemindDays: 0 };
    expect((await ask('CrmCustomer/updateRulesSetting', rules)).code).toBe(0);
    await sql`update customer set owner_since = now() - interval '5 days', last_time = null`.execute(company.db);
    await turn(crm, 0);
    expect(await runPoolRules(company.services)).toBe(0);
    await turn(crm, 1);
    expect(await runPoolRules(company.services)).toBe(1);
  });
});

describe('while an application is off, nobody climbs (security A15)', () => {
  const roleWith = async (...menuIds: number[]): Promise<number> => {
    const { data } = await ask('system/role/add', { roleName: `角色${(made += 1)}`, roleType: 2 });
    const { roleId } = data as { roleId: number };
    expect((await ask('system/role/updateRoleMenu', { id: roleId, rules: menuIds, type: 3 })).code).toBe(0);
    return roleId;
  };
  const [save = 0] = menuIdsBelow('crm:customer:save');
  const [index = 0] = menuIdsBelow('crm:customer:index');
  const rulesOf = async (roleId: number) =>
    (await company.db.selectFrom('role_menu').select('menu_id').where('role_id', '=', roleId).execute()).map(
      (row) => row.menu_id,
    );

  it('a right that the roles of the giver lack is refused as ever, and one that they have is given', async () => {
    const warden = await holderOf('agent', 'manage:permission:', 'crm:customer:index');
    await turn(crm, 0);
    const roleId = await roleWith();
    const give = (rules: number[], type = 3) => ask('system/role/updateRoleMenu', { id: roleId, rules, type }, warden);
    expect(await give([save])).toMatchObject({ code: 403, msg: expect.stringContaining('客户管理·新建') as unknown });
    expect((await give([index], 5)).code).toBe(403);
    expect(await rulesOf(roleId)).toEqual([]);
    expect((await give([index])).code).toBe(0);
    expect(await rulesOf(roleId)).toEqual([index]);
  });

  it('what the giver lacks is not taken away either', async () => {
    const warden = await holderOf('agent', 'manage:permission:', 'crm:customer:index');
    const roleId = await roleWith(index, save);
    await turn(crm, 0);
    const answer = await ask('system/role/updateRoleMenu', { id: roleId, rules: [index], type: 3 }, warden);
    expect(answer.code).toBe(403);
    expect(await rulesOf(roleId)).toEqual([index, save].toSorted((one, other) => one - other));
  });

  it('a role is given to people by whoever has what it says, and by nobody else', async () => {
    const { subordinate } = company.people;
    const warden = await holderOf('peer', 'manage:permission:', 'manage:users:', 'crm:customer:index');
    const [small, large] = [await roleWith(index), await roleWith(index, save)];
    await turn(crm, 0);
    const give = (roleId: number) =>
      ask('system/role/relatedUser', { userIds: [subordinate.userId], roleIds: [roleId] }, warden);
    const held = async () =>
      (
        await company.db
          .selectFrom('user_role')
          .select('role_id')
          .where('user_id', '=', subordinate.userId)
          .where('role_id', 'in', [small, large])
          .execute()
      ).map((row) => row.role_id);
    await company.db.deleteFrom('user_role').where('user_id', '=', subordinate.userId).execute();
    expect((await give(large)).code).toBe(403);
    expect(await held()).toEqual([]);
    expect((await give(small)).code).toBe(0);
    expect(await held()).toEqual([small]);
  });

  it('whoever switches it on gains nothing that the roles do not say', async () => {
    const keeper = await holderOf('agent', 'manage:configSet:');
    const permissions = async () =>
      ((await ask('system/role/auth', {}, keeper)).data as { allAuth: { permissions: string[] } }).allAuth.permissions;
    const before = await permissions();
    expect((await turn(crm, 0, keeper)).code).toBe(0);
    expect((await turn(crm, 1, keeper)).code).toBe(0);
    expect(await permissions()).toEqual(before);
    expect((await ask('CrmCustomer/queryPageList', {}, keeper)).code).toBe(403);
  });
});
