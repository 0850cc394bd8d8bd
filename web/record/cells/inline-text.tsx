import { Input, Tooltip, type InputRef } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { moveOf, type CellMove, type InlineFieldProps } from '#web/record/cells/inline-field.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { loneValue, problemOf } from '#web/record/form/form-values.ts';

/** The box of a text cell: Enter and Tab save and go on, leaving it saves, Escape leaves it as it was. */
export function InlineText({ screen, row, head, field, typed, isSent, onClose, onRefused }: InlineFieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const box = useRef<InputRef>(null);
  const { hasLines } = pageTypeOf(field);
  // a number says its country
  const before = head.fieldName === 'mobile' ? mobileOf(row) : String(row[head.fieldName] ?? '');
  const [value, setValue] = useState(typed === '' ? before : typed);
  const [isAsked, setAsked] = useState(false);
  // before the next key, which is for the box
  useLayoutEffect(() => box.current?.focus({ cursor: typed === '' && !hasLines ? 'all' : 'end' }), [typed, hasLines]);
  // a number is checked by its country, which may be typed with it
  const around = Object.hasOwn(row, 'areaCode') ? { area_code: String(row['areaCode']) } : {};
  const values = { ...around, [field.fieldName]: value };
  const problem = problemOf(field, values);
  const isDone = useRef(false);
  const close = (move: CellMove) => {
    // leaving the box on Enter or Escape is not leaving it for something else
    isDone.current = true;
    onClose(move);
  };
  const finish = (move: CellMove) => {
    if (isDone.current) return;
    if (value === before) return close(move);
    if (problem) return setAsked(true);
    close(move);
    const isAbroad = head.fieldName === 'mobile' && before.startsWith('+');
    void save(row, {
      fieldName: field.fieldName,
      value: loneValue(field, values),
      ...(!isAbroad && { shown: { key: head.fieldName, value } }),
    }).then((isSaved) => !isSaved && onRefused(value));
  };
  const send = useEffectEvent(() => finish('down'));
  useEffect(() => {
    if (isSent) send();
  }, [isSent]);
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const move = moveOf(event);
    const isNewLine = hasLines && event.key === 'Enter' && (event.shiftKey || event.altKey);
    if (move !== undefined && !isNewLine) {
      event.preventDefault();
      finish(move);
    }
    if (event.key === 'Escape') close(null);
  };
  const shared = {
    'aria-label': head.name,
    ...(isAsked && problem && { status: 'error' as const, 'aria-invalid': true }),
    ...(field.maxLength !== null && { maxLength: field.maxLength }),
    value,
    onKeyDown: handleKey,
    onBlur: () => finish(null),
  };
  return (
    <Tooltip open={isAsked && problem !== null} title={problem && text(problem.code, problem.params)}>
      {hasLines ? (
        <Input.TextArea
          ref={(area) => void (box.current = area as unknown as InputRef | null)}
          className={styles['lines'] ?? ''}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={({ target }) => setValue(target.value)}
          {...shared}
        />
      ) : (
        <Input
          ref={box}
          className={styles['inline'] ?? ''}
          onChange={({ target }) => setValue(target.value)}
          {...shared}
        />
      )}
    </Tooltip>
  );
}
