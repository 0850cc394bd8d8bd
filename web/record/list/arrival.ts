import { useLocation } from 'react-router';

/** What somebody comes to a list for; gone as soon as the list changes its address. */
export interface Arrival {
  /** The record in its `rowId`, to write a follow-up. */
  readonly writesTo?: number;
}

/** What came with the address is data from outside, as the browser keeps it over a reload. */
export function useArrival(): Arrival {
  const state: unknown = useLocation().state;
  const writesTo = typeof state === 'object' && state !== null && 'writesTo' in state ? state.writesTo : undefined;
  return typeof writesTo === 'number' ? { writesTo } : {};
}
