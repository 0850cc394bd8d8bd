import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import type { Endpoint, InputOf } from '#shared/wire/endpoint.ts';
import type { z } from 'zod';

const perPage = 50;

type LogCall<R> = Endpoint<z.ZodType, z.ZodType<{ list: R[]; next: string | null }>>;

/** Rows of a log from the newest on, one part after the other. */
export function useLogParts<R, E extends LogCall<R>>(endpoint: E, filter: object) {
  return useInfiniteQuery({
    queryKey: [endpoint.path, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { ...filter, cursor: pageParam, limit: perPage } as InputOf<E>, {
        quiet: true,
        signal,
      }) as Promise<{ list: R[]; next: string | null }>,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): readonly R[] => pages.flatMap(({ list }) => list),
    placeholderData: keepPreviousData,
    // what has happened since it was open belongs on top
    refetchOnMount: 'always',
  });
}
