import { Input, Tooltip } from 'antd';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { moveOf, type CellMove, type InlineFieldProps } from '#web/record/cells/inline-field.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { loneValue, problemOf } from '#web/record/form/form-values.ts';

/**
 * The box of a text cell: Enter and Tab save and go on, leaving it saves, Escape leaves it as it was. It knows by itself
 * what is typed, so that a key draws nothing but its sign.
 */
export function InlineText({ screen, row, head, field, typed, isSent, onClose, onRefused }: InlineFieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const id = useId();
  const box = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const { hasLines } = pageTypeOf(field);
  // a number says its country
  const before = head.fieldName === 'mobile' ? mobileOf(row) : String(row[head.fieldName] ?? '');
  /** What could not be saved, as it is mended; null for nothing. */
  const [unsaved, setUnsaved] = useState<string | null>(null);
  // before the next key, which is for the box
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (typed === '' && !hasLines) box.current?.select();
    else box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [typed, hasLines]);
  // a number is checked by its country, which may be typed with it
  const around = Object.hasOwn(row, 'areaCode') ? { area_code: String(row['areaCode']) } : {};
  const valuesOf = (value: string) => ({ ...around, [field.fieldName]: value });
  const problem = unsaved === null ? null : problemOf(field, valuesOf(unsaved));
  const isDone = useRef(false);
  const close = (move: CellMove) => {
    // leaving the box on Enter or Escape is not leaving it for something else
    isDone.current = true;
    onClose(move);
  };
  const finish = (move: CellMove) => {
    if (isDone.current || !box.current) return;
    const { value } = box.current;
    const values = valuesOf(value);
    if (value === before) return close(move);
    if (problemOf(field, values)) return setUnsaved(value);
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
    ...(problem && { 'aria-invalid': true, 'aria-describedby': id }),
    ...(field.maxLength !== null && { maxLength: field.maxLength }),
    defaultValue: typed === '' ? before : typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (unsaved !== null) setUnsaved(target.value);
    },
    onKeyDown: handleKey,
    onBlur: () => finish(null),
  };
  return (
    <>
      {problem && (
        <Tooltip open id={id} title={text(problem.code, problem.params)}>
          <span className={styles['above']} />
        </Tooltip>
      )}
      {hasLines ? (
        <Input.TextArea
          ref={(area) => void (box.current = area?.resizableTextArea?.textArea ?? null)}
          className={styles['lines'] ?? ''}
          autoSize={{ minRows: 2, maxRows: 8 }}
          {...(problem && { status: 'error' as const })}
          {...shared}
        />
      ) : (
        <input type="text" ref={(input) => void (box.current = input)} className={styles['text']} {...shared} />
      )}
    </>
  );
}
