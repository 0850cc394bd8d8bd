import type { Rights } from '#server/platform/access/actor.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

type Branch = Record<string, Record<string, true>>;

/** The tree of a person's rights as screens read it (R4.4): without what the company has switched off. */
export function permissionTree(rights: Rights): PermissionTree {
  const permissions = [...rights.permissions].sort();
  const areas: Record<string, Branch> = {};
  for (const permission of permissions) {
    const [area = '', module = '', action = ''] = permission.split(':');
    const branch = (areas[area] ??= {});
    (branch[module] ??= {})[action] = true;
  }
  const { oa = {}, project = {}, ...others } = areas;
  const { off } = rights;
  const always = { ...(!off.has('oa') && { oa }), ...(!off.has('project') && { project }) };
  return { ...others, ...always, allAuth: { isAdmin: rights.isSuperAdmin ? 1 : 0, permissions } };
}
