import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Who = Pick<Person, 'token'>;
const call = async (path: string, body: Record<string, unknown>, as: Who = company.people.admin) =>
  company.call(path, body, { as });
const changes = async (kinds = 'role') =>
  ((await call('system/setting/queryChangeList', { kinds, limit: 100 })).data as { list: SettingChange[] }).list;
const undoNewest = async (kinds = 'role', as: Who = company.people.admin) =>
  call('system/setting/undoChange', { changeId: (await changes(kinds))[0]?.changeId }, as);
const rights = async (roleId: number) => {
  const rows = (await call('system/role/getRoleByType', { roleType: 2 })).data as {
    roleId: number;
    roleName: string;
    dataType: number;
    rules: { data: number[] };
  }[];
  return rows.find((row) => row.roleId === roleId);
};
const add = async (roleName: string): Promise<number> =>
  ((await call('system/role/add', { roleName, roleType: 2 })).data as { roleId: number }).roleId;
const setMenus = (id: number, rules: readonly number[], type: number | '' = '') =>
  call('system/role/updateRoleMenu', { id, rules: rules.join(','), type });
const holders = async (roleId: number) =>
  (
    await sql<{ user_id: number }>`select user_id from user_role where role_id = ${roleId} order by user_id`.execute(
      company.db,
    )
  ).rows.map((row) => row.user_id);

const [readLeads = 0] = menuIdsBelow('crm:leads:read');
const [deleteLeads = 0] = menuIdsBelow('crm:leads:delete');

describe('the changes of a role', () => {
  it('say in words what it may since: name, rights, whose data, fields', async () => {
    const roleId = await add('区域经理');
    expect((await changes())[0]).toMatchObject({
      item: '区域经理',
      differences: [{ label: '角色名称', before: '' }, {}],
    });
    await setMenus(roleId, [readLeads, deleteLeads], 3);
    expect((await changes())[0]?.differences).toEqual([
      { label: '数据权限', before: '本人', after: '本部门' },
      { label: '线索管理', before: '', after: '查看详情、删除' },
    ]);
    const fields = (await call('field/queryRoleField', { roleId, label: productType.code })).data as {
      fieldId: number;
      name: string;
      fixed: number;
    }[];
    const hidden = fields.find(({ fixed }) => fixed === 0);
    await call('field/saveRoleField', {
      roleId,
      label: productType.code,
      data: [{ fieldId: hidden?.fieldId, level: fieldLevel.hidden }],
    });
    expect((await changes())[0]?.differences).toEqual([
      { label: '产品 · 字段权限', before: '', after: `${hidden?.name} 隐藏` },
    ]);
    expect((await undoNewest()).code).toBe(0);
    expect((await undoNewest('role')).code).toBe(0);
    // the undo of the undo hides the field again
    expect((await changes())[0]?.differences[0]?.after).toBe(`${hidden?.name} 隐藏`);
  });

  it('are taken back one by one, down to a role that is not there', async () => {
    const roleId = await add('代理经理');
    await setMenus(roleId, [readLeads]);
    await call('system/role/update', { roleId, roleName: '渠道经理' });
    for (const [roleName, menus] of [
      ['代理经理', [readLeads]],
      ['代理经理', []],
    ] as const) {
      const newest = (await changes()).find(
        ({ mayTakeBack, isTakingBack, item }) => mayTakeBack && !isTakingBack && /经理/.test(item),
      );
      expect((await call('system/setting/undoChange', { changeId: newest?.changeId })).code).toBe(0);
      expect(await rights(roleId)).toMatchObject({ roleName, rules: { data: menus } });
    }
    const made = (await changes()).find(({ mayTakeBack, isTakingBack }) => mayTakeBack && !isTakingBack);
    expect((await call('system/setting/undoChange', { changeId: made?.changeId })).code).toBe(0);
    expect(await rights(roleId)).toBeUndefined();
  });

  it('bring back a deleted role with its rights, and then its people', async () => {
    const roleId = await add('大区经理');
    await setMenus(roleId, [readLeads]);
    const { seller, peer } = company.people;
    await call('system/role/relatedUser', { userIds: `${seller.userId},${peer.userId}`, roleIds: roleId });
    expect((await call('system/role/delete', { roleId })).code).toBe(0);
    const lost = (await changes('role_people'))[0];
    expect(lost?.differences).toEqual([
      { label: '角色员工', before: `${seller.realname}、${peer.realname}`, after: '' },
    ]);
    // there is no role to give yet
    expect((await call('system/setting/undoChange', { changeId: lost?.changeId })).code).toBe(422);
    expect((await undoNewest()).code).toBe(0);
    expect(await rights(roleId)).toMatchObject({ roleName: '大区经理', rules: { data: [readLeads] } });
    expect(await holders(roleId)).toEqual([]);
  });

  it('say who has it, and give it back to whom it was taken from', async () => {
    const { seller, peer } = company.people;
    const roleId = await add('片区经理');
    await call('system/role/relatedUser', { userIds: `${seller.userId},${peer.userId}`, roleIds: roleId });
    await call('system/role/unbindingUser', { userId: peer.userId, roleId });
    expect((await changes('role_people'))[0]?.differences).toEqual([
      { label: '角色员工', before: `${seller.realname}、${peer.realname}`, after: seller.realname },
    ]);
    expect((await undoNewest('role_people')).code).toBe(0);
    expect(await holders(roleId)).toEqual([seller.userId, peer.userId].toSorted((left, right) => left - right));
  });
});

describe('taking a change of a role back', () => {
  it('gives nobody more than its actor has (security A15)', async () => {
    const { hr, seller } = company.people;
    const roleId = await add('审计');
    await setMenus(roleId, menuIdsBelow('crm:'), 5);
    await call('system/role/relatedUser', { userIds: seller.userId, roleIds: roleId });
    await setMenus(roleId, [readLeads], 1);
    // may set rights, and has few of them
    const [permission = 0] = menuIdsBelow('manage:permission:update');
    await sql`insert into role_menu (role_id, menu_id) values (3, ${permission})`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    const refused = await undoNewest('role', hr);
    expect(refused.code).toBe(403);
    expect(await rights(roleId)).toMatchObject({ dataType: 1, rules: { data: [readLeads] } });
    // nor is a role given back that was taken from somebody
    await setMenus(roleId, menuIdsBelow('crm:'), 5);
    await call('system/role/unbindingUser', { userId: seller.userId, roleId });
    expect((await undoNewest('role_people', hr)).code).toBe(403);
    expect(await holders(roleId)).toEqual([]);
    expect((await undoNewest('role_people')).code).toBe(0);
    expect(await holders(roleId)).toEqual([seller.userId]);
  });

  it('waits for changes of rights at the same time, and neither is lost', async () => {
    const roleId = await add('并行');
    await setMenus(roleId, [readLeads]);
    const results = await Promise.all([undoNewest(), setMenus(roleId, [deleteLeads]), undoNewest()]);
    expect(results.map(({ code }) => code).filter((code) => code !== 0 && code !== 409)).toEqual([]);
    const stored = await rights(roleId);
    const [newest] = await changes();
    expect(newest?.mayTakeBack).toBe(1);
    expect([[], [deleteLeads], [readLeads]]).toContainEqual(stored?.rules.data);
  });
});
