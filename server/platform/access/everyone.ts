import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { GrantingRole, Rights } from '#server/platform/access/actor.ts';
import { readFieldLevels } from '#server/platform/access/field-levels.ts';
import { organisationOf, type DepartmentRow } from '#server/platform/access/organisation.ts';
import { compileGranted } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionByMenuId } from '#shared/admin/menus.ts';
import { projectAdminLabel, type DataScope } from '#shared/admin/seeded-roles.ts';

export interface Standing {
  readonly user_id: number;
  readonly dept_id: number;
  readonly parent_id: number;
  readonly isActive: boolean;
}

/** A role with everything that it grants; `key` is equal for equal contents. */
export interface WholeRole extends GrantingRole {
  readonly label: number | null;
  readonly isActive: boolean;
  readonly key: string;
}

/** The rights of everybody at one moment, what the caller's transaction has changed included. */
export interface Everyone {
  readonly people: ReadonlyMap<number, Standing>;
  readonly departments: readonly DepartmentRow[];
  readonly roles: ReadonlyMap<number, WholeRole>;
  readonly rolesOf: (userId: number) => readonly number[];
  /** What the roles say, also of applications that are off; those of disabled people are what they would have. */
  readonly rightsOf: (userId: number) => Rights;
}

/** Reads it in five statements, however many people and roles there are. */
export async function readEveryone(db: Database): Promise<Everyone> {
  const users = await db.selectFrom('app_user').select(['user_id', 'dept_id', 'parent_id', 'status']).execute();
  const departments = await db.selectFrom('department').select(['dept_id', 'pid']).orderBy('dept_id').execute();
  const { rows: held } = await sql<{ user_id: number; role_ids: number[] }>`
    select user_id, array_agg(role_id order by role_id) as role_ids from user_role group by user_id`.execute(db);
  const roles = await readWholeRoles(db);
  const heldBy = new Map(held.map((row) => [row.user_id, row.role_ids]));
  const rolesOf = (userId: number): readonly number[] => heldBy.get(userId) ?? [];
  const organisation = organisationOf(users, departments);
  const compiled = new Map<number, Rights>();
  return {
    people: new Map(users.map(({ status, ...user }) => [user.user_id, { ...user, isActive: status !== 0 }])),
    departments,
    roles,
    rolesOf,
    rightsOf: (userId) => {
      const known = compiled.get(userId);
      if (known) return known;
      const grants = rolesOf(userId).flatMap((roleId) => roles.get(roleId) ?? []);
      const active = grants.filter((role) => role.isActive);
      const rights = compileGranted(
        userId,
        {
          grants: active,
          roleIds: active.map((role) => role.roleId),
          isProjectAdmin: active.some((role) => role.label === projectAdminLabel),
        },
        organisation,
        { number: 0, apartFromRoles: { number: 0 } },
      );
      compiled.set(userId, rights);
      return rights;
    },
  };
}

async function readWholeRoles(db: Database): Promise<Map<number, WholeRole>> {
  const { rows } = await sql<{
    role_id: number;
    role_name: string;
    data_type: DataScope;
    label: number | null;
    status: number;
    menu_ids: number[];
  }>`
    select r.role_id, r.role_name, r.data_type, r.label, r.status,
      array(select rm.menu_id from role_menu rm where rm.role_id = r.role_id order by 1) as menu_ids
    from role r`.execute(db);
  const levels = await readFieldLevels(db);
  return new Map(
    rows.map((row): [number, WholeRole] => {
      const fieldLevels = levels.get(row.role_id) ?? new Map<number, ReadonlyMap<number, never>>();
      const restricted = [...fieldLevels].map(([typeCode, fields]) => [typeCode, [...fields].toSorted()]).toSorted();
      return [
        row.role_id,
        {
          roleId: row.role_id,
          roleName: row.role_name,
          dataType: row.data_type,
          label: row.label,
          isActive: row.status === 1,
          permissions: new Set(row.menu_ids.flatMap((menuId) => permissionByMenuId.get(menuId) ?? [])),
          fieldLevels,
          key: JSON.stringify([row.data_type, row.label, row.status, row.menu_ids, restricted]),
        },
      ];
    }),
  );
}
