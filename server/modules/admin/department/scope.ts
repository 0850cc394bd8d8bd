import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { DepartmentNode } from '#shared/admin/department-calls.ts';
import { dataScopes, type DataScope } from '#shared/admin/seeded-roles.ts';
import { allDepartments, idsFrom } from './queries.ts';

/** Departments within the widest data scope of the actor's roles, whatever these grant (R5.9); none without a role. */
export async function departmentsInScope(db: Database, actor: Actor): Promise<DepartmentNode[]> {
  const scope = await widestScope(db, actor);
  if (scope === null) return [];
  const all = await allDepartments(db);
  if (scope === dataScopes.all) return all;
  const own = actor.rights.deptId;
  const ids =
    scope === dataScopes.departmentBelow
      ? await idsFrom(db, own)
      : scope === dataScopes.subordinates
        ? await departmentsOf(db, actor)
        : new Set([own]);
  return all.filter((node) => ids.has(node.id));
}

async function widestScope(db: Database, actor: Actor): Promise<DataScope | null> {
  if (actor.rights.isSuperAdmin) return dataScopes.all;
  const row = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .where('ur.user_id', '=', actor.userId)
    .where('r.status', '=', 1)
    .select(sql<DataScope | null>`max(r.data_type)`.as('scope'))
    .executeTakeFirstOrThrow();
  return row.scope;
}

/** Own department and those of subordinates. */
async function departmentsOf(db: Database, actor: Actor): Promise<Set<number>> {
  const people = actor.rights.ownersOf(dataScopes.subordinates);
  const rows = await db
    .selectFrom('app_user')
    .select('dept_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${people === 'all' ? [] : people}::int[])`)
    .execute();
  return new Set(rows.map((row) => row.dept_id));
}
