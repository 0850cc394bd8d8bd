import { sql, type RawBuilder } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { DepartmentNode } from '#shared/admin/department-calls.ts';

/** The ids of a department and of all below it, for `… in (…)`. Cycles end by themselves (`union` drops repeats). */
export const departmentAndBelow = (deptId: number): RawBuilder<number> => sql<number>`(
  with recursive below as (
    select ${deptId}::int as dept_id
    union
    select d.dept_id from department d join below b on d.pid = b.dept_id
  ) select dept_id from below)`;

/** @throws AppError `dept.unknown` */
export async function requireDepartment(db: Database, deptId: number): Promise<void> {
  const found = await db.selectFrom('department').select('dept_id').where('dept_id', '=', deptId).executeTakeFirst();
  if (!found) throw new AppError('dept.unknown');
}

/** All departments, flat, in their own order. */
export async function allDepartments(db: Database): Promise<DepartmentNode[]> {
  return db
    .selectFrom('department')
    .select(['dept_id as id', 'name', 'pid'])
    .orderBy('num')
    .orderBy('dept_id')
    .execute();
}

/** Ids of a department and of all below it. */
export async function idsFrom(db: Database, deptId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('department')
    .select('dept_id')
    .where('dept_id', 'in', departmentAndBelow(deptId))
    .execute();
  return new Set(rows.map((row) => row.dept_id));
}

/** Nested, with label and level for tree widgets (R5.8). */
export function asTree(flat: readonly DepartmentNode[]): DepartmentNode[] {
  const known = new Set(flat.map((node) => node.id));
  const children = Map.groupBy(flat, (node) => (known.has(node.pid) ? node.pid : 0));
  const below = (pid: number, level: number): DepartmentNode[] =>
    (children.get(pid) ?? []).map((node) => {
      const inner = below(node.id, level + 1);
      return { ...node, label: node.name, level, ...(inner.length > 0 ? { children: inner } : {}) };
    });
  return below(0, 1);
}
