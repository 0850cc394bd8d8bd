import { useLocation } from 'react-router';

/** The purpose of opening a list; removed as soon as the address of the list changes. */
export interface Arrival {
  /** The record in its `rowId`, to write a follow-up. */
  readonly writesTo?: number;
  /** To import a sheet. */
  readonly imports?: true;
}

/** The history state is untrusted, as the browser keeps it across reloads. */
export function useArrival(): Arrival {
  const state: unknown = useLocation().state;
  const { writesTo, imports } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return { ...(typeof writesTo === 'number' && { writesTo }), ...(imports === true && { imports }) };
}
