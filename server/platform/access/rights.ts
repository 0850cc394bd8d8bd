import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { fieldLevelsByRole, fieldLevelsOf, type FieldLevelRow } from '#server/platform/access/field-levels.ts';
import type { FieldLevels, GrantingRole, OrganisationVersion, Rights } from '#server/platform/access/actor.ts';
import { readApplicationsOff } from '#server/platform/access/applications-off.ts';
import { keptWhileOnlyRolesChange } from '#server/platform/access/kept-per-version.ts';
import { ownersOf, readOrganisation, type Organisation } from '#server/platform/access/organisation.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isOpen, type Application } from '#shared/admin/company/applications.ts';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import {
  dataScopes,
  firstAdminUserId,
  projectAdminLabel,
  superAdminRoleId,
  type DataScope,
} from '#shared/admin/seeded-roles.ts';

/** The roles of a person, with what compiling needs to know of them. */
export interface Grants {
  readonly grants: readonly GrantingRole[];
  readonly roleIds: readonly number[];
  readonly isProjectAdmin: boolean;
}

/** The roles of a person, or one role as if somebody had it alone. */
type Holder = { readonly userId: number } | { readonly roleId: number };

async function readGrants(db: Database, holder: Holder): Promise<Grants> {
  const rows = await db
    .selectFrom('role as r')
    .leftJoin('role_menu as rm', 'rm.role_id', 'r.role_id')
    .where('r.status', '=', 1)
    .where('r.role_id', 'in', (query) =>
      'roleId' in holder
        ? query.selectFrom('role').select('role_id').where('role_id', '=', holder.roleId)
        : query.selectFrom('user_role').select('role_id').where('user_id', '=', holder.userId),
    )
    .select([
      'r.role_id',
      'r.role_name',
      'r.data_type',
      'r.label',
      sql<number[]>`array_remove(array_agg(rm.menu_id), null)`.as('menu_ids'),
      sql<FieldLevelRow[]>`(
        select coalesce(json_agg(json_build_object(
          'role_id', t.role_id, 'type_code', t.type_code, 'field_id', f.field_id, 'level', f.level)), '[]')
        from role_field_type t left join role_field f on f.role_id = t.role_id and f.type_code = t.type_code
        where t.role_id = r.role_id)`.as('levels'),
    ])
    .groupBy('r.role_id')
    .execute();
  const fieldLevels = fieldLevelsByRole(rows.flatMap(({ levels }) => levels));
  const grants: GrantingRole[] = rows.map((row) => ({
    roleId: row.role_id,
    roleName: row.role_name,
    dataType: row.data_type as DataScope,
    permissions: new Set(row.menu_ids.flatMap((menuId) => permissionByMenuId.get(menuId) ?? [])),
    fieldLevels: fieldLevels.get(row.role_id) ?? new Map(),
  }));
  return {
    grants,
    roleIds: rows.map((row) => row.role_id),
    isProjectAdmin: rows.some((row) => row.label === projectAdminLabel),
  };
}

/** Compiles the rights of one person as the roles say them (R6.5, R6.6). */
export function compileGranted(
  userId: number,
  held: Grants,
  organisation: Organisation,
  version: OrganisationVersion,
  /** False for the rights of a role alone, whoever the person is. */
  isPersonal = true,
): Rights {
  const { grants, roleIds, isProjectAdmin } = held;
  const isSuperAdmin = (isPersonal && userId === firstAdminUserId) || roleIds.includes(superAdminRoleId);
  const permissions = new Set(grants.flatMap((grant) => [...grant.permissions]));
  if (isSuperAdmin) for (const permission of permissionByMenuId.values()) permissions.add(permission);
  if (isProjectAdmin) permissions.add('project:projectManage:save');
  const owners = new Map<DataScope, readonly number[] | 'all'>();
  const fields = new Map<number, FieldLevels>();
  const rights: Rights = {
    version,
    permissions,
    isSuperAdmin,
    roleIds,
    roles: grants,
    deptId: organisation.deptOf.get(userId) ?? 0,
    scopeOf: (area, module) => {
      if (isSuperAdmin) return dataScopes.all;
      const index = `${area}:${module}:index` as Permission;
      const scopes = grants.filter((grant) => grant.permissions.has(index)).map((grant) => grant.dataType);
      return scopes.length === 0 ? dataScopes.self : (Math.max(...scopes) as DataScope);
    },
    fieldLevelsOf: (typeCode, modules) => {
      const known = fields.get(typeCode) ?? fieldLevelsOf(isSuperAdmin ? [] : grants, typeCode, modules);
      fields.set(typeCode, known);
      return known;
    },
    ownersOf: (scope) => {
      const known = owners.get(scope) ?? ownersOf(userId, scope, organisation);
      owners.set(scope, known);
      return known;
    },
    off: new Set(),
    get granted() {
      return rights;
    },
  };
  return rights;
}

/** Without what is switched off, for administrators as for everybody (docs/decisions/applications.md). */
export function withoutApplications(granted: Rights, off: ReadonlySet<Application>): Rights {
  if (off.size === 0) return granted;
  const open = [...granted.permissions].filter((permission) => isOpen(permission, off));
  return { ...granted, off, permissions: new Set(open) };
}

/** What the rights of everybody depend on beside roles. */
interface Company {
  readonly organisation: Organisation;
  readonly off: ReadonlySet<Application>;
}

const companyOf = keptWhileOnlyRolesChange(async (db): Promise<Company> => ({
  organisation: await readOrganisation(db),
  off: await readApplicationsOff(db),
}));

/** The version as the database holds it: its number, and how many of the changes were of roles alone. */
export interface StoredVersion {
  readonly version: number;
  readonly role_changes: number;
}

export const organisationVersion = ({ version, role_changes: ofRoles }: StoredVersion): OrganisationVersion => ({
  number: version,
  apartFromRoles: { number: version - ofRoles },
});

/**
 * Compiled rights, cached for one version of the organisation. The version is read with every request, so a change in
 * any process counts from the next request on (security A15).
 */
export function openRights() {
  let version: OrganisationVersion = { number: -1, apartFromRoles: { number: -1 } };
  const compiled = new Map<string, Promise<Rights>>();
  return {
    /** With `roleId` as if that role were the only one of the person. */
    of(db: Database, userId: number, current: OrganisationVersion, roleId?: number): Promise<Rights> {
      const key = `${userId} ${roleId ?? ''}`;
      const isSame = current.apartFromRoles.number === version.apartFromRoles.number;
      if (current.number !== version.number || !isSame) {
        version = isSame ? { ...current, apartFromRoles: version.apartFromRoles } : current;
        compiled.clear();
      }
      const known = compiled.get(key);
      if (known) return known;
      const compiledFor = version;
      const rights = companyOf(db, version).then(async ({ organisation, off }) =>
        withoutApplications(
          compileGranted(
            userId,
            await readGrants(db, roleId === undefined ? { userId } : { roleId }),
            organisation,
            compiledFor,
            roleId === undefined,
          ),
          off,
        ),
      );
      compiled.set(key, rights);
      rights.catch(() => compiled.delete(key));
      return rights;
    },
  };
}
export type RightsCache = ReturnType<typeof openRights>;

/** Call inside every transaction that changes staff, departments, roles, fields or applications. */
export async function organisationChanged(db: Database): Promise<void> {
  await db
    .updateTable('org_version')
    .set({ version: sql`version + 1` })
    .execute();
}

/** The same where nothing changes but roles, what they allow and who has them: what does not depend on those is kept. */
export async function rolesChanged(db: Database): Promise<void> {
  await db
    .updateTable('org_version')
    .set({ version: sql`version + 1`, role_changes: sql`role_changes + 1` })
    .execute();
}
