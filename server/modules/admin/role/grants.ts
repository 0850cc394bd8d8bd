import { sql } from 'kysely';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import { superAdminRoleId, type DataScope } from '#shared/admin/seeded-roles.ts';
import { addRoleGains, GainList, lackingOf } from '#server/modules/admin/rights/api.ts';
import type { Actor, GrantingRole } from '#server/platform/access/actor.ts';
import { readFieldLevels } from '#server/platform/access/field-levels.ts';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** A role with what it grants. */
export interface RoleGrant extends GrantingRole {
  readonly roleType: number;
  readonly remark: string;
  /** Set on roles whose rights come from the label, not from menus (R6.10). */
  readonly label: number | null;
  readonly hidden: boolean;
  readonly status: number;
  readonly menuIds: readonly number[];
}

/** Roles with their grants, by id; `where` none means all. */
export async function readRoles(
  db: Database,
  where: { roleIds?: readonly number[]; types?: readonly number[] } = {},
): Promise<RoleGrant[]> {
  let query = db
    .selectFrom('role as r')
    .leftJoin('role_menu as rm', 'rm.role_id', 'r.role_id')
    .select(['r.role_id', 'r.role_name', 'r.role_type', 'r.remark', 'r.label', 'r.hidden', 'r.status', 'r.data_type'])
    .select(sql<number[]>`array_remove(array_agg(rm.menu_id order by rm.menu_id), null)`.as('menu_ids'))
    .groupBy('r.role_id')
    .orderBy('r.role_id');
  if (where.roleIds) query = query.where(sql<boolean>`r.role_id = any(${where.roleIds}::int[])`);
  if (where.types) query = query.where(sql<boolean>`r.role_type = any(${where.types}::int[])`);
  const rows = await query.execute();
  const fieldLevels = await readFieldLevels(
    db,
    rows.map((row) => row.role_id),
  );
  return rows.map((row) => ({
    roleId: row.role_id,
    roleName: row.role_name,
    roleType: row.role_type,
    remark: row.remark,
    label: row.label,
    hidden: row.hidden,
    status: row.status,
    dataType: row.data_type as DataScope,
    menuIds: row.menu_ids,
    permissions: permissionsOf(row.menu_ids),
    fieldLevels: fieldLevels.get(row.role_id) ?? new Map(),
  }));
}

const permissionsOf = (menuIds: readonly number[]): ReadonlySet<Permission> =>
  new Set(menuIds.flatMap((menuId) => permissionByMenuId.get(menuId) ?? []));

/**
 * Whether a person may assign a role at once: nobody grants a right that they lack, a wider data scope than their own or
 * fields that are closed for them (security A15). The administrator's role and those with a label can be assigned by
 * their holders only.
 */
export function mayGrant(actor: Actor, role: RoleGrant): boolean {
  const list = new GainList();
  if (role.roleId === superAdminRoleId) list.isAdmin = true;
  if (role.label !== null) list.labelled.add(role.roleId);
  addRoleGains(list, null, role);
  return lackingOf(actor.rights, list.asGains()) === null;
}
