import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '#web/lib/http/client.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { recordLogCalls, type HistoryRow } from '#shared/record/calls/record-log-calls.ts';

/** Changes of a page; more pages are read as far back as the follow-ups go. */
const perPage = 100;

/** What changed in a record since a time, the newest first, without its follow-ups; null for the newest of all. */
export function useLog({ type }: RecordScreen, id: number, since: string | null): readonly HistoryRow[] {
  const input = { actionId: id, types: String(type.code), limit: perPage };
  const query = useInfiniteQuery({
    queryKey: [recordLogCalls.history.path, 'lines', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(recordLogCalls.history, { ...input, page: pageParam }, { quiet: true, signal }),
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
  });
  const rows = query.data?.pages.flat() ?? [];
  const isShort = since !== null && (rows.at(-1)?.createTime ?? '') > since;
  const isMore = isShort && query.hasNextPage && !query.isFetching;
  const read = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (isMore) read();
  }, [isMore]);
  return rows.filter((row) => row.isFollowUp === 0 && (since === null || row.createTime >= since));
}
