import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import type { ProjectRole } from '#shared/admin/project-role-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from role where role_type = 6`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`system/role/${call}`, body, { as });
const roles = async () => (await ask('queryProjectRoleList', {}, company.people.stranger)).data as ProjectRole[];
const own = async () => (await roles()).filter(({ roleType }) => roleType === 6);
const save = async (body: Record<string, unknown>): Promise<number> => {
  const answer = await ask('setWorkRole', { remark: '', rules: [], ...body });
  expect(answer.msg).toBe('');
  return (answer.data as { roleId: number }).roleId;
};
const setting = (call: string, body: object) =>
  company.call(`system/setting/${call}`, { ...body }, { as: company.people.admin });
const changes = async () =>
  ((await setting('queryChangeList', { kinds: 'project_role' })).data as { list: SettingChange[] }).list;
const undoNewest = async () => setting('undoChange', { changeId: (await changes())[0]?.changeId });
const builtIn = [
  { roleId: 14, roleName: '编辑', roleType: 5, remark: '', rules: [139, 141, 142, 143] },
  { roleId: 15, roleName: '只读', roleType: 5, remark: '', rules: [] },
];

describe('roles in projects', () => {
  it('are the built-in ones that are shown, then those of the company with what they may do', async () => {
    expect(await roles()).toEqual(builtIn);
    // nodes above actions are sent by older clients and grant nothing
    const roleId = await save({ roleName: '外包', remark: '只建任务', rules: [137, 138, 139, 139] });
    const added = { roleId, roleName: '外包', roleType: 6, remark: '只建任务', rules: [139] };
    expect(await roles()).toEqual([...builtIn, added]);
    expect(await save({ roleId, roleName: '外协', rules: [145, 143] })).toBe(roleId);
    expect(await own()).toEqual([{ ...added, roleName: '外协', remark: '', rules: [143, 145] }]);
    expect((await ask('deleteWorkRole', { roleId })).code).toBe(0);
    expect(await roles()).toEqual(builtIn);
  });

  it('are given from the tree of a project', async () => {
    const tree = (await company.call('system/menu/getWorkMenuList', {}, { as: company.people.stranger }))
      .data as MenuNode;
    expect([tree.realm, tree.childMenu.map(({ menuName }) => menuName)]).toEqual([
      'work',
      ['任务', '任务列表', '项目'],
    ]);
  });

  it.each([
    [{ roleName: '' }, 422, '角色名称'],
    [{ roleName: '长'.repeat(51) }, 422, '角色名称'],
    [{ roleName: '甲', remark: '长'.repeat(201) }, 422, '备注'],
    [{ roleName: '编辑' }, 422, '角色名已存在'],
    // the hidden one counts too: members choose among names
    [{ roleName: '管理' }, 422, '角色名已存在'],
    // of another area, and of none
    [{ roleName: '甲', rules: [175] }, 422, '权限'],
    [{ roleName: '甲', rules: [99_999] }, 422, '权限'],
    [{ roleName: '甲', roleId: 14 }, 422, '该角色不能修改'],
    // a role of the company is none of a project
    [{ roleName: '甲', roleId: 1 }, 422, '角色不存在'],
    [{ roleName: '甲', roleId: 13 }, 422, '角色不存在'],
  ])('with %j are refused in words', async (body, code, words) => {
    const answer = await ask('setWorkRole', { remark: '', rules: [], ...body });
    expect(answer).toMatchObject({ code, msg: expect.stringContaining(words) as unknown });
    expect(await roles()).toEqual(builtIn);
  });

  it.each([1, 11, 13, 14, 99_999])(
    'cannot be deleted where role %i is none of the company in a project',
    async (roleId) => {
      expect((await ask('deleteWorkRole', { roleId })).code).not.toBe(0);
      const left = await sql<{ count: number }>`select count(*)::int as count from role`.execute(company.db);
      expect(left.rows[0]?.count).toBe(15);
    },
  );

  it('have a name each, also of two people who give it at once', async () => {
    const given = { roleName: '外包', remark: '', rules: [] };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('setWorkRole', given)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await own()).toHaveLength(1);
  });

  it('come back from the history, with what they may do', async () => {
    const roleId = await save({ roleName: '外包', rules: [139] });
    await save({ roleId, roleName: '外协', rules: [] });
    expect((await undoNewest()).code).toBe(0);
    expect(await own()).toMatchObject([{ roleId, roleName: '外包', rules: [139] }]);
    expect((await ask('deleteWorkRole', { roleId })).code).toBe(0);
    expect((await undoNewest()).code).toBe(0);
    expect(await own()).toMatchObject([{ roleId, roleName: '外包', rules: [139] }]);
  });
});

describe('the right to roles in projects', () => {
  /** Somebody with one right of the back office. */
  async function holderOf(permission: Permission): Promise<Who> {
    const { agent } = company.people;
    const [menuId] = menuIdsBelow(permission);
    await sql`delete from role_menu where role_id = 9`.execute(company.db);
    await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
    await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
    await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    return { token: await tokenFor(company.db, agent.userId) };
  }

  it('is asked for by both writes, and no other right of the back office will do', async () => {
    const roleId = await save({ roleName: '外包' });
    for (const as of [company.people.stranger, await holderOf('manage:permission:update')]) {
      expect((await ask('setWorkRole', { roleName: '乙', rules: [] }, as)).code).toBe(403);
      expect((await ask('deleteWorkRole', { roleId }, as)).code).toBe(403);
    }
    const holder = await holderOf('manage:work:update');
    expect((await ask('setWorkRole', { roleId, roleName: '乙', rules: [] }, holder)).code).toBe(0);
    expect((await ask('deleteWorkRole', { roleId }, holder)).code).toBe(0);
    expect(await own()).toEqual([]);
  });

  it('gives nobody what its holder lacks, and takes nothing that its holder could not give back', async () => {
    const holder = await holderOf('manage:work:update');
    const refused = await ask('setWorkRole', { roleName: '乙', rules: [139] }, holder);
    expect([refused.code === 0, await own()]).toEqual([false, []]);
    const roleId = await save({ roleName: '外包', rules: [139] });
    expect((await ask('deleteWorkRole', { roleId }, holder)).code).not.toBe(0);
    expect((await ask('setWorkRole', { roleId, roleName: '外包', rules: [] }, holder)).code).not.toBe(0);
    expect(await own()).toMatchObject([{ roleId, rules: [139] }]);
  });

  it('makes no role that could be given to a person', async () => {
    const roleId = await save({ roleName: '外包', rules: [139] });
    const { seller } = company.people;
    expect((await ask('relatedUser', { userIds: [seller.userId], roleIds: [roleId] })).code).not.toBe(0);
  });
});
