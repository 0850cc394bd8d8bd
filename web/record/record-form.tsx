import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { FieldInput, isWide } from '#web/record/field-input.tsx';
import { newBatchId, payloadOf, problemOf, type FormValues } from '#web/record/form-values.ts';
import styles from '#web/record/record-form.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { fieldCalls, type FormField } from '#shared/record/field-calls.ts';
import type { FileRow } from '#shared/record/record-calls.ts';

interface FormProps {
  readonly screen: RecordScreen;
  /** Absent for a new record. */
  readonly id?: number;
  readonly version?: number;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Create and edit overlay, built from the fields of the type (spec §2 "Create/edit overlay"). */
export function RecordForm(props: FormProps) {
  const { screen, id } = props;
  const query = useQuery({
    ...callQuery(fieldCalls.form, { label: screen.type.code, ...(id === undefined ? {} : { id }) }),
    gcTime: 0,
    staleTime: 0,
  });
  const text = useText();
  return (
    <Modal
      open
      title={text(wordOf(screen, id === undefined ? 'new' : 'edit'))}
      width={760}
      style={{ top: 24 }}
      footer={null}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      destroyOnHidden
    >
      <PageState query={query} isEmpty={() => false}>
        {(fields) => <FormBody {...props} fields={fields} />}
      </PageState>
    </Modal>
  );
}

/** What a refused save says of the field. */
interface Refusal {
  readonly fieldName?: string;
  /** Of a conflict: what the field holds now, by whom, and in which version. */
  readonly current?: string;
  readonly editor?: string;
  readonly version?: number;
}

const draftKey = (screen: RecordScreen, id: number | undefined): string => `draft.${screen.type.name}.${id ?? 'new'}`;

function startValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.map((field) => [
      field.fieldName,
      field.value === '' && field.defaultValue ? field.defaultValue : field.value,
    ]),
  );
}

/** Unsaved changes survive a reload (ui "Form template"). */
function useDraft(screen: RecordScreen, id: number | undefined, start: FormValues) {
  const key = draftKey(screen, id);
  const [values, setValues] = useState<FormValues>(() => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
      return stored && typeof stored === 'object' ? { ...start, ...(stored as FormValues) } : start;
    } catch {
      return start;
    }
  });
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);
  useEffect(() => {
    if (isDirty) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  }, [isDirty, key, values]);
  return { values, setValues, isDirty, forget: () => sessionStorage.removeItem(key) };
}

function FormBody({
  screen,
  id,
  version,
  fields,
  onClose,
  onSaved,
}: FormProps & { readonly fields: readonly FormField[] }) {
  const text = useText();
  const start = useMemo(() => startValues(fields), [fields]);
  const { values, setValues, isDirty, forget } = useDraft(screen, id, start);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [seen, setSeen] = useState(version);
  const batchId = useMemo(newBatchId, []);
  const batches = useMemo(
    () =>
      Object.fromEntries(
        fields
          .filter((field) => field.formType === 'file')
          .map((field) => [
            field.fieldName,
            (field.value as FileRow[] | '')?.[0]
              ? ((field.value as FileRow[])[0]?.batchId ?? newBatchId())
              : newBatchId(),
          ]),
      ),
    [fields],
  );
  const form = useRef<HTMLFormElement>(null);
  const shown = fields.filter((field) => field.companionOf === null);
  const save = useAction(screen.calls.save, {
    quiet: true,
    refreshes: [screen.calls.list, screen.calls.read, fieldCalls.information],
  });

  const setError = (fieldName: string, message: string) => setErrors((before) => ({ ...before, [fieldName]: message }));
  const setValue = (fieldName: string, value: unknown) => {
    setValues((before) => ({ ...before, [fieldName]: value }));
    setError(fieldName, '');
  };
  const check = async (field: FormField): Promise<boolean> => {
    const problem = problemOf(field, values);
    setError(field.fieldName, problem ? text(problem.code, problem.params) : '');
    if (problem) return false;
    if (field.isUnique !== 1 || JSON.stringify(values[field.fieldName]) === JSON.stringify(start[field.fieldName]))
      return true;
    try {
      await call(
        fieldCalls.verify,
        { fieldId: field.fieldId, value: String(values[field.fieldName]) },
        { quiet: true },
      );
      return true;
    } catch (error) {
      setError(field.fieldName, (isCallError(error) && error.said) || text('form.verify_failed'));
      return false;
    }
  };
  const focusError = (fieldName: string) => {
    const input = form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldName)}"]`);
    input?.scrollIntoView({ block: 'center' });
    input?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  };
  /** Somebody has changed the same field meanwhile: theirs is shown, and the user decides (security C10). */
  const settle = async ({ fieldName = '', current = '', editor = '', version: theirs }: Refusal) => {
    const field = fields.find((one) => one.fieldName === fieldName);
    const isMine = await confirm({
      title: text('form.conflict', { editor, name: field?.name ?? fieldName, value: current || '--' }),
      okText: text('form.keep_mine'),
      cancelText: text('form.take_theirs'),
    });
    setSeen(theirs);
    if (isMine) return setError(fieldName, text('form.save_again'));
    const [fresh] = (await readFields()).filter((one) => one.fieldName === fieldName);
    setValue(fieldName, fresh?.value ?? '');
    setError(fieldName, text('form.save_again'));
  };
  const readFields = () => call(fieldCalls.form, { label: screen.type.code, ...(id === undefined ? {} : { id }) });
  const submit = async () => {
    for (const field of shown) {
      if (await check(field)) continue;
      focusError(field.fieldName);
      return;
    }
    const payload = payloadOf(fields, values, id === undefined ? null : start, batches);
    const entity = id === undefined ? { ...payload.entity, batchId } : { ...payload.entity, [screen.type.idKey]: id };
    try {
      const answer = await save.mutateAsync({
        entity,
        field: payload.field,
        ...(seen === undefined ? {} : { version: seen }),
      });
      forget();
      toast.success(text(id === undefined ? 'form.added' : 'form.changed'));
      onSaved(Number(answer[screen.type.idKey]));
    } catch (error) {
      const detail = isCallError(error) ? (error.detail as Refusal | undefined) : undefined;
      const message = isCallError(error) ? error.msg : '';
      if (isCallError(error) && error.code === 409 && detail?.version !== undefined) return settle(detail);
      if (detail?.fieldName) {
        setError(detail.fieldName, message);
        focusError(detail.fieldName);
      } else toast.error(message === '' ? text('state.failed') : message);
    }
  };
  const close = async () => {
    if (isDirty && !(await confirm({ title: text('form.leave'), isDangerous: true }))) return;
    forget();
    onClose();
  };
  useEffect(() => {
    // a finger would get a keyboard that hides half of the form
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  useShortcut('Control+Enter', () => void submit(), { whileTyping: true, inDialog: true });
  useShortcut('Escape', () => void close(), { whileTyping: true, inDialog: true });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3 className={styles['section']}>{text('form.basic')}</h3>
      <div className={styles['grid']}>
        {shown.map((field) => {
          const inputId = `field-${field.fieldId}`;
          const message = errors[field.fieldName] ?? '';
          return (
            <div
              key={field.fieldId}
              data-field={field.fieldName}
              className={isWide(field.formType) ? styles['wide'] : undefined}
            >
              <label htmlFor={inputId} className={styles['label']}>
                {field.isNull === 1 && (
                  <span className={styles['required']} aria-hidden>
                    *
                  </span>
                )}{' '}
                {field.name}
              </label>
              <FieldInput
                id={inputId}
                field={field}
                value={values[field.fieldName]}
                values={values}
                setValue={setValue}
                batchId={batches[field.fieldName] ?? batchId}
                onChange={(value) => setValue(field.fieldName, value)}
                onBlur={() => void check(field)}
              />
              {message !== '' && (
                <div role="alert" className={styles['error']}>
                  {message}
                </div>
              )}
            </div>
          );
        })}
      </div>
      <footer className={styles['footer']}>
        <Button onClick={() => void close()}>{text('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('action.save')}
        </Button>
      </footer>
    </form>
  );
}
