import { loginStorage } from '#web/lib/session/viewing.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

/** A place in the permission tree: `['crm']`, `['crm', 'customer']`, `['manage', 'crm', 'field']` (R6.2). */
export type PermissionPath = readonly [area: string, ...keys: string[]];

/** Whether the tree contains this. Only hides and shows: the server decides. */
export function grants(tree: PermissionTree, path: PermissionPath): boolean {
  let node: unknown = tree;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return node !== undefined && node !== false;
}

export const can = (tree: PermissionTree, permission: Permission): boolean =>
  grants(tree, permission.split(':') as [string, ...string[]]);

/** The tree of the last visit: used for rendering until the current one is loaded (security W7). */
const hintKey = 'authList';
const storage = loginStorage();

export function keepHint(userId: number, tree: PermissionTree): void {
  storage?.setItem(hintKey, JSON.stringify({ userId, tree }));
}

export function readHint(userId: number): PermissionTree | undefined {
  try {
    const hint = JSON.parse(storage?.getItem(hintKey) ?? 'null') as { userId?: unknown; tree?: PermissionTree } | null;
    return hint?.userId === userId && typeof hint.tree === 'object' ? hint.tree : undefined;
  } catch {
    return undefined;
  }
}
