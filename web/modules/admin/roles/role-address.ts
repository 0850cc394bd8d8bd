import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import type { PageEntry } from '#web/modules/page.ts';
import { roleCalls } from '#shared/admin/role-calls.ts';

/** The page of all groups; each has the address below it (R6.8). */
export const rolesAddress = '/manager/role-auth';

interface RoleGroup {
  readonly name: string;
  readonly roleType: number;
}

export const groupAddress = ({ roleType, name }: RoleGroup): string =>
  `${rolesAddress}/${roleType}/${encodeURIComponent(name)}`;

export const useRoleGroups = () => useQuery({ ...callQuery(roleCalls.types, {}), staleTime: 300_000 });

/** Each group is an entry of the sidebar. */
export const useRoleEntries = (): readonly PageEntry[] =>
  (useRoleGroups().data ?? []).map((group) => ({ path: groupAddress(group), title: group.name }));
