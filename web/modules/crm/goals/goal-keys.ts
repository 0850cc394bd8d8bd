import type { KeyboardEvent } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key does in the grid, as in a sheet. Steps go `down` rows and `across` months; `around` goes on in the next row. */
export type GoalKey =
  | { readonly act: 'step'; readonly down: number; readonly across: number; readonly around?: true }
  | { readonly act: 'edge'; readonly to: 'first' | 'last' }
  | { readonly act: 'edit'; readonly typed: string | null }
  | { readonly act: 'clear' | 'undo' | 'cancel' };

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Null for keys with their own effect. While a cell is edited the keys of its text are the text's. */
export function goalKeyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed, isEditing: boolean): GoalKey | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey && !isEditing ? { act: 'undo' } : null;
  const back = shiftKey ? -1 : 1;
  if (key === 'Tab') return { act: 'step', down: 0, across: back, around: true };
  const arrow = steps[key];
  if (arrow && !(isEditing && arrow[1] !== 0)) return { act: 'step', down: arrow[0], across: arrow[1] };
  if (isEditing) {
    if (key === 'Enter') return { act: 'step', down: back, across: 0 };
    return key === 'Escape' ? { act: 'cancel' } : null;
  }
  if (key === 'Enter' || key === 'F2') return { act: 'edit', typed: null };
  if (key === 'Delete' || key === 'Backspace') return { act: 'clear' };
  if (key === 'Home' || key === 'End') return { act: 'edge', to: key === 'Home' ? 'first' : 'last' };
  // an input method writes into the box that opens
  if (key === 'Process') return { act: 'edit', typed: '' };
  return key.length === 1 && key !== ' ' ? { act: 'edit', typed: key } : null;
}
