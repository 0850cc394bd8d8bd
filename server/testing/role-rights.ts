import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Company } from '#server/testing/company.ts';
import type { RestrictedLevel } from '#shared/admin/field-level.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
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
  const menuIds = menuIdsBelow(permissionOf(type, action));
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

/** Gives the roles of managers and sellers every right to a type. */
export async function grantToStaff(company: Company, type: RecordType): Promise<void> {
  for (const roleId of [8, 11]) await grantAll(company, roleId, type);
}

/** Levels of fields by their names. */
export type Levels = Readonly<Record<string, RestrictedLevel>>;

/** Restricts a role in fields of a type, or of its lines, by the module code for the time of `work`. */
export async function withLevels(
  company: Company,
  roleId: number,
  typeCode: number,
  levels: Levels,
  work: () => Promise<void>,
): Promise<void> {
  await company.db.insertInto('role_field_type').values({ role_id: roleId, type_code: typeCode }).execute();
  for (const [name, level] of Object.entries(levels))
    await sql`
      insert into role_field (role_id, type_code, field_id, level)
      select ${roleId}, ${typeCode}, field_id, ${level} from record_field
      where type_code = ${typeCode} and field_name = ${name}`.execute(company.db);
  await changed(company);
  try {
    await work();
  } finally {
    await sql`delete from role_field where role_id = ${roleId} and type_code = ${typeCode}`.execute(company.db);
    await sql`delete from role_field_type where role_id = ${roleId} and type_code = ${typeCode}`.execute(company.db);
    await changed(company);
  }
}
