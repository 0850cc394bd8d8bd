import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isDialogOpen } from '#web/lib/shortcuts.ts';
import { tellDone } from '#web/record/actions/undo-action.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { loneValue, problemOf, type FormValues } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Loading } from '#web/ui/states/page-state.tsx';
import { type Row, idOf } from '#web/record/row.ts';
import { fieldCalls, type FormField, type ListHead } from '#shared/record/calls/field-calls.ts';

interface EditorProps {
  readonly screen: RecordScreen;
  readonly row: Row;
  readonly head: ListHead;
  readonly onClose: () => void;
}

/** Edits one list cell in place, by the rules of the form; one undo reverts it. */
export function CellEditor({ children, ...props }: EditorProps & { readonly children: ReactNode }) {
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      // a click in the dialog of an input is not a click outside
      onOpenChange={(isOpen) => !isOpen && !isDialogOpen() && props.onClose()}
      content={<Editor {...props} />}
    >
      {children}
    </Popover>
  );
}

function Editor(props: EditorProps) {
  const { screen, row, head } = props;
  const { type } = screen;
  const query = useQuery({
    ...callQuery(fieldCalls.form, { label: type.code, id: idOf(type, row) }),
    staleTime: 0,
    gcTime: 0,
  });
  const field = query.data?.find((one) => one.fieldId === head.fieldId);
  const values = Object.fromEntries((query.data ?? []).map((one) => [one.fieldName, one.value]));
  return (
    <div className={styles['editor']}>
      {field ? <FieldEditor {...props} field={field} others={values} /> : <Loading />}
    </div>
  );
}

function FieldEditor({
  screen,
  row,
  field,
  others,
  onClose,
}: EditorProps & { readonly field: FormField; readonly others: Readonly<Record<string, unknown>> }) {
  const text = useText();
  const { type, calls } = screen;
  const [value, setValue] = useState<unknown>(field.value);
  const [isSaving, setSaving] = useState(false);
  // the area code of a number is saved with it
  const [along, setAlong] = useState<FormValues>({});
  const values = { ...others, ...along, [field.fieldName]: value };
  const problem = problemOf(field, values);
  const isChanged =
    JSON.stringify(value) !== JSON.stringify(field.value) ||
    Object.entries(along).some(([name, one]) => one !== others[name]);
  const save = async () => {
    if (problem) return;
    if (!isChanged) return onClose();
    setSaving(true);
    try {
      const id = idOf(type, row);
      const answer = await call(calls.editField, {
        ids: [id],
        fieldName: field.fieldName,
        value: loneValue(field, values),
        versions: { [id]: Number(row['version']) },
      });
      onClose();
      await tellDone(text, answer);
    } catch {
      // already reported; the typed text stays
    } finally {
      setSaving(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && (event.ctrlKey || !pageTypeOf(field).hasLines)) {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape') onClose();
  };
  return (
    <div onKeyDown={handleKey}>
      <FieldInput
        type={type}
        field={field}
        value={value}
        values={values}
        onChange={setValue}
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
        <Button size="small" onClick={onClose}>
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
