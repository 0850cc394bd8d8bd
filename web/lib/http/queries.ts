import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type CallOptions } from '#web/lib/http/client.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/wire/endpoint.ts';

/**
 * Options of `useQuery` for a call that reads: key `[path, input]`, cancelled when unused, no toast because the page
 * shows the error itself (`PageState`).
 */
export const callQuery = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }): Promise<OutputOf<E>> => call(endpoint, input, { quiet: true, signal }),
  });

/** Reads made with these calls are repeated where they are shown. */
export const refreshCalls = async (client: QueryClient, ...endpoints: Endpoint[]): Promise<void> => {
  await Promise.all(endpoints.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
};

interface Action<E extends Endpoint> extends Pick<CallOptions, 'quiet' | 'timeoutMs'> {
  /** Reads that the change makes stale. */
  readonly refreshes?: readonly Endpoint[];
  readonly onDone?: (answer: OutputOf<E>, input: InputOf<E>) => void;
}

/** `useMutation` for a call that changes something: `mutate(input)`, `mutateAsync(input)`, `isPending`, `error`. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { quiet, timeoutMs, refreshes = [], onDone }: Action<E> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input, { quiet, timeoutMs }),
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      await refreshCalls(client, ...refreshes);
    },
  });
}
