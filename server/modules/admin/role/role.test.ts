import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { RoleRow } from '#shared/admin/role-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { newRole } from '#server/testing/company/new-role.ts';

let company: Company;
/** Administers roles only, except that it may list customers of the own department. */
let warden: Pick<Person, 'token'> & { userId: number };

beforeAll(async () => {
  company = await openCompany();
  warden = await newWarden();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as?: Pick<Person, 'token'>) =>
  company.call(path, body, as ? { as } : {});

async function newWarden() {
  const { db } = company;
  const rights = [...menuIdsBelow('manage:permission:'), 28, 29];
  const roleId = await newRole(db, { name: '权限员', type: 1, scope: dataScopes.department, rights });
  const { userId } = company.people.peer;
  await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
  await db.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', '=', 11).execute();
  await db.updateTable('org_version').set({ version: 500 }).execute();
  return { userId, token: await tokenFor(db, userId) };
}

const rolesOf = async (roleType: number): Promise<RoleRow[]> =>
  (await ask('system/role/getRoleByType', { roleType }, company.people.admin)).data as RoleRow[];
const roleOf = async (roleType: number, roleId: number) =>
  (await rolesOf(roleType)).find((role) => role.roleId === roleId);
const add = async (roleName: string, roleType = 2): Promise<number> =>
  ((await ask('system/role/add', { roleName, roleType }, company.people.admin)).data as { roleId: number }).roleId;
const heldBy = async (userId: number): Promise<number[]> =>
  (
    await company.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', userId)
      .orderBy('role_id')
      .execute()
  ).map((row) => row.role_id);
const audits = (what: string) =>
  company.db.selectFrom('audit').selectAll().where('what', '=', what).orderBy('audit_id').execute();

describe('permissions of the calls', () => {
  it.each([
    'system/role/getRoleTypeList',
    'system/role/getRoleByType',
    'system/role/add',
    'system/role/update',
    'system/role/updateRoleMenu',
    'system/role/copy',
    'system/role/delete',
    'system/role/relatedUser',
    'system/role/unbindingUser',
    'system/menu/getAllMenuList',
    'system/menu/getMenuListByType',
  ])('%s requires a login and the right to set rights', async (path) => {
    const body = { roleName: '甲', roleType: 2, roleId: 8, id: 8, rules: [], userIds: '3', roleIds: '8', userId: 3 };
    expect((await ask(path, body)).code).toBe(302);
    expect((await ask(path, body, company.people.hr)).code).toBe(403);
    expect((await ask(path, body, company.people.seller)).code).toBe(403);
  });

  it("shows the roles to people who fill in a person's form", async () => {
    expect((await ask('system/role/getAllRoleList', {})).code).toBe(302);
    expect((await ask('system/role/getAllRoleList', {}, company.people.seller)).code).toBe(403);
    expect((await ask('system/role/getAllRoleList', {}, company.people.hr)).code).toBe(0);
  });
});

describe('lists', () => {
  it('name the groups in their order, in the requested language', async () => {
    const { admin } = company.people;
    expect((await ask('system/role/getRoleTypeList', {}, admin)).data).toEqual([
      { name: '系统管理角色', roleType: 1 },
      { name: '办公管理角色', roleType: 7 },
      { name: '客户管理角色', roleType: 2 },
      { name: '项目管理角色', roleType: 8 },
    ]);
    const english = await company.call(
      'system/role/getRoleTypeList',
      {},
      { as: admin, headers: { 'x-language': 'en' } },
    );
    expect((english.data as { name: string }[])[0]?.name).toBe('System administration');
  });

  it('hold the seeded roles with their rights, and no hidden or project-internal one', async () => {
    const groups = (await ask('system/role/getAllRoleList', {}, company.people.hr)).data as {
      pid: number;
      list: { id: number; title: string; type: number; mayGrant: number; rules: { crm: number[]; bi: number[] } }[];
    }[];
    const all = groups.flatMap((group) => group.list).filter((role) => role.id < 100);
    expect(all.filter((role) => role.mayGrant === 1).map((role) => role.id)).toEqual([3, 9]);
    expect(groups.map((group) => [group.pid, group.list.map((role) => role.id).filter((id) => id < 100)])).toEqual([
      [1, [1, 2, 3, 4, 5, 6]],
      [2, [8, 9, 10, 11]],
      [7, [7]],
      [8, [12]],
      [0, []],
    ]);
    const staffKeeper = groups[0]?.list.find((role) => role.id === 3);
    expect(staffKeeper).toMatchObject({ title: '部门与员工管理员', type: 5 });
    expect(staffKeeper?.rules).toEqual({ crm: [167, 168, 169, 170, 171, 172, 173], bi: [] });
    expect((await rolesOf(8))[0]).toMatchObject({ roleId: 12, remark: 'project', label: 1, isHidden: 1, status: 1 });
    expect((await ask('system/role/getRoleByType', { roleType: 5 }, company.people.admin)).code).toBe(422);
  });

  it('return the permission tree, whole and by group', async () => {
    const { admin } = company.people;
    const all = (await ask('system/menu/getAllMenuList', {}, admin)).data as MenuNode[];
    expect(all.map((node) => node.realm)).toEqual(['crm', 'bi', 'manage', 'work', 'oa', 'project']);
    expect(all[0]?.childMenu[1]?.childMenu[0]).toMatchObject({
      menuId: 26,
      menuName: '新建',
      realm: 'save',
      menuType: 3,
      parentId: 10,
    });
    const offer = async (roleType: number) => {
      const { data, bi } = (await ask('system/menu/getMenuListByType', { roleType }, admin)).data as {
        data: MenuNode;
        bi?: MenuNode;
      };
      return [data.realm, bi?.childMenu.map((node) => node.realm)];
    };
    expect(await offer(1)).toEqual(['manage', undefined]);
    expect(await offer(2)).toEqual([
      'crm',
      ['achievement', 'business', 'customer', 'contract', 'product', 'portrait', 'ranking'],
    ]);
    expect(await offer(7)).toEqual(['oa', ['oa']]);
    expect(await offer(8)).toEqual(['project', undefined]);
    expect((await ask('system/menu/getMenuListByType', { roleType: 3 }, admin)).code).toBe(422);
  });
});

describe('keeping roles', () => {
  it('adds one without rights, with a name unique in its group', async () => {
    const { admin } = company.people;
    const roleId = await add('区域主管');
    expect(roleId).toBeGreaterThanOrEqual(100);
    expect(await roleOf(2, roleId)).toMatchObject({ roleName: '区域主管', dataType: 1, rules: { data: [], bi: [] } });
    const duplicate = await ask('system/role/add', { roleName: '区域主管', roleType: 2 }, admin);
    expect([duplicate.code, duplicate.msg]).toEqual([422, '角色名已存在']);
    expect((await ask('system/role/add', { roleName: '区域主管', roleType: 7 }, admin)).code).toBe(0);
    expect((await ask('system/role/add', { roleName: ' ', roleType: 2 }, admin)).code).toBe(422);
    expect((await ask('system/role/add', { roleName: '甲', roleType: 5 }, admin)).code).toBe(422);
  });

  it('renames one', async () => {
    const { admin } = company.people;
    const roleId = await add('旧名');
    expect((await ask('system/role/update', { roleId, roleName: '新名', roleType: 1 }, admin)).data).toBe(1);
    expect((await roleOf(2, roleId))?.roleName).toBe('新名');
    expect((await ask('system/role/update', { roleId, roleName: '新名' }, admin)).code).toBe(0);
    expect((await ask('system/role/update', { roleId, roleName: '销售经理角色' }, admin)).msg).toBe('角色名已存在');
    expect((await ask('system/role/update', { roleId: 999, roleName: '甲' }, admin)).msg).toBe('角色不存在');
  });

  it('replaces the rights, ignores parents, keeps the scope when none is sent', async () => {
    const { admin } = company.people;
    const roleId = await add('权限甲');
    const set = (rules: unknown, type: unknown) =>
      ask('system/role/updateRoleMenu', { id: roleId, rules, type }, admin);
    expect((await set([1, 10, 28, 29, 104, 99], 3)).code).toBe(0);
    expect(await roleOf(2, roleId)).toMatchObject({ dataType: 3, rules: { data: [28, 29], bi: [104] } });
    expect((await set('29', '')).code).toBe(0);
    expect(await roleOf(2, roleId)).toMatchObject({ dataType: 3, rules: { data: [29], bi: [] } });
    for (const rules of [[167], [147], [99_999], ['x']]) expect((await set(rules, 3)).code).toBe(422);
    expect((await set([28], 6)).code).toBe(422);
    expect((await roleOf(2, roleId))?.rules.data).toEqual([29]);
    expect((await set([], '')).code).toBe(0);
    expect((await roleOf(2, roleId))?.rules.data).toEqual([]);
    expect((await audits('role.rights')).at(-1)).toMatchObject({
      user_id: 3,
      subject: `role ${roleId} scope 3 menus `,
    });
  });

  it('copies one under a free name with the same rights', async () => {
    const { admin } = company.people;
    const copies = [
      await ask('system/role/copy', { roleId: 8 }, admin),
      await ask('system/role/copy', { roleId: 8 }, admin),
    ];
    const ids = copies.map((answer) => (answer.data as { roleId: number }).roleId);
    const [source, first, second] = await Promise.all([8, ...ids].map((roleId) => roleOf(2, roleId)));
    expect([first?.roleName, second?.roleName]).toEqual(['销售经理角色(1)', '销售经理角色(2)']);
    expect(first?.rules).toEqual(source?.rules);
    expect(first?.dataType).toBe(source?.dataType);
  });

  it('removes one with everything that depends on it, effective for its holders from the next request on', async () => {
    const { admin, hr, stranger } = company.people;
    const roleId = await add('临时', 1);
    await ask('system/role/updateRoleMenu', { id: roleId, rules: menuIdsBelow('manage:users:') }, admin);
    await ask('system/role/relatedUser', { userIds: `${stranger.userId}`, roleIds: `${roleId}` }, admin);
    expect((await ask('system/dept/addDept', { name: '临时部' }, stranger)).code).toBe(0);
    expect((await ask('system/role/delete', { roleId }, admin)).code).toBe(0);
    expect((await ask('system/dept/addDept', { name: '临时部二' }, stranger)).code).toBe(403);
    expect(await heldBy(stranger.userId)).toEqual([11]);
    const menus = await company.db.selectFrom('role_menu').selectAll().where('role_id', '=', roleId).execute();
    expect(menus).toEqual([]);
    expect((await ask('system/role/delete', { roleId }, admin)).msg).toBe('角色不存在');
    expect((await audits('role.delete')).at(-1)?.subject).toBe(`role ${roleId} users ${stranger.userId}`);
    expect(hr.userId).toBeGreaterThan(0);
  });

  it.each([1, 12])('does not change role %i, and cannot reach hidden ones', async (roleId) => {
    const { admin } = company.people;
    for (const [path, body] of [
      ['system/role/update', { roleId, roleName: '甲' }],
      ['system/role/updateRoleMenu', { id: roleId, rules: [] }],
      ['system/role/copy', { roleId }],
      ['system/role/delete', { roleId }],
    ] as const) {
      expect([path, (await ask(path, body, admin)).msg]).toEqual([path, '该角色不能修改']);
      expect((await ask(path, { ...body, roleId: 13, id: 13 }, admin)).msg).toBe('角色不存在');
    }
  });
});

describe('granting rights that the actor lacks (security A15)', () => {
  it('is not done in the rights of a role, but asked for, by name', async () => {
    const roleId = await add('外勤');
    const set = (rules: number[], type: number) =>
      ask('system/role/updateRoleMenu', { id: roleId, rules, type }, warden);
    const waiting = (names: string) => translate('cn', 'rights.waiting', { names });
    for (const [rules, type, names] of [
      [[26], 1, '客户管理·新建'],
      [[28, 32], 1, '客户管理·删除'],
      [[104], 1, '员工客户分析·查看'],
      [[28], 4, '客户管理的数据范围'],
      [[28], 5, '客户管理的数据范围'],
    ] as const) {
      const answer = await set([...rules], type);
      expect([rules, type, answer.code, answer.msg]).toEqual([rules, type, 403, waiting(names)]);
      expect(answer.body['detail']).toEqual({ waiting: expect.any(Number) });
    }
    expect(await roleOf(2, roleId)).toMatchObject({ dataType: 1, rules: { data: [], bi: [] } });
    expect((await audits('rights.ask')).at(-1)).toMatchObject({ user_id: warden.userId, result: 'done' });
    expect((await set([28, 29], 3)).code).toBe(0);
    expect(await roleOf(2, roleId)).toMatchObject({ dataType: 3, rules: { data: [28, 29] } });
  });

  it('is allowed for rights that a role has already, but not for a wider scope', async () => {
    const { admin } = company.people;
    const roleId = await add('内勤');
    await ask('system/role/updateRoleMenu', { id: roleId, rules: [26, 28], type: 4 }, admin);
    const set = (rules: number[], type: number | '') =>
      ask('system/role/updateRoleMenu', { id: roleId, rules, type }, warden);
    expect((await set([26, 28, 29], '')).code).toBe(0);
    expect((await set([26, 28, 32], '')).code).toBe(403);
    expect((await set([26, 28], 5)).code).toBe(403);
    expect((await set([26, 28], 4)).code).toBe(0);
  });

  it('is refused on the own role', async () => {
    const own = (await rolesOf(1)).find((role) => role.roleName === '权限员')?.roleId ?? 0;
    const rules = [...menuIdsBelow('manage:permission:'), ...menuIdsBelow('manage:users:')];
    expect((await ask('system/role/updateRoleMenu', { id: own, rules, type: 3 }, warden)).code).toBe(403);
  });

  it('is refused in a copy, and asked for where people would get it', async () => {
    const copied = await ask('system/role/copy', { roleId: 8 }, warden);
    expect([copied.code, copied.msg]).toEqual([403, expect.stringMatching(/^不能授予自己没有的权限：线索管理·/)]);
    expect((await ask('system/role/copy', { roleId: 9 }, warden)).code).toBe(0);
    for (const roleIds of ['1', '2', '8', '11', '12', '9,3']) {
      const before = await heldBy(warden.userId);
      const answer = await ask('system/role/relatedUser', { userIds: `${warden.userId}`, roleIds }, warden);
      expect([roleIds, answer.code]).toEqual([roleIds, 403]);
      expect(await heldBy(warden.userId)).toEqual(before);
    }
    expect((await ask('system/role/relatedUser', { userIds: `${warden.userId}`, roleIds: '9' }, warden)).code).toBe(0);
  });
});

describe('taking away what the actor could not give back (security A15)', () => {
  it('is refused in a role, its scope, its deletion, and recorded', async () => {
    const { admin } = company.people;
    const roleId = await add('要留的');
    await ask('system/role/updateRoleMenu', { id: roleId, rules: [26, 28, 29], type: 4 }, admin);
    const whole = await roleOf(2, roleId);
    for (const [path, body, names] of [
      ['system/role/updateRoleMenu', { id: roleId, rules: [28, 29], type: 4 }, '客户管理·新建'],
      ['system/role/updateRoleMenu', { id: roleId, rules: [26, 28, 29], type: 2 }, '客户管理的数据范围'],
      ['system/role/delete', { roleId }, '客户管理·新建、客户管理的数据范围'],
    ] as const) {
      const answer = await ask(path, body, warden);
      expect([path, answer.code, answer.msg]).toEqual([path, 403, translate('cn', 'rights.kept', { names })]);
    }
    expect(await roleOf(2, roleId)).toEqual(whole);
    expect((await audits('role.delete')).at(-1)).toMatchObject({
      user_id: warden.userId,
      subject: `rights.kept role ${roleId}`,
      result: 'refused',
    });
    await ask('system/role/updateRoleMenu', { id: roleId, rules: [28, 29], type: 3 }, admin);
    expect((await ask('system/role/updateRoleMenu', { id: roleId, rules: [28], type: 2 }, warden)).code).toBe(0);
    expect((await ask('system/role/delete', { roleId }, warden)).code).toBe(0);
  });

  it('is asked for where a person would lose it', async () => {
    const { admin, seller } = company.people;
    const roleId = await add('兼任');
    await ask('system/role/updateRoleMenu', { id: roleId, rules: [35], type: 1 }, admin);
    await ask('system/role/relatedUser', { userIds: `${seller.userId}`, roleIds: `${roleId}` }, admin);
    const unbind = () => ask('system/role/unbindingUser', { userId: seller.userId, roleId }, warden);
    const [first, again] = [await unbind(), await unbind()];
    expect([first.code, again.code]).toEqual([403, 403]);
    expect(again.body['detail']).toEqual(first.body['detail']);
    expect(await heldBy(seller.userId)).toContain(roleId);
    expect((await ask('system/role/unbindingUser', { userId: seller.userId, roleId }, admin)).code).toBe(0);
  });
});

describe('holders', () => {
  it('get roles, each pair once', async () => {
    const { admin, seller, subordinate } = company.people;
    const body = { userIds: `,${seller.userId},${subordinate.userId},`, roleIds: '9,10' };
    expect((await ask('system/role/relatedUser', body, admin)).code).toBe(0);
    expect((await ask('system/role/relatedUser', body, admin)).code).toBe(0);
    expect(await heldBy(seller.userId)).toEqual([9, 10, 11]);
    expect(await heldBy(subordinate.userId)).toEqual([9, 10, 11]);
    expect((await audits('role.grant')).map((row) => row.subject)).toContain(`user ${seller.userId} role 9,10`);
    expect((await ask('system/role/relatedUser', { userIds: '', roleIds: '9' }, admin)).msg).toBe('请选择角色和员工');
    expect((await ask('system/role/relatedUser', { userIds: '3', roleIds: '' }, admin)).msg).toBe('请选择角色和员工');
    expect((await ask('system/role/relatedUser', { userIds: '3', roleIds: '13' }, admin)).msg).toBe('角色不存在');
    expect((await ask('system/role/relatedUser', { userIds: '3,999', roleIds: '9' }, admin)).msg).toBe('用户不存在！');
  });

  it('lose one, but never the last one; a repeat does no harm', async () => {
    const { admin, subordinate } = company.people;
    const unbind = (roleId: number) => ask('system/role/unbindingUser', { userId: subordinate.userId, roleId }, admin);
    expect((await unbind(9)).code).toBe(0);
    expect((await unbind(9)).code).toBe(0);
    expect((await unbind(10)).code).toBe(0);
    const last = await unbind(11);
    expect([last.code, last.msg]).toEqual([422, '用户至少需要一个角色']);
    expect(await heldBy(subordinate.userId)).toEqual([11]);
  });

  it('keep an administrator: the first and the last active one stay, and others only change among themselves', async () => {
    const { admin, stranger } = company.people;
    expect((await ask('system/role/unbindingUser', { userId: 3, roleId: 1 }, admin)).msg).toBe('超级管理员不可被更改');
    await ask('system/role/relatedUser', { userIds: `${stranger.userId}`, roleIds: '1' }, admin);
    const unbind = (as: Pick<Person, 'token'>) =>
      ask('system/role/unbindingUser', { userId: stranger.userId, roleId: 1 }, as);
    expect((await unbind(warden)).msg).toBe('超级管理员不可被更改');
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', 3).execute();
    const own = await unbind(stranger);
    expect([own.code, own.msg]).toEqual([422, '至少保留一名超级管理员']);
    expect(await heldBy(stranger.userId)).toEqual([1, 11]);
    await company.db.updateTable('app_user').set({ status: 1 }).where('user_id', '=', 3).execute();
    expect((await unbind(admin)).code).toBe(0);
    expect((await ask('system/role/getRoleTypeList', {}, stranger)).code).toBe(403);
  });
});

describe('confirming the caller (security N11)', () => {
  it('requires the own password when the login is not recent', async () => {
    const { admin } = company.people;
    const old = { token: await tokenFor(company.db, admin.userId) };
    await company.services.pool.raw.query(
      "update session_login set created_at = now() - interval '16 minutes' where login_id = (select max(login_id) from session_login)",
    );
    const body = { roleName: '补充角色', roleType: 2 };
    expect((await ask('system/role/add', body, old)).code).toBe(403);
    expect((await ask('system/role/add', { ...body, currentPassword: 'no' }, old)).msg).toBe('密码输入错误');
    expect((await ask('system/role/add', { ...body, currentPassword: admin.password }, old)).code).toBe(0);
    expect((await ask('system/role/getRoleTypeList', {}, old)).code).toBe(0);
  });
});
