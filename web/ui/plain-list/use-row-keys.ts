import { useEffect, useState, type Key } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';

interface RowKeys {
  /** Keys of the visible rows, in their order; none for a table without keys. */
  readonly ids: readonly Key[];
  /** Selects a row, or no longer; absent where none can be selected. */
  readonly onToggle?: (id: Key) => void;
}

/** What opens a row: its name, else its first act; never what only switches or destroys something. */
const opener = ':is(a[href], button):not([role=switch], .ant-btn-dangerous, .ant-table-row-expand-icon)';

const rowOf = (id: Key): Element | null => document.querySelector(`main [data-row-key="${id}"]`);

/**
 * The keys of a list that is no sheet: arrows go along its rows, Enter presses what opens one, `x` selects. The key of the
 * row that they are at, null before the first arrow.
 */
export function useRowKeys({ ids, onToggle }: RowKeys): Key | null {
  const [chosen, setCurrent] = useState<Key | null>(null);
  // what has gone since is under no key
  const current = chosen !== null && ids.includes(chosen) ? chosen : null;
  const isOn = ids.length > 0;
  const isOnRow = current !== null;
  const go = (by: 1 | -1) => {
    const at = current === null ? -1 : ids.indexOf(current);
    setCurrent(ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null);
    // Enter is for the row from here on, and does not press the previously focused element
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useShortcut('ArrowDown', () => go(1), { isOn });
  useShortcut('ArrowUp', () => go(-1), { isOn });
  useShortcut('x', () => current !== null && onToggle?.(current), { isOn: isOnRow && onToggle !== undefined });
  useShortcut('Enter', () => current !== null && rowOf(current)?.querySelector<HTMLElement>(opener)?.click(), {
    isOn: isOnRow,
  });
  useEffect(() => {
    if (current !== null) rowOf(current)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return current;
}
