import { departmentsBelow, findDepartments, pathTo } from '#web/record/inputs/department-path.ts';
import type { DepartmentNode } from '#shared/admin/department-calls.ts';

/** All of them without a search, else those that match with their ancestors. */
export function shownDepartments(all: readonly DepartmentNode[], search: string): readonly DepartmentNode[] {
  if (search.trim() === '') return all;
  const shown = new Set(findDepartments(all, search).flatMap(({ id }) => pathTo(all, id).map((one) => one.id)));
  return all.filter(({ id }) => shown.has(id));
}

/** Departments expanded initially: the top ones, and the ancestors of the selected one. */
export const openAtFirst = (all: readonly DepartmentNode[], chosen: number | null): ReadonlySet<number> =>
  new Set([...departmentsBelow(all, 0), ...pathTo(all, chosen ?? 0).slice(0, -1)].map(({ id }) => id));
