import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { seed } from '#server/start-up.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { seededRoles } from '#shared/admin/seeded-roles.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const state = async () => ({
  roles: await company.db.selectFrom('role').selectAll().orderBy('role_id').execute(),
  menus: await company.db.selectFrom('role_menu').selectAll().orderBy('role_id').orderBy('menu_id').execute(),
  departments: await company.db.selectFrom('department').selectAll().orderBy('dept_id').execute(),
});

it('gives a new company its roles with their rights and the first department', async () => {
  const { roles, menus, departments } = await state();
  expect(roles.map((role) => role.role_id)).toEqual(seededRoles.map((role) => role.roleId));
  for (const role of seededRoles) {
    const held = menus.filter((row) => row.role_id === role.roleId).map((row) => row.menu_id);
    expect(held).toEqual([...new Set(role.menuIds)].toSorted((left, right) => left - right));
  }
  expect(departments[0]).toMatchObject({ dept_id: 1, name: '办公室', pid: 0 });
});

it('leaves later changes of the company alone', async () => {
  await company.db.deleteFrom('role').where('role_id', '=', 10).execute();
  await company.db.updateTable('role').set({ role_name: '人事' }).where('role_id', '=', 3).execute();
  await company.db.deleteFrom('role_menu').where('role_id', '=', 8).execute();
  await company.db.updateTable('department').set({ name: '总部' }).where('dept_id', '=', 1).execute();
  const before = await state();
  await seed(company.services);
  expect(await state()).toEqual(before);
});

describe('the role 销售员角色', () => {
  /** Seven keys more than it was once seeded with. */
  const gained = menuIdsBelow(
    'crm:leads:transform',
    'crm:customer:transfer',
    'crm:customer:putinpool',
    'crm:customer:duplicateCheck',
    'crm:leads:clueDuplicateCheck',
    'crm:pool:index',
    'crm:pool:receive',
  );
  /** What older companies have given to it, by id. */
  const asSeededOnce = [
    17, 18, 19, 20, 21, 22, 26, 27, 28, 29, 30, 31, 40, 41, 42, 43, 46, 47, 48, 49, 53, 54, 55, 56, 60, 61, 62, 63, 65,
    66, 67, 68, 107, 108, 109, 110, 1007, 1008, 1009, 1020, 1021, 1022, 1023, 1025, 1026, 1027, 1028,
  ];

  /** What the role holds after the update of a company that has given it these. */
  async function updated(held: readonly number[]): Promise<number[]> {
    const { ownerUrl } = await emptyDatabase();
    await migrate(ownerUrl, { to: 48 });
    const stored = (then: string, values: readonly unknown[] = []) =>
      withClient(ownerUrl, async (client) => (await client.query<{ menu_id: number }>(then, [...values])).rows);
    await stored("insert into role (role_id, role_name, role_type) values (11, '销售员角色', 2)");
    await stored('insert into role_menu (role_id, menu_id) select 11, unnest($1::int[])', [held]);
    await migrate(ownerUrl, { to: 49 });
    return (await stored('select menu_id from role_menu where role_id = 11 order by menu_id')).map(
      (row) => row.menu_id,
    );
  }

  it('has the seven keys of the main job in a new company', () => {
    const role = seededRoles.find(({ roleId }) => roleId === 11);
    expect(gained).toHaveLength(7);
    expect(gained.filter((menuId) => !role?.menuIds.includes(menuId))).toEqual([]);
  });

  it('gets them in a company that has left it as it was', async () => {
    const all = [...asSeededOnce, ...gained].toSorted((left, right) => left - right);
    expect(await updated(asSeededOnce)).toEqual(all);
  });

  it.each([
    ['fewer keys', asSeededOnce.slice(1)],
    ['one more', [...asSeededOnce, 1030]],
  ])('stays as a company has changed it: %s', async (_, held) => {
    expect(await updated(held)).toEqual(held.toSorted((left, right) => left - right));
  });
});
