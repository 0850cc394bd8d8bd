import type { DepartmentNode } from '#shared/admin/department-calls.ts';
import type { ChartPerson } from '#shared/admin/user-calls.ts';

export const chartKinds = ['departments', 'reports'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** A department with those who lead it, a person, or those whom nobody leads and who lead nobody. */
export interface ChartNode {
  readonly key: string;
  readonly name: string;
  readonly department?: { readonly deptId: number; readonly heads: readonly ChartPerson[] };
  readonly person?: ChartPerson;
  /** People in the department and below it, or below the person at any depth. */
  readonly count: number;
  readonly children: readonly ChartNode[];
}

interface Company {
  readonly departments: readonly Pick<DepartmentNode, 'id' | 'name' | 'pid'>[];
  readonly people: readonly ChartPerson[];
}

/** Departments below each other from this one, or from the top with null. */
export function departmentChart({ departments, people }: Company, from: number | null): ChartNode[] {
  const members = Map.groupBy(people, ({ deptId }) => deptId);
  const below = Map.groupBy(departments, ({ pid }) => pid);
  const leading = new Set(people.map(({ parentId }) => parentId));
  const nodeOf = ({ id, name }: Company['departments'][number]): ChartNode => {
    const own = members.get(id) ?? [];
    const ids = new Set(own.map(({ userId }) => userId));
    const children = (below.get(id) ?? []).map(nodeOf);
    return {
      key: `department ${id}`,
      name,
      department: { deptId: id, heads: own.filter((one) => leading.has(one.userId) && !ids.has(one.parentId)) },
      count: children.reduce((sum, child) => sum + child.count, own.length),
      children,
    };
  };
  return departments.filter(({ id, pid }) => (from === null ? pid === 0 : id === from)).map(nodeOf);
}

/**
 * People below their superiors. With a department those of it and below, the topmost being led from outside. Whom nobody
 * leads and who leads nobody stands in a last node, named `alone`.
 */
export function reportChart({ departments, people }: Company, from: number | null, alone: string): ChartNode[] {
  const shown = from === null ? people : withinDepartment({ departments, people }, from);
  const ids = new Set(shown.map(({ userId }) => userId));
  const reports = Map.groupBy(shown, ({ parentId }) => (ids.has(parentId) ? parentId : 0));
  const nodeOf = (person: ChartPerson): ChartNode => {
    const children = (reports.get(person.userId) ?? []).map(nodeOf);
    return {
      key: `person ${person.userId}`,
      name: person.realname,
      person,
      count: children.reduce((sum, child) => sum + child.count + 1, 0),
      children,
    };
  };
  const top = (reports.get(0) ?? []).map(nodeOf);
  const leaders = top.filter(({ count }) => count > 0);
  const rest = top.filter(({ count }) => count === 0);
  if (rest.length === 0 || leaders.length === 0) return top;
  return [...leaders, { key: 'alone', name: alone, count: rest.length, children: rest }];
}

function withinDepartment({ departments, people }: Company, from: number): ChartPerson[] {
  const inside = new Set([from]);
  // a set that grows while it is walked is walked to its new end
  for (const id of inside) for (const one of departments) if (one.pid === id) inside.add(one.id);
  return people.filter(({ deptId }) => inside.has(deptId));
}

/** The nodes that are open at first: those of the upper levels, as long as few are shown. */
export function openFromTop(nodes: readonly ChartNode[], most = 40): Set<string> {
  const open = new Set<string>();
  let shown = nodes.length;
  for (let level = nodes; level.length > 0; level = level.flatMap(({ children }) => children)) {
    shown += level.reduce((sum, { children }) => sum + children.length, 0);
    if (shown > most) break;
    for (const { key, children } of level) if (children.length > 0) open.add(key);
  }
  return open;
}

/** Every node that has something below it. */
export const allOpen = (nodes: readonly ChartNode[]): Set<string> =>
  new Set(nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...allOpen(children)] : [])));
