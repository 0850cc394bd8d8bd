import { sql } from 'kysely';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import { superAdminRoleId, type DataScope } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** What a role grants. */
export interface Grant {
  readonly permissions: ReadonlySet<Permission>;
  readonly dataType: DataScope;
}

export interface RoleGrant extends Grant {
  readonly roleId: number;
  readonly roleName: string;
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
  return (await query.execute()).map((row) => ({
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
  }));
}

export const permissionsOf = (menuIds: readonly number[]): ReadonlySet<Permission> =>
  new Set(menuIds.flatMap((menuId) => permissionByMenuId.get(menuId) ?? []));

/**
 * Whether a person may assign a role: nobody grants a right that they lack, nor one with a wider data scope than their
 * own for it (security A15). The administrator's role and those with a label can be assigned by their holders only.
 */
export function mayGrant(actor: Actor, role: RoleGrant): boolean {
  if (actor.rights.isSuperAdmin) return true;
  if (role.roleId === superAdminRoleId) return false;
  if (role.label !== null && !actor.rights.roleIds.includes(role.roleId)) return false;
  return coversGain(actor, { permissions: new Set(), dataType: 1 }, role);
}

/** @throws AppError `role.rights` when `after` grants something that `before` did not and the actor lacks */
export function refuseForeignRights(actor: Actor, before: Grant, after: Grant): void {
  if (!actor.rights.isSuperAdmin && !coversGain(actor, before, after)) throw new AppError('role.rights');
}

function coversGain(actor: Actor, before: Grant, after: Grant): boolean {
  return [...after.permissions].every((permission) => {
    const isNew = !before.permissions.has(permission);
    if (isNew && !actor.mayDo(permission)) return false;
    const [area = '', module = '', action] = permission.split(':');
    // the data scope matters where lists are read
    if (action !== 'index' || (!isNew && after.dataType <= before.dataType)) return true;
    return after.dataType <= actor.rights.scopeOf(area, module);
  });
}
