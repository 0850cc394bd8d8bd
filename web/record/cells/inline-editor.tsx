import { useQuery } from '@tanstack/react-query';
import { Input, Select, Tooltip, type InputRef, type RefSelectProps } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { optionOf } from '#web/record/cells/field-options.ts';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { loneValue, problemOf } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { fieldCalls, type FormField, type ListHead } from '#shared/record/calls/field-calls.ts';

export const isInline = (head: ListHead): boolean =>
  head.stateKey === undefined && pageTypeOf(head).inCell !== undefined;

interface InlineProps {
  readonly screen: RecordScreen;
  readonly row: Row;
  readonly head: ListHead;
  readonly typed: string;
  readonly onClose: (isSaved: boolean) => void;
  /** What was typed has been refused, which has been reported: it can be mended. */
  readonly onRefused: (typed: string) => void;
  /** The cell, until the rules of its field are known. */
  readonly children: ReactNode;
}

/** Edits a value where it stands: Enter saves, Escape leaves; an option is saved as soon as it is chosen. */
export function InlineEditor({ children, ...props }: InlineProps) {
  // the same for all rows: asked once
  const form = useQuery({
    ...callQuery(fieldCalls.form, { label: props.screen.type.code }),
    staleTime: 300_000,
  });
  const field = form.data?.find((one) => one.fieldId === props.head.fieldId);
  if (!field) return children;
  return pageTypeOf(props.head).inCell === 'options' ? (
    <OptionEditor {...props} field={field} />
  ) : (
    <TextEditor {...props} field={field} />
  );
}

type FieldProps = Omit<InlineProps, 'children'> & { readonly field: FormField };

function OptionEditor({ screen, row, head, field, typed, onClose }: FieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const box = useRef<RefSelectProps>(null);
  useEffect(() => box.current?.focus(), []);
  const before = row[head.fieldName];
  const choose = (value: string | number | undefined) => {
    onClose(true);
    if (value === before) return;
    void save(row, {
      fieldName: field.fieldName,
      value: value ?? '',
      shown: { key: head.fieldName, value: value ?? '' },
    });
  };
  return (
    <Select
      ref={box}
      defaultOpen
      showSearch={{ optionFilterProp: 'label' }}
      {...(typed !== '' && { defaultSearchValue: typed })}
      allowClear={field.isNull !== 1}
      className={styles['inline'] ?? ''}
      popupMatchSelectWidth={false}
      aria-label={head.name}
      placeholder={text('filter.pick_value')}
      value={String(before ?? '') === '' ? null : (before as string | number)}
      options={field.setting.map(optionOf)}
      onChange={(value: string | number | null) => choose(value ?? undefined)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose(false);
      }}
      onBlur={() => onClose(false)}
    />
  );
}

function TextEditor({ screen, row, head, field, typed, onClose, onRefused }: FieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const box = useRef<InputRef>(null);
  const before = String(row[head.fieldName] ?? '');
  const [value, setValue] = useState(typed === '' ? before : typed);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => box.current?.focus({ cursor: typed === '' ? 'all' : 'end' }), [typed]);
  const values = { [field.fieldName]: value };
  const problem = problemOf(field, values);
  const isDone = useRef(false);
  const close = (isSaved: boolean) => {
    // leaving the box on Enter or Escape is not leaving it for something else
    isDone.current = true;
    onClose(isSaved);
  };
  const finish = () => {
    if (isDone.current) return;
    if (value === before) return close(true);
    if (problem) return setAsked(true);
    close(true);
    void save(row, {
      fieldName: field.fieldName,
      value: loneValue(field, values),
      shown: { key: head.fieldName, value },
    }).then((isSaved) => !isSaved && onRefused(value));
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      finish();
    }
    if (event.key === 'Escape') close(false);
  };
  return (
    <Tooltip open={isAsked && problem !== null} title={problem && text(problem.code, problem.params)}>
      <Input
        ref={box}
        className={styles['inline'] ?? ''}
        aria-label={head.name}
        {...(isAsked && problem && { status: 'error' as const, 'aria-invalid': true })}
        {...(field.maxLength !== null && { maxLength: field.maxLength })}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={handleKey}
        onBlur={finish}
      />
    </Tooltip>
  );
}
