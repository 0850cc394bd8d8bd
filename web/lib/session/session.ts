import { createContext, useCallback, useContext } from 'react';
import { can } from '#web/lib/session/permissions.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { OwnUser, PermissionTree } from '#shared/auth/session-calls.ts';

/** Who is logged in and what menus and buttons may offer. */
export interface Session {
  readonly user: OwnUser;
  readonly tree: PermissionTree;
  /** The tree is that of the last visit until the server has answered: it shows pages, but refuses none. */
  readonly isHint: boolean;
}

export const SessionContext = createContext<Session | null>(null);

/** Throws outside of pages that need a login. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of a signed-in page');
  return session;
}

/** `const may = useMay(); may('crm:customer:save')`. */
export function useMay(): (permission: Permission) => boolean {
  const { tree } = useSession();
  return useCallback((permission) => can(tree, permission), [tree]);
}
