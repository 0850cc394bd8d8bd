import { useState } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';

/** Where the keys are: a row, and once somebody has gone sideways one of its cells. */
export interface Cursor {
  readonly id: number;
  /** Key of the column; null for the row. */
  readonly field: string | null;
}

interface TableKeys {
  /** Ids of the visible rows and keys of the columns, in their order; the name is the first column. */
  readonly ids: readonly number[];
  readonly fields: readonly string[];
  /** No overlay is open, and no cell is being edited. */
  readonly isFree: boolean;
  /** A cell is to be edited whose box is not there yet: what is typed meanwhile is for it. */
  readonly isOpening: boolean;
  readonly isEditable: (cursor: Cursor) => boolean;
  readonly onOpen: (id: number) => void;
  /** Edits a cell; `typed` is the sign that has begun it, '' for none. */
  readonly onEdit: (cell: { readonly id: number; readonly field: string }, typed: string) => void;
  /** Selects a row, or no longer. */
  readonly onToggle: (id: number) => void;
}

/**
 * The keys of a table, as in a sheet: arrows move, sideways from cell to cell; Enter opens a row, and edits a cell, as F2
 * and typing do; `x` selects; Escape returns from the cells to the rows.
 */
export function useTableKeys({ ids, fields, isFree, isOpening, isEditable, onOpen, onEdit, onToggle }: TableKeys) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const go = (next: Cursor) => {
    setCursor(next);
    // Enter is for the cell from here on, and does not press the previously focused element
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  const step = (by: number) => {
    const at = cursor === null ? -1 : ids.indexOf(cursor.id);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (id !== undefined) go({ id, field: cursor?.field ?? null });
  };
  const stepAside = (by: number) => {
    if (!cursor) return;
    const at = cursor.field === null ? 0 : fields.indexOf(cursor.field);
    const field = fields[Math.min(fields.length - 1, Math.max(0, at + by))];
    if (field !== undefined) go({ ...cursor, field });
  };
  const edit = (typed: string) => {
    if (cursor && cursor.field !== null && isEditable(cursor)) onEdit({ id: cursor.id, field: cursor.field }, typed);
  };
  const isInCells = isFree && cursor !== null && cursor.field !== null;
  useShortcut('ArrowDown', () => step(1), { isOn: isFree });
  useShortcut('ArrowUp', () => step(-1), { isOn: isFree });
  useShortcut('ArrowRight', () => stepAside(1), { isOn: isFree && cursor !== null });
  useShortcut('ArrowLeft', () => stepAside(-1), { isOn: isFree && cursor !== null });
  useShortcut('x', () => cursor && onToggle(cursor.id), { isOn: isFree && cursor !== null });
  useShortcut('Escape', () => cursor && setCursor({ ...cursor, field: null }), { isOn: isInCells });
  useShortcut('F2', () => edit(''), { isOn: isInCells });
  useShortcut(
    'Enter',
    () => {
      if (!cursor) return;
      if (cursor.field !== null && cursor.field !== fields[0] && isEditable(cursor)) edit('');
      else onOpen(cursor.id);
    },
    { isOn: isFree && cursor !== null },
  );
  useShortcut('Type', (event) => edit(event.key), {
    isOn: isOpening || (isInCells && cursor.field !== fields[0] && isEditable(cursor)),
  });
  return { cursor, go, step };
}
