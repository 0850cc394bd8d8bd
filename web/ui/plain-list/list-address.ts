import { useMemo } from 'react';
import { useAddress } from '#web/lib/screen/address.ts';

/** What a list shows, as its address says. */
export interface ListAddress<F extends string> {
  /** The text of each filter; '' for one that is not set. */
  readonly filters: Readonly<Record<F, string>>;
  readonly page: number;
  /** Rows per page. */
  readonly limit: number;
}

/** Longest text of a filter in an address. */
const longestText = 50;

/** What an address says; a page or size that cannot be counts as unset. */
export function listAddressOf<F extends string>(
  params: URLSearchParams,
  names: readonly F[],
  sizes: readonly number[],
): ListAddress<F> {
  const page = params.get('page') ?? '';
  const limit = Number(params.get('limit'));
  return {
    filters: Object.fromEntries(names.map((name) => [name, (params.get(name) ?? '').slice(0, longestText)])) as Record<
      F,
      string
    >,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    limit: sizes.find((size) => size === limit) ?? sizes[0] ?? 1,
  };
}

export interface ListChange<F extends string> {
  readonly filters?: Readonly<Partial<Record<F, string>>>;
  readonly page?: number;
  readonly limit?: number;
}

/** The address after a change; other rows begin at the first page. */
export function changedAddress<F extends string>(before: URLSearchParams, change: ListChange<F>): URLSearchParams {
  const after = new URLSearchParams(before);
  const put = (name: string, value: string) => (value === '' ? after.delete(name) : after.set(name, value));
  for (const [name, value] of Object.entries<string | undefined>(change.filters ?? {})) put(name, value ?? '');
  if (change.limit !== undefined) put('limit', String(change.limit));
  put('page', change.page === undefined || change.page === 1 ? '' : String(change.page));
  return after;
}

/** A list that is kept in the address of its page. */
export interface PlainListState<F extends string> extends ListAddress<F> {
  readonly sizes: readonly number[];
  /** A filter is set. */
  readonly isFiltered: boolean;
  readonly change: (change: ListChange<F>) => void;
  readonly clear: () => void;
}

/** `names` are those of the filters, `sizes` the numbers of rows that a page can have, the usual one first. */
export function usePlainList<const F extends string>(names: readonly F[], sizes: readonly number[]): PlainListState<F> {
  const [params, changeParams] = useAddress();
  // the names of a page stay
  const key = names.join(',');
  const address = useMemo(() => listAddressOf(params, key.split(',') as F[], sizes), [params, key, sizes]);
  const change = (next: ListChange<F>) => changeParams((now) => changedAddress(now, next), { replace: true });
  return {
    ...address,
    sizes,
    isFiltered: names.some((name) => address.filters[name] !== ''),
    change,
    clear: () => change({ filters: Object.fromEntries(names.map((name) => [name, ''])) as Record<F, string> }),
  };
}
