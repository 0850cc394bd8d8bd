import { createContext, type KeyboardEvent } from 'react';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import type { FormField, ListHead } from '#shared/record/calls/field-calls.ts';

/** Where the keys go once a cell has been edited; null for nowhere. */
export type CellMove = 'down' | 'up' | 'right' | 'left' | null;

/** As in a sheet: Enter goes down and Tab to the right, with Shift the other way; undefined for other keys. */
export function moveOf(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): CellMove | undefined {
  if (event.key === 'Enter') return event.shiftKey ? 'up' : 'down';
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  return undefined;
}

/** The fields of the rows as forms have them, asked once for all cells; none before they are known. */
export const FormFieldsContext = createContext<readonly FormField[]>([]);

/** What an editor within a cell gets. */
export interface InlineFieldProps {
  readonly screen: RecordScreen;
  readonly row: Row;
  readonly head: ListHead;
  /** Its field as forms have it, with the rules. */
  readonly field: FormField;
  /** The sign that has begun the edit, which replaces the value; '' for none. */
  readonly typed: string;
  /** Enter was pressed before there was a box. */
  readonly isSent: boolean;
  /** The edit is over, and the keys go on from there. */
  readonly onClose: (move: CellMove) => void;
  /** What was typed has been refused, which has been reported: it can be mended. */
  readonly onRefused: (typed: string) => void;
}
