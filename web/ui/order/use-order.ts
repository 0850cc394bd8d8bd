import { useState, type DragEvent } from 'react';

/** A move that was made by a button: where the row is now, and which way it went. */
interface Move {
  readonly at: number;
  readonly by: -1 | 1;
}

/** What the grip and the buttons of a row are given. */
export interface RowOrder {
  readonly at: number;
  readonly count: number;
  /** The move that brought the row here; its button keeps the focus. */
  readonly moved: Move | null;
  readonly onMove: (by: -1 | 1) => void;
  /** The focus is where it belongs. */
  readonly onArrive: () => void;
  readonly onGrab: (event: DragEvent<HTMLElement>) => void;
  readonly onDrop: () => void;
}

/** The order of rows with keys of their own: `rowProps` for each element of the list, `orderOf` for its `OrderButtons`. */
export function useOrder<T>(rows: readonly T[], onChange: (rows: readonly T[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState<Move | null>(null);
  const put = (from: number, to: number) => {
    const row = rows[from];
    if (row !== undefined) onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row));
  };
  const rowProps = (at: number) => ({
    'data-dragged': dragged === at,
    onDragEnter: () => {
      if (dragged === null || dragged === at) return;
      put(dragged, at);
      setDragged(at);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => dragged !== null && event.preventDefault(),
  });
  const orderOf = (at: number): RowOrder => ({
    at,
    count: rows.length,
    moved: moved?.at === at ? moved : null,
    onMove: (by) => {
      put(at, at + by);
      setMoved({ at: at + by, by });
    },
    onArrive: () => setMoved(null),
    onGrab: ({ currentTarget, dataTransfer }) => {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', '');
      const row = currentTarget.closest('li');
      if (row) dataTransfer.setDragImage(row, 8, row.clientHeight / 2);
      setDragged(at);
    },
    onDrop: () => setDragged(null),
  });
  return { rowProps, orderOf };
}
