import { useState } from 'react';
import type { CellMove } from '#web/record/cells/inline-field.ts';
import { rangeOf, type Cursor } from '#web/record/table/cell-range.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';

interface TableKeys {
  /** Ids of the visible rows and keys of the columns, in their order; the name is the first column. */
  readonly ids: readonly number[];
  readonly fields: readonly string[];
  /** No overlay is open, and no cell is being edited. */
  readonly isFree: boolean;
  /** A cell is to be edited whose box is not there yet: what is typed meanwhile is for it, and for the cells below. */
  readonly isOpening: boolean;
  readonly isEditable: (cursor: Cursor) => boolean;
  readonly onOpen: (id: number) => void;
  /** Edits a cell; `typed` is the sign that has begun it, '' for none. */
  readonly onEdit: (cell: { readonly id: number; readonly field: string }, typed: string) => void;
  /** Enter, before there is a box for it. */
  readonly onSend: () => void;
  /** Selects a row, or no longer. */
  readonly onToggle: (id: number) => void;
}

/**
 * The keys of a table, as in a sheet: arrows move, sideways from cell to cell; Enter opens a row, and edits a cell, as F2
 * and typing do, Tab goes sideways, Shift extends the chosen cells; `x` selects; Escape returns from the cells to the rows.
 */
export function useTableKeys({
  ids,
  fields,
  isFree,
  isOpening,
  isEditable,
  onOpen,
  onEdit,
  onSend,
  onToggle,
}: TableKeys) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  /** The other end of the chosen cells; null for the cursor alone. */
  const [anchor, setAnchor] = useState<Cursor | null>(null);
  const go = (next: Cursor, isExtended = false) => {
    setCursor(next);
    setAnchor(isExtended && cursor?.field ? (anchor ?? cursor) : null);
    // Enter is for the cell from here on, and does not press the previously focused element
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  const step = (by: number, isExtended = false) => {
    const at = cursor === null ? -1 : ids.indexOf(cursor.id);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (id !== undefined) go({ id, field: cursor?.field ?? null }, isExtended);
  };
  const stepAside = (by: number, isExtended = false) => {
    if (!cursor) return;
    const at = cursor.field === null ? 0 : fields.indexOf(cursor.field);
    const field = fields[Math.min(fields.length - 1, Math.max(0, at + by))];
    if (field !== undefined) go({ ...cursor, field }, isExtended);
  };
  const move = (to: CellMove) => {
    if (to === 'down' || to === 'up') step(to === 'down' ? 1 : -1);
    if (to === 'right' || to === 'left') stepAside(to === 'right' ? 1 : -1);
  };
  const edit = (typed: string) => {
    if (cursor && cursor.field !== null && isEditable(cursor)) onEdit({ id: cursor.id, field: cursor.field }, typed);
  };
  const isInCells = isFree && cursor !== null && cursor.field !== null;
  useShortcut('ArrowDown', ({ shiftKey }) => step(1, shiftKey), { isOn: isFree });
  useShortcut('ArrowUp', ({ shiftKey }) => step(-1, shiftKey), { isOn: isFree });
  useShortcut('ArrowRight', ({ shiftKey }) => stepAside(1, shiftKey), { isOn: isFree && cursor !== null });
  useShortcut('ArrowLeft', ({ shiftKey }) => stepAside(-1, shiftKey), { isOn: isFree && cursor !== null });
  useShortcut('Tab', ({ shiftKey }) => stepAside(shiftKey ? -1 : 1), { isOn: isInCells });
  useShortcut('x', () => cursor && onToggle(cursor.id), { isOn: isFree && cursor !== null });
  useShortcut('Escape', () => cursor && go({ ...cursor, field: null }), { isOn: isInCells });
  useShortcut('F2', () => edit(''), { isOn: isInCells });
  useShortcut(
    'Enter',
    () => {
      if (!cursor) return;
      if (isOpening) onSend();
      else if (cursor.field !== null && cursor.field !== fields[0] && isEditable(cursor)) edit('');
      else onOpen(cursor.id);
    },
    { isOn: (isFree || isOpening) && cursor !== null },
  );
  useShortcut('Type', (event) => edit(event.key), {
    isOn: isOpening || (isInCells && cursor.field !== fields[0] && isEditable(cursor)),
  });
  return { cursor, chosen: rangeOf({ ids, fields }, cursor, anchor), press: go, move };
}
