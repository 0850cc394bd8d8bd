import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

/** How many follow-ups and files a record has; none while that is not known. */
export function useCounts({ type }: RecordScreen, id: number) {
  const { data, isPending } = useQuery(callQuery(recordLogCalls.counts, { actionId: id, types: type.name }));
  return { isPending, followUps: data?.followUps ?? 0, files: data?.files ?? 0 };
}
