import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed } from '#server/start-up.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
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
