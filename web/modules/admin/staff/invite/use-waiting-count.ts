import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { inviteCalls, mostApplications } from '#shared/admin/invite/invite-calls.ts';

/** The oldest applications, as many as are decided at once. */
export const waitingQuery = { page: 1, limit: mostApplications } as const;

/** How many applications wait for the user; 0 for who may not decide on them. */
export function useWaitingCount({ isOn }: { readonly isOn: boolean }): number {
  const { data } = useQuery({ ...callQuery(inviteCalls.applications, waitingQuery), enabled: isOn });
  return data?.totalRow ?? 0;
}
