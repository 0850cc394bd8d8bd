import { useState } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';

interface ListKeys {
  /** Ids of the rows shown, in their order. */
  readonly ids: readonly number[];
  /** Nothing is open over the list. */
  readonly isFree: boolean;
  readonly mayCreate: boolean;
  readonly onOpen: (id: number) => void;
  readonly onCreate: () => void;
}

/** The keys of a list: arrows go from row to row, Enter opens the one they stand on, which is answered; `n` makes a new one. */
export function useListKeys({ ids, isFree, mayCreate, onOpen, onCreate }: ListKeys): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  const step = (by: number) => {
    const at = current === null ? -1 : ids.indexOf(current);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (id === undefined) return;
    setCurrent(id);
    // Enter opens the row from here on, and does not press what was pressed before
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useShortcut('n', () => mayCreate && onCreate(), { isOn: isFree });
  useShortcut('ArrowDown', () => step(1), { isOn: isFree });
  useShortcut('ArrowUp', () => step(-1), { isOn: isFree });
  useShortcut('Enter', () => current !== null && onOpen(current), { isOn: isFree && current !== null });
  return current;
}
