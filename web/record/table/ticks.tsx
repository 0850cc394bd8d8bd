import { Checkbox } from 'antd';
import { use, useRef } from 'react';
import { useLatest } from '#web/record/table/still.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Mark, SheetContext } from '#web/record/table/sheet-state.tsx';

/** Selects all rows of the page, or none. */
export function TickAll({ ids, onSelect }: { readonly ids: readonly number[]; readonly onSelect: Select }) {
  const text = useText();
  const { selected } = use(SheetContext);
  const chosen = ids.filter((id) => selected.includes(id)).length;
  const isAll = chosen > 0 && chosen === ids.length;
  return (
    <Checkbox
      aria-label={text('list.select_all')}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => onSelect(isAll ? [] : ids)}
    />
  );
}

type Select = (ids: readonly number[]) => void;

/** Selects a row, with Shift all from the last one. */
export function Tick({ id, name, onTick }: { readonly id: number; readonly name: string; readonly onTick: OnTick }) {
  const text = useText();
  const { selected, cursor, opened } = use(SheetContext);
  const isSelected = selected.includes(id);
  return (
    <>
      {isSelected && <Mark place=".ant-table-row" name="data-selected" />}
      {(cursor?.id === id || opened === id) && <Mark place=".ant-table-row" name="data-current" />}
      <Checkbox
        aria-label={text('list.select', { name })}
        checked={isSelected}
        onChange={({ nativeEvent }) => onTick(id, nativeEvent.shiftKey)}
      />
    </>
  );
}

type OnTick = (id: number, isRange: boolean) => void;

/** Toggles a row; with Shift, those up to the last one follow it. */
export function useTicks(ids: readonly number[], selected: readonly number[], onSelect: Select): OnTick {
  const last = useRef<number | null>(null);
  return useLatest((id: number, isRange: boolean) => {
    const from = isRange && last.current !== null ? ids.indexOf(last.current) : -1;
    const to = ids.indexOf(id);
    const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    last.current = id;
    const others = selected.filter((one) => !range.includes(one));
    onSelect(selected.includes(id) ? others : [...others, ...range]);
  });
}
