import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import type { Endpoint, InputOf } from '#shared/wire/endpoint.ts';

/** What a pager shows next to the total (`SmallPager`). */
export interface Pages {
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}

interface Paged {
  /** Milliseconds for which an answer counts as fresh; default as for every read. */
  readonly staleTime?: number;
  /** Milliseconds for which an answer is kept after nothing shows it; 0 where a former one must not be shown meanwhile. */
  readonly gcTime?: number;
  /** The first page to show; default 1. */
  readonly first?: number;
  /** Called for every other page, for example to keep it in the address. */
  readonly onPage?: (page: number) => void;
}

/** Reads a call page by page: the previous page stays while the next one loads, and a new query starts at the first. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, 'page' | 'limit'>,
  perPage: number,
  { first = 1, onPage, ...options }: Paged = {},
) {
  const question = JSON.stringify(input);
  const [at, setAt] = useState({ question, page: first });
  const page = at.question === question ? at.page : 1;
  const query = useQuery({
    ...callQuery(endpoint, { ...input, page, limit: perPage } as InputOf<E>),
    placeholderData: keepPreviousData,
    ...options,
  });
  const turn = (next: number) => {
    setAt({ question, page: next });
    onPage?.(next);
  };
  const pages: Pages = { page, perPage, onPage: turn };
  return { query, pages };
}
