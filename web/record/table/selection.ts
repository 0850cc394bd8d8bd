import { useState, useSyncExternalStore } from 'react';

/** The selected rows of a list. What shows them listens by itself, so that a tick does not draw the list anew. */
export interface Selection {
  readonly ids: () => readonly number[];
  readonly select: (ids: readonly number[]) => void;
  /** Tells of each change, until what it returns is called. */
  readonly listen: (tell: () => void) => () => void;
}

export function openSelection(): Selection {
  let selected: readonly number[] = [];
  const listeners = new Set<() => void>();
  return {
    ids: () => selected,
    select: (ids) => {
      if (ids.length === 0 && selected.length === 0) return;
      selected = ids;
      for (const tell of listeners) tell();
    },
    listen: (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
}

export const useSelection = (): Selection => useState(openSelection)[0];

export const useSelected = ({ listen, ids }: Selection): readonly number[] => useSyncExternalStore(listen, ids);
