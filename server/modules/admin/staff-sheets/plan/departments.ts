import type { StaffState } from '#server/modules/admin/staff-sheets/state.ts';

const separators = /[/／\\＼>＞»→]/;
const deepestPath = 20;
const longestName = 50;

/** Where somebody is put: a department that is there, or a path that is made below one (0 for the top). */
export interface DepartmentPlace {
  readonly deptId: number;
  /** Names of those to make, from above; none for one that is there. */
  readonly made: readonly string[];
}

interface DepartmentFinder {
  /** Null for a path that no departments can have. */
  readonly find: (path: string) => DepartmentPlace | null;
  /** 销售部/华东区 */
  readonly pathOf: (deptId: number) => string;
}

/**
 * Finds departments by their paths. A path begins at the top; where nothing there has its first name, at the one
 * department of this name below.
 */
export function departmentFinder({ departments }: StaffState): DepartmentFinder {
  const byId = new Map(departments.map((department) => [department.deptId, department]));
  const key = (pid: number, name: string): string => `${pid} ${name}`;
  const below = new Map(departments.map(({ deptId, name, pid }) => [key(byId.has(pid) ? pid : 0, name), deptId]));
  const named = Map.groupBy(departments, ({ name }) => name);
  const pathOf = (deptId: number): string => {
    const names: string[] = [];
    for (let at = byId.get(deptId); at && names.length <= byId.size; at = byId.get(at.pid)) names.unshift(at.name);
    return names.join('/');
  };
  const whole = new Map(departments.map(({ deptId }) => [pathOf(deptId), deptId]));

  const find = (path: string): DepartmentPlace | null => {
    // a name may have a separator in it
    const known = whole.get(path);
    if (known !== undefined) return { deptId: known, made: [] };
    const names = path
      .split(separators)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0 || names.length > deepestPath) return null;
    if (names.some((name) => [...name].length > longestName)) return null;
    const [first = ''] = names;
    const alike = named.get(first) ?? [];
    const [only] = alike;
    let deptId = below.has(key(0, first)) || alike.length !== 1 || !only ? 0 : byId.has(only.pid) ? only.pid : 0;
    for (const [index, name] of names.entries()) {
      const next = below.get(key(deptId, name));
      if (next === undefined) return { deptId, made: names.slice(index) };
      deptId = next;
    }
    return { deptId, made: [] };
  };
  return { find, pathOf };
}
