import { Button } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { loneValue, problemOf, type FormValues } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

interface FieldEditorProps {
  readonly screen: RecordScreen;
  readonly row: Row;
  /** The field with the value of the record. */
  readonly field: FormField;
  /** The values of its other fields, by name. */
  readonly others: Readonly<Record<string, unknown>>;
  /** The edit is over; `isSaved` where a value was given. */
  readonly onClose: (isSaved: boolean) => void;
}

/** The input of one field of a record, with its rules; Enter saves, Escape leaves, an option is saved once chosen. */
export function FieldEditor({ screen, row, field, others, onClose }: FieldEditorProps) {
  const text = useText();
  const { type } = screen;
  const cellSave = useCellSave(screen);
  const [value, setValue] = useState<unknown>(field.value);
  const [isSaving, setSaving] = useState(false);
  // the area code of a number is saved with it
  const [along, setAlong] = useState<FormValues>({});
  const values = { ...others, ...along, [field.fieldName]: value };
  const problem = problemOf(field, values);
  const isChanged =
    JSON.stringify(value) !== JSON.stringify(field.value) ||
    Object.entries(along).some(([name, one]) => one !== others[name]);
  const send = async (next: FormValues) => {
    setSaving(true);
    // after a refusal the typed text stays
    if (await cellSave(row, { fieldName: field.fieldName, value: loneValue(field, next) })) onClose(true);
    else setSaving(false);
  };
  const save = async () => {
    if (problem) return;
    if (!isChanged) return onClose(false);
    await send(values);
  };
  const change = (next: unknown) => {
    setValue(next);
    const chosen = { ...values, [field.fieldName]: next };
    if (pageTypeOf(field).inCell === 'options' && !problemOf(field, chosen)) void send(chosen);
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && (event.ctrlKey || !pageTypeOf(field).hasLines)) {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape') onClose(false);
  };
  return (
    <div ref={box} role="presentation" onKeyDown={handleKey}>
      <FieldInput
        type={type}
        field={field}
        value={value}
        values={values}
        onChange={change}
        onBlur={() => undefined}
        setValue={(name, next) => setAlong({ ...along, [name]: next })}
        batchId=""
        id={`cell-${field.fieldId}`}
      />
      {problem && isChanged && (
        <p role="alert" className={styles['problem']}>
          {text(problem.code, problem.params)}
        </p>
      )}
      <div className={styles['acts']}>
        <Button size="small" onClick={() => onClose(false)}>
          {text('action.cancel')}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={problem !== null || field.disabled === 1}
          loading={isSaving}
          onClick={() => void save()}
        >
          {text('action.save')}
        </Button>
      </div>
    </div>
  );
}
