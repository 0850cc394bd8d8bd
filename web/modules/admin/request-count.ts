import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { usePush } from '#web/lib/push/push.ts';
import { rightsRequestCalls } from '#shared/admin/rights-request-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

/** Requests for the user to decide, and those of their own that were decided since they looked. */
export function useRequestCount() {
  const client = useQueryClient();
  usePush(pushTypes.toDo, () => void refreshCalls(client, rightsRequestCalls.count, rightsRequestCalls.list));
  return useQuery(callQuery(rightsRequestCalls.count, {}));
}

/** The number next to the sidebar entry. */
export function useRequestTotal(): number {
  const { data } = useRequestCount();
  return (data?.waiting ?? 0) + (data?.decided ?? 0);
}
