import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import { refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { messageCalls, type MessageRow } from '#shared/messages/message-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** Which messages are shown. */
export interface Shown {
  readonly onlyUnread: boolean;
  readonly label: number | null;
}

type Page = OutputOf<typeof messageCalls.list>;
const perPage = 20;

/** Newest first, page by page. */
export function useMessages({ onlyUnread, label }: Shown) {
  const wanted = { limit: perPage, ...(onlyUnread && { isRead: 0 }), ...(label !== null && { label }) };
  return useInfiniteQuery({
    queryKey: [messageCalls.list.path, wanted],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(messageCalls.list, { ...wanted, before: pageParam }, { quiet: true, signal }),
    getNextPageParam: ({ list, lastPage }) => (lastPage ? undefined : list.at(-1)?.messageId),
    select: ({ pages }) => pages.flatMap(({ list }) => list),
    // what it says may have been done by somebody else since it was open
    refetchOnMount: 'always',
  });
}

const changed = [messageCalls.list, messageCalls.unread];
export const refreshMessages = (client: QueryClient): Promise<void> => refreshCalls(client, ...changed);

/** What is done to one message shows at once; a refusal brings back what there is. */
export function useMessageActs() {
  const client = useQueryClient();
  const act = (endpoint: typeof messageCalls.read, change: Change) => ({
    mutationFn: ({ messageId }: MessageRow) => call(endpoint, { messageId }),
    onMutate: async (row: MessageRow) => {
      await client.cancelQueries({ queryKey: [messageCalls.list.path] });
      client.setQueriesData<InfiniteData<Page>>(
        { queryKey: [messageCalls.list.path] },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, list: page.list.flatMap((one) => change(one, row)) })),
          },
      );
    },
    onSettled: () => refreshMessages(client),
  });
  return {
    read: useMutation(
      act(messageCalls.read, (one, { messageId }) => [one.messageId === messageId ? { ...one, isRead: 1 } : one]),
    ),
    remove: useMutation(act(messageCalls.remove, (one, { messageId }) => (one.messageId === messageId ? [] : [one]))),
    readAll: useAction(messageCalls.readAll, { refreshes: changed }),
    clear: useAction(messageCalls.clear, { refreshes: changed }),
  };
}
type Change = (one: MessageRow, changed: MessageRow) => MessageRow[];
export type MessageActs = ReturnType<typeof useMessageActs>;
