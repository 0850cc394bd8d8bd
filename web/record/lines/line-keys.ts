import type { KeyboardEvent } from 'react';

/** The effect of a key in a cell, as in spreadsheets. */
export type LineKey =
  | { readonly act: 'across' | 'down' | 'move'; readonly by: 1 | -1 }
  | { readonly act: 'duplicate' | 'remove' | 'undo' };

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Null for keys with their default behaviour. */
export function lineKeyOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): LineKey | null {
  const isCommand = ctrlKey || metaKey;
  if (altKey) {
    if (isCommand) return null;
    return key === 'ArrowUp' ? { act: 'move', by: -1 } : key === 'ArrowDown' ? { act: 'move', by: 1 } : null;
  }
  if (isCommand) {
    if (shiftKey) return null;
    if (key === 'd') return { act: 'duplicate' };
    if (key === 'Delete' || key === 'Backspace') return { act: 'remove' };
    return key === 'z' ? { act: 'undo' } : null;
  }
  if (key === 'Tab') return { act: 'across', by: shiftKey ? -1 : 1 };
  if (key === 'Enter') return { act: 'down', by: shiftKey ? -1 : 1 };
  if (key === 'ArrowUp') return { act: 'down', by: -1 };
  return key === 'ArrowDown' ? { act: 'down', by: 1 } : null;
}

/** The target of a step across the cells: in the next row after the last cell, null outside of the table. */
export function acrossFrom(
  { row, column }: { readonly row: number; readonly column: number },
  by: 1 | -1,
  { rows, open }: { readonly rows: number; /** The columns that can be written. */ readonly open: readonly number[] },
): { readonly row: number; readonly column: number } | null {
  const here = by > 0 ? open.find((one) => one > column) : open.findLast((one) => one < column);
  if (here !== undefined) return { row, column: here };
  const edge = by > 0 ? open[0] : open.at(-1);
  const next = row + by;
  return edge === undefined || next < 0 || next >= rows ? null : { row: next, column: edge };
}

/** Whether the input handles the key itself: an open list or calendar, an input method, a multi-line text. */
export function isTaken(event: KeyboardEvent, { act }: LineKey): boolean {
  const { target } = event;
  if (event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return true;
  if (act !== 'across' && act !== 'down') return false;
  if (target.getAttribute('aria-expanded') === 'true') return true;
  return act === 'down' && (target instanceof HTMLTextAreaElement || target instanceof HTMLButtonElement);
}
