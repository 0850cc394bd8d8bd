import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopes, type DataScope } from '#shared/admin/seeded-roles.ts';

/** Maximum number of reporting levels (R5.6). */
const maxLevels = 20;

/** Staff and departments as needed to compile rights, read once per version of the organisation. */
export interface Organisation {
  readonly usersByDept: ReadonlyMap<number, readonly number[]>;
  readonly usersBySuperior: ReadonlyMap<number, readonly number[]>;
  readonly deptsByParent: ReadonlyMap<number, readonly number[]>;
  readonly deptOf: ReadonlyMap<number, number>;
}

export interface StaffRow {
  readonly user_id: number;
  readonly dept_id: number;
  readonly parent_id: number;
}

export interface DepartmentRow {
  readonly dept_id: number;
  readonly pid: number;
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

export async function readOrganisation(db: Database): Promise<Organisation> {
  const users = await db.selectFrom('app_user').select(['user_id', 'dept_id', 'parent_id']).execute();
  const depts = await db.selectFrom('department').select(['dept_id', 'pid']).execute();
  return organisationOf(users, depts);
}

export const organisationOf = (users: readonly StaffRow[], depts: readonly DepartmentRow[]): Organisation => ({
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
});

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

/** People whose records are in a person's scope, that person included. */
export function ownersOf(userId: number, scope: DataScope, organisation: Organisation): readonly number[] | 'all' {
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
