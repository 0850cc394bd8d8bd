import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Company } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const changed = ({ db }: Company) => sql`update org_version set version = version + 1`.execute(db);

/** Takes a right to a type from a role for the time of `work`. */
export async function withoutRight(
  company: Company,
  roleId: number,
  type: RecordType,
  action: string,
  work: () => Promise<void>,
): Promise<void> {
  const menuIds = menuIdsBelow(`${type.area}:${type.module}:${action}`);
  expect(menuIds).toHaveLength(1);
  const { numAffectedRows } = await sql`
    delete from role_menu where role_id = ${roleId} and menu_id = any(${menuIds}::int[])`.execute(company.db);
  expect(Number(numAffectedRows)).toBe(1);
  await changed(company);
  try {
    await work();
  } finally {
    await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${menuIds}::int[])`.execute(company.db);
    await changed(company);
  }
}

/** Gives a role every right to a type. */
export async function grantAll(company: Company, roleId: number, type: RecordType): Promise<void> {
  const menuIds = menuIdsBelow(`${type.area}:${type.module}:`);
  await sql`
    insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${menuIds}::int[]) on conflict do nothing`.execute(
    company.db,
  );
  await changed(company);
}
