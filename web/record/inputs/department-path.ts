import type { DepartmentNode } from '#shared/admin/department-calls.ts';

export interface DepartmentChoice {
  readonly deptId: number;
  readonly name: string;
}

type Department = Pick<DepartmentNode, 'id' | 'name' | 'pid'>;

/** The direct children; 0 for the top. */
export const departmentsBelow = (all: readonly Department[], parent: number): Department[] =>
  all.filter(({ pid }) => pid === parent);

/** From the top down to and including the department; empty for 0 and for one that is not in the list. */
export function pathTo(all: readonly Department[], id: number): Department[] {
  const path: Department[] = [];
  for (let at = all.find((one) => one.id === id); at; at = all.find((one) => one.id === at?.pid)) {
    // a cycle would never end
    if (path.includes(at)) break;
    path.unshift(at);
  }
  return path;
}

export function findDepartments(all: readonly Department[], search: string): Department[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? [] : all.filter(({ name }) => name.toLowerCase().includes(wanted));
}
