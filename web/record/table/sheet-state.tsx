import { createContext, use, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Still } from '#web/lib/screen/still.ts';
import type { Cursor } from '#web/record/table/cell-range.ts';

export interface Edited {
  readonly id: number;
  readonly fieldName: string;
  /** What has begun the edit, or what was refused; '' for none. */
  readonly typed: string;
  /** What was typed after Enter before there was a box, '' for nothing yet: each for the cell below the one before. */
  readonly below: readonly string[];
  /** Counts how often the text came back. */
  readonly round: number;
}

/** An edit whose box is not there yet, with one more sign. */
export const withSign = (edited: Edited, sign: string): Edited =>
  edited.below.length === 0
    ? { ...edited, typed: edited.typed + sign }
    : { ...edited, below: edited.below.with(-1, (edited.below.at(-1) ?? '') + sign) };

interface SheetState {
  readonly cursor: Cursor | null;
  /** The cells that are chosen together; the cursor alone is none. */
  readonly chosen: { readonly ids: readonly number[]; readonly fields: readonly string[] };
  readonly edited: Edited | null;
}

interface RowsState {
  /** The row of the cursor. */
  readonly current: number | null;
  /** The row whose record is open. */
  readonly opened: number | null;
  readonly selected: readonly number[];
}

/**
 * What changes with each key: its cells listen to it by themselves, so that the table, which takes ten times as long, is
 * not drawn again.
 */
export const SheetContext = createContext<SheetState>({
  cursor: null,
  chosen: { ids: [], fields: [] },
  edited: null,
});

/** The same for whole rows: a selection is no concern of a thousand cells. */
export const RowsContext = createContext<RowsState>({ current: null, opened: null, selected: [] });

interface CellProps {
  readonly id: number;
  readonly field: string;
  /** What its content depends on, besides the edit. */
  readonly of: readonly unknown[];
  /** The content, with the edit of this cell. */
  readonly draw: (edited: Edited | null) => ReactNode;
}

export function SheetCell({ id, field, of, draw }: CellProps) {
  const { cursor, chosen, edited } = use(SheetContext);
  const isChosen =
    chosen.ids.length * chosen.fields.length > 1 && chosen.ids.includes(id) && chosen.fields.includes(field);
  const own = edited?.id === id && edited.fieldName === field ? edited : null;
  return (
    <>
      {cursor?.id === id && cursor.field === field && <Mark place=".ant-table-cell" name="data-cursor" />}
      {isChosen && <Mark place=".ant-table-cell" name="data-chosen" />}
      <Still of={[...of, own]} draw={() => draw(own)} />
    </>
  );
}

/** Marks the cell or the row around it, for the stylesheet. */
export function Mark({ place, name }: { readonly place: string; readonly name: `data-${string}` }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const around = element.current?.closest(place);
    around?.setAttribute(name, 'true');
    return () => around?.removeAttribute(name);
  }, [place, name]);
  return <span ref={element} hidden />;
}
