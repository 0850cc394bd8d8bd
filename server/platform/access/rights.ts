import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { fieldLevelsOf, readFieldLevels } from '#server/platform/access/field-levels.ts';
import type { FieldLevels, GrantingRole, OrganisationVersion, Rights } from '#server/platform/access/actor.ts';
import { readApplicationsOff } from '#server/platform/access/applications-off.ts';
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
    ])
    .groupBy('r.role_id')
    .execute();
  const fieldLevels = await readFieldLevels(
    db,
    rows.map((row) => row.role_id),
  );
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

/** What the rights of everybody depend on. */
interface Company {
  readonly organisation: Organisation;
  readonly off: ReadonlySet<Application>;
}

const readCompany = async (db: Database): Promise<Company> => ({
  organisation: await readOrganisation(db),
  off: await readApplicationsOff(db),
});

/**
 * Compiled rights, cached for one version of the organisation. The version is read with every request, so a change in
 * any process counts from the next request on (security A15).
 */
export function openRights() {
  let version: OrganisationVersion = { number: -1 };
  let company: Promise<Company> | null = null;
  const compiled = new Map<string, Promise<Rights>>();
  return {
    /** With `roleId` as if that role were the only one of the person. */
    of(db: Database, userId: number, current: number, roleId?: number): Promise<Rights> {
      const key = `${userId} ${roleId ?? ''}`;
      if (current !== version.number || !company) {
        version = { number: current };
        compiled.clear();
        company = readCompany(db);
        company.catch(() => (company = null));
      }
      const known = compiled.get(key);
      if (known) return known;
      const reading = company;
      const compiledFor = version;
      const rights = reading.then(async ({ organisation, off }) =>
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
