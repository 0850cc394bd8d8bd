import { use, useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { useLatest } from '#web/lib/screen/still.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/table/record-table.module.css';
import { useSelected, type Selection } from '#web/record/table/selection.ts';
import { allRows, rowStates, setMark, SheetContext, useMark, type RowState } from '#web/record/table/sheet-state.tsx';

/** Selects all rows of the page, or none. */
export function TickAll({ ids, onSelect }: { readonly ids: readonly number[]; readonly onSelect: Select }) {
  const text = useText();
  const { rows } = use(SheetContext);
  return (
    <Box
      of={allRows}
      label={text('list.select_all')}
      onChange={() => onSelect(rows.get(allRows).isSelected ? [] : ids)}
    />
  );
}

type Select = (ids: readonly number[]) => void;

/** Selects a row, with Shift all from the last one. */
export function Tick({ id, name, onTick }: { readonly id: number; readonly name: string; readonly onTick: OnTick }) {
  const text = useText();
  return (
    <Box
      of={id}
      label={text('list.select', { name })}
      onChange={({ nativeEvent }) => onTick(id, (nativeEvent as MouseEvent).shiftKey)}
    />
  );
}

interface BoxProps {
  readonly of: number | typeof allRows;
  readonly label: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * The box of the browser, which looks like those of the library and costs a tenth: a page has a hundred. Each shows what it
 * hears of its row, and marks it, without being drawn anew.
 */
function Box({ of, label, onChange }: BoxProps) {
  const { rows } = use(SheetContext);
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const show = () => box.current && showRow(box.current, rows.get(of));
    show();
    return rows.listen(of, show);
  }, [rows, of]);
  return <input ref={box} type="checkbox" className={styles['tick']} aria-label={label} onChange={onChange} />;
}

function showRow(box: HTMLInputElement, { isSelected, isPartly = false, isCurrent }: RowState): void {
  box.checked = isSelected;
  box.indeterminate = isPartly;
  const row = box.closest('.ant-table-row');
  setMark(row, 'data-selected', isSelected);
  setMark(row, 'data-current', isCurrent);
  setMark(box.closest('.ant-table-cell'), 'data-current', isCurrent);
}

type OnTick = (id: number, isRange: boolean) => void;

/** Toggles a row; with Shift, those up to the last one follow it. */
export function useTicks(ids: readonly number[], selection: Selection): OnTick {
  const last = useRef<number | null>(null);
  return useLatest((id: number, isRange: boolean) => {
    const from = isRange && last.current !== null ? ids.indexOf(last.current) : -1;
    const to = ids.indexOf(id);
    const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    last.current = id;
    const selected = selection.ids();
    const others = selected.filter((one) => !range.includes(one));
    selection.select(selected.includes(id) ? others : [...others, ...range]);
  });
}

interface SelectedProps {
  readonly selection: Selection;
  readonly ids: readonly number[];
  /** The row of the cursor. */
  readonly current: number | null;
  /** The row whose record is open. */
  readonly opened: number | null;
}

/** Tells each row whether it is selected, and makes room for the bar of those that are. */
export function SelectedRows({ selection, ids, current, opened }: SelectedProps) {
  const { rows } = use(SheetContext);
  const selected = useSelected(selection);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => rows.put(rowStates({ ids, current, opened, selected })));
  useMark(mark, `.${styles['area']}`, 'data-barred', selected.length > 0);
  return <span ref={mark} hidden />;
}
