import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useRef, type KeyboardEvent } from 'react';
import styles from '#web/record/cells/cell-editor.module.css';
import { moveOf, type InlineFieldProps } from '#web/record/cells/inline-field.ts';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';

const day = 'YYYY-MM-DD';
const minute = 'YYYY-MM-DD HH:mm';
/** When a day begins for which no time is chosen. */
const opening = dayjs().hour(9).startOf('hour');

/** The calendar of a cell, open at once: a day is saved as it is chosen, a time with Enter or its button. */
export function InlineMoment({ screen, row, head, field, onClose }: InlineFieldProps) {
  const save = useCellSave(screen);
  const isTimed = pageTypeOf(field).isToTheMinute === true;
  const before = String(row[head.fieldName] ?? '');
  const isDone = useRef(false);
  const close = (move: Parameters<typeof onClose>[0]) => {
    isDone.current = true;
    onClose(move);
  };
  const choose = (next: dayjs.Dayjs | null) => {
    const value = next ? next.format(isTimed ? `${minute}:00` : day) : '';
    close('down');
    if (value !== before) void save(row, { fieldName: field.fieldName, value, shown: { key: head.fieldName, value } });
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close(null);
    else if (event.key === 'Tab') {
      event.preventDefault();
      close(moveOf(event) ?? null);
    }
  };
  return (
    <DatePicker
      autoFocus
      defaultOpen
      className={styles['inline'] ?? ''}
      aria-label={head.name}
      format={isTimed ? minute : day}
      {...(isTimed && { showTime: { format: 'HH:mm', minuteStep: 15 as const, defaultOpenValue: opening } })}
      allowClear={field.isNull !== 1}
      defaultValue={before === '' ? null : dayjs(before)}
      onChange={(next) => choose(next)}
      onKeyDown={handleKey}
      onOpenChange={(isOpen) => !isOpen && !isDone.current && setTimeout(() => !isDone.current && close(null))}
    />
  );
}
