import { useLocation } from 'react-router';

/** The purpose of opening a list; removed as soon as the address of the list changes. */
export interface Arrival {
  /** The record in its `rowId`, to write a follow-up. */
  readonly writesTo?: number;
}

/** The history state is untrusted, as the browser keeps it across reloads. */
export function useArrival(): Arrival {
  const state: unknown = useLocation().state;
  const writesTo = typeof state === 'object' && state !== null && 'writesTo' in state ? state.writesTo : undefined;
  return typeof writesTo === 'number' ? { writesTo } : {};
}
