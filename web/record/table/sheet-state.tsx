import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { openHeard, useHeard } from '#web/lib/screen/heard.ts';
import { useLater } from '#web/lib/screen/later.ts';
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

interface CellState {
  readonly isCursor: boolean;
  readonly isChosen: boolean;
  readonly edited: Edited | null;
}

interface RowsState {
  readonly ids: readonly number[];
  /** The row of the cursor. */
  readonly current: number | null;
  /** The row whose record is open. */
  readonly opened: number | null;
  readonly selected: readonly number[];
}

export interface RowState {
  readonly isSelected: boolean;
  /** Some of its rows are selected: of the heading alone. */
  readonly isPartly?: boolean;
  readonly isCurrent: boolean;
}

/** In place of an id: the heading of the rows. */
export const allRows = 'all';

const plainCell: CellState = { isCursor: false, isChosen: false, edited: null };
const plainRow: RowState = { isSelected: false, isCurrent: false };

/**
 * What changes with each key or tick. Its cells and rows listen to it by themselves, so that the table, which takes ten
 * times as long, is not drawn again.
 */
export const openSheet = () => ({
  cells: openHeard<string, CellState>(plainCell),
  rows: openHeard<number | typeof allRows, RowState>(plainRow),
});

export const SheetContext = createContext(openSheet());

const keyOf = (id: number, field: string): string => `${id} ${field}`;

/** The cells that differ from others. */
export function cellStates({ cursor, chosen, edited }: SheetState): Map<string, CellState> {
  const states = new Map<string, CellState>();
  const put = (id: number, field: string, state: Partial<CellState>) => {
    const key = keyOf(id, field);
    states.set(key, { ...(states.get(key) ?? plainCell), ...state });
  };
  if (chosen.ids.length * chosen.fields.length > 1)
    for (const id of chosen.ids) for (const field of chosen.fields) put(id, field, { isChosen: true });
  if (cursor?.field) put(cursor.id, cursor.field, { isCursor: true });
  if (edited) put(edited.id, edited.fieldName, { edited });
  return states;
}

/** The rows that differ from others, and the heading. */
export function rowStates({ ids, current, opened, selected }: RowsState): Map<number | typeof allRows, RowState> {
  const states = new Map<number | typeof allRows, RowState>();
  const chosen = new Set(selected);
  for (const id of ids) {
    const isCurrent = id === current || id === opened;
    if (isCurrent || chosen.has(id)) states.set(id, { isSelected: chosen.has(id), isCurrent });
  }
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  states.set(allRows, { isSelected: isAll, isPartly: count > 0 && !isAll, isCurrent: false });
  return states;
}

interface CellProps {
  readonly id: number;
  readonly field: string;
  /** What its content depends on, besides the edit. */
  readonly of: readonly unknown[];
  /** Whether its column is in view; the others come when the page has rested, and when they are wanted. */
  readonly isInView: () => boolean;
  /** The content, with the edit of this cell. */
  readonly draw: (edited: Edited | null) => ReactNode;
}

export function SheetCell({ id, field, of, isInView, draw }: CellProps) {
  const { isCursor, isChosen, edited } = useHeard(use(SheetContext).cells, keyOf(id, field));
  const isDrawn = useLater(isInView, isCursor || edited !== null);
  return (
    <>
      {isCursor && <Mark name="data-cursor" />}
      {isChosen && <Mark name="data-chosen" />}
      {isDrawn && <Still of={[...of, edited]} draw={() => draw(edited)} />}
    </>
  );
}

interface RowProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref?: Ref<HTMLDivElement>;
  /** What its cells depend on. */
  readonly of: readonly unknown[];
}

/**
 * A row of a table that draws only what is in view: such a table draws all of them again when it has measured them, and
 * for each step that it is scrolled.
 */
export const SheetRow = ({ of, children, ...rest }: RowProps) => (
  <div {...rest}>
    <Still of={of} draw={() => children} />
  </div>
);

type MarkName = `data-${string}`;

export const setMark = (element: Element | null, name: MarkName, isMarked: boolean): void =>
  isMarked ? element?.setAttribute(name, 'true') : element?.removeAttribute(name);

/** Marks what is around an element while something holds, for the stylesheet. */
export function useMark(element: RefObject<Element | null>, place: string, name: MarkName, isMarked = true): void {
  useLayoutEffect(() => {
    const around = isMarked ? (element.current?.closest(place) ?? null) : null;
    setMark(around, name, true);
    return () => setMark(around, name, false);
  }, [element, place, name, isMarked]);
}

/** Marks the cell around it. */
export function Mark({ name }: { readonly name: MarkName }) {
  const element = useRef<HTMLSpanElement>(null);
  useMark(element, '.ant-table-cell', name);
  return <span ref={element} hidden />;
}
