import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { fieldLevelsOf, readFieldLevels } from '#server/platform/access/field-levels.ts';
import type { FieldLevels, GrantingRole, OrganisationVersion, Rights } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import {
  dataScopes,
  firstAdminUserId,
  projectAdminLabel,
  superAdminRoleId,
  type DataScope,
} from '#shared/admin/seeded-roles.ts';

/** Maximum number of reporting levels (R5.6). */
const maxLevels = 20;

/** Staff and departments as needed to compile rights, read once per version of the organisation. */
interface Organisation {
  readonly usersByDept: ReadonlyMap<number, readonly number[]>;
  readonly usersBySuperior: ReadonlyMap<number, readonly number[]>;
  readonly deptsByParent: ReadonlyMap<number, readonly number[]>;
  readonly deptOf: ReadonlyMap<number, number>;
}

const grouped = <T>(rows: readonly T[], key: (row: T) => number, value: (row: T) => number) => {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
};

async function readOrganisation(db: Database): Promise<Organisation> {
  const users = await db.selectFrom('app_user').select(['user_id', 'dept_id', 'parent_id']).execute();
  const depts = await db.selectFrom('department').select(['dept_id', 'pid']).execute();
  return {
    usersByDept: grouped(
      users,
      (user) => user.dept_id,
      (user) => user.user_id,
    ),
    usersBySuperior: grouped(
      users,
      (user) => user.parent_id,
      (user) => user.user_id,
    ),
    deptsByParent: grouped(
      depts,
      (dept) => dept.pid,
      (dept) => dept.dept_id,
    ),
    deptOf: new Map(users.map((user) => [user.user_id, user.dept_id])),
  };
}

/** Everything below `start`, excluding it; cycles end by themselves. */
function below(start: number, children: ReadonlyMap<number, readonly number[]>): number[] {
  const found = new Set<number>();
  let level = [start];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1) {
    level = level.flatMap((id) => children.get(id) ?? []).filter((id) => id !== start && !found.has(id));
    for (const id of level) found.add(id);
  }
  return [...found];
}

function ownersOf(userId: number, scope: DataScope, organisation: Organisation): readonly number[] | 'all' {
  if (scope === dataScopes.all) return 'all';
  const dept = organisation.deptOf.get(userId) ?? 0;
  const members = (depts: readonly number[]) => depts.flatMap((id) => organisation.usersByDept.get(id) ?? []);
  const others =
    scope === dataScopes.self
      ? []
      : scope === dataScopes.subordinates
        ? below(userId, organisation.usersBySuperior)
        : scope === dataScopes.department
          ? members([dept])
          : members([dept, ...below(dept, organisation.deptsByParent)]);
  return [...new Set([userId, ...others])];
}

async function readGrants(db: Database, userId: number) {
  const rows = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .leftJoin('role_menu as rm', 'rm.role_id', 'r.role_id')
    .where('ur.user_id', '=', userId)
    .where('r.status', '=', 1)
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

/** Compiles the rights of one person (R6.5, R6.6). */
async function compile(
  db: Database,
  userId: number,
  organisation: Organisation,
  version: OrganisationVersion,
): Promise<Rights> {
  const { grants, roleIds, isProjectAdmin } = await readGrants(db, userId);
  const isSuperAdmin = userId === firstAdminUserId || roleIds.includes(superAdminRoleId);
  const permissions = new Set(grants.flatMap((grant) => [...grant.permissions]));
  if (isSuperAdmin) for (const permission of permissionByMenuId.values()) permissions.add(permission);
  if (isProjectAdmin) permissions.add('project:projectManage:save');
  const owners = new Map<DataScope, readonly number[] | 'all'>();
  const fields = new Map<number, FieldLevels>();
  return {
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
  };
}

/**
 * Compiled rights, cached for one version of the organisation. The version is read with every request, so a change in
 * any process counts from the next request on (security A15).
 */
export function openRights() {
  let version: OrganisationVersion = { number: -1 };
  let organisation: Promise<Organisation> | null = null;
  const compiled = new Map<number, Promise<Rights>>();
  return {
    of(db: Database, userId: number, current: number): Promise<Rights> {
      if (current !== version.number || !organisation) {
        version = { number: current };
        compiled.clear();
        organisation = readOrganisation(db);
        organisation.catch(() => (organisation = null));
      }
      const known = compiled.get(userId);
      if (known) return known;
      const reading = organisation;
      const compiledFor = version;
      const rights = reading.then((state) => compile(db, userId, state, compiledFor));
      compiled.set(userId, rights);
      rights.catch(() => compiled.delete(userId));
      return rights;
    },
  };
}
export type RightsCache = ReturnType<typeof openRights>;

/** Call inside every transaction that changes staff, departments, roles or fields. */
export async function organisationChanged(db: Database): Promise<void> {
  await db
    .updateTable('org_version')
    .set({ version: sql`version + 1` })
    .execute();
}
