import { useState } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';

interface ListKeys {
  /** Ids of the visible rows, in their order. */
  readonly ids: readonly number[];
  /** No overlay is open. */
  readonly isFree: boolean;
  readonly mayCreate: boolean;
  readonly onOpen: (id: number) => void;
  readonly onCreate: () => void;
}

/**
 * The keys of a list: arrows move between rows, Enter opens the current one, which is returned; `n` creates a record.
 */
export function useListKeys({ ids, isFree, mayCreate, onOpen, onCreate }: ListKeys): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  const step = (by: number) => {
    const at = current === null ? -1 : ids.indexOf(current);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (id === undefined) return;
    setCurrent(id);
    // Enter opens the row from here on, and does not press the previously focused element
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useShortcut('n', () => mayCreate && onCreate(), { isOn: isFree });
  useShortcut('ArrowDown', () => step(1), { isOn: isFree });
  useShortcut('ArrowUp', () => step(-1), { isOn: isFree });
  useShortcut('Enter', () => current !== null && onOpen(current), { isOn: isFree && current !== null });
  return current;
}
