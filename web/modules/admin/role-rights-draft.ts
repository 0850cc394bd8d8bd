import type { MenuNode } from '#shared/admin/menu-calls.ts';
import type { RoleRow } from '#shared/admin/role-calls.ts';

/** The roles of the administrator and of the administrator of projects have their rights by themselves (R6.10). */
export const isFixed = ({ remark }: Pick<RoleRow, 'remark'>): boolean => remark === 'admin' || remark === 'project';

/** Ids of the actions below a node, itself included where it is one. */
export const actionsBelow = (node: MenuNode): number[] =>
  node.menuType === 3 ? [node.menuId] : node.childMenu.flatMap(actionsBelow);

/** How much of a node is granted. */
export function grantedOf(node: MenuNode, granted: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const actions = actionsBelow(node);
  const held = actions.filter((menuId) => granted.has(menuId)).length;
  return held === 0 ? 'none' : held === actions.length ? 'all' : 'some';
}

/** Grants everything below a node, or takes it all away where it is granted already. */
export function toggled(node: MenuNode, granted: ReadonlySet<number>): ReadonlySet<number> {
  const actions = actionsBelow(node);
  const next = new Set(granted);
  if (grantedOf(node, granted) === 'all') for (const menuId of actions) next.delete(menuId);
  else for (const menuId of actions) next.add(menuId);
  return next;
}

export interface RightsDraft {
  readonly granted: ReadonlySet<number>;
  readonly dataType: number;
}

export const draftOf = ({ rules, dataType }: Pick<RoleRow, 'rules' | 'dataType'>): RightsDraft => ({
  granted: new Set([...rules.data, ...rules.bi]),
  dataType,
});

export const isSameDraft = (one: RightsDraft, other: RightsDraft): boolean =>
  one.dataType === other.dataType &&
  one.granted.size === other.granted.size &&
  [...one.granted].every((menuId) => other.granted.has(menuId));
