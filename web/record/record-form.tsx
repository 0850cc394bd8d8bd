import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { FieldInput, isWide } from '#web/record/field-input.tsx';
import { FieldAids } from '#web/record/field-aids.tsx';
import { useFormAids } from '#web/record/form-aid.ts';
import { HelpVideo } from '#web/record/help-video.tsx';
import { newBatchId, payloadOf, problemOf, type FormValues } from '#web/record/form-values.ts';
import { PickablesContext, useScreenOf } from '#web/record/picker/pickable.ts';
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
  /** What the fields of a new record begin with, by fieldName. */
  readonly initial?: FormValues;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Create and edit overlay, built from the fields of the type (spec §2 "Create/edit overlay"). */
export function RecordForm(props: FormProps) {
  const { screen, id, onSaved } = props;
  const [saved, setSaved] = useState<Saved | null>(null);
  const next = useScreenOf(useNext(props) ?? undefined).data;
  const query = useQuery({
    ...callQuery(fieldCalls.form, { label: screen.type.code, ...(id === undefined ? {} : { id }) }),
    gcTime: 0,
    staleTime: 0,
  });
  const text = useText();
  const [hasAside, setAside] = useState(false);
  // until its fields are there; the key must not reach a dialog that this one is open out of
  useShortcut('Escape', props.onClose, { isOn: query.data === undefined, whileTyping: true, inDialog: true });
  if (saved && next && screen.next) {
    const finish = () => onSaved(saved.id);
    return <RecordForm screen={next} initial={screen.next.initial(saved.answer)} onClose={finish} onSaved={finish} />;
  }
  return (
    <Modal
      open
      title={
        <>
          {text(wordOf(screen, id === undefined ? 'new' : 'edit'))} <HelpVideo screen={screen} />
        </>
      }
      width={hasAside ? 1000 : 760}
      style={{ top: 24 }}
      footer={null}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      destroyOnHidden
    >
      <PageState query={query} isEmpty={() => false}>
        {(fields) => (
          <FormBody
            {...props}
            fields={fields}
            hasAside={hasAside}
            onAside={setAside}
            {...(next ? { onNext: setSaved } : {})}
          />
        )}
      </PageState>
    </Modal>
  );
}

/** A new record whose form is left for that of the next one. */
interface Saved {
  readonly id: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What may be made after a new record by this user. */
function useNext({ screen, id }: FormProps) {
  const may = useMay();
  const all = use(PickablesContext);
  if (id !== undefined || !screen.next || !may(screen.next.access)) return null;
  return all.find(({ code }) => code === screen.next?.code);
}

/** What a refused save says of the field. */
interface Refusal {
  readonly fieldName?: string;
  /** Of a conflict: what the field holds now, by whom, and in which version. */
  readonly current?: string;
  readonly editor?: string;
  readonly version?: number;
}

/** A form that begins with something is another one than that which begins with nothing. */
const draftKey = ({ screen, id, initial }: FormProps): string =>
  `draft.${screen.type.name}.${id ?? 'new'}${initial ? JSON.stringify(initial) : ''}`;

function startValues(fields: readonly FormField[], initial: FormValues = {}): FormValues {
  return Object.fromEntries(
    fields.map(({ fieldName, value, defaultValue }) => [
      fieldName,
      initial[fieldName] ?? (value === '' && defaultValue ? defaultValue : value),
    ]),
  );
}

/** Unsaved changes survive a reload (ui "Form template"). */
function useDraft(key: string, start: FormValues) {
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

function FormBody(
  props: FormProps & {
    readonly fields: readonly FormField[];
    /** Whether something stands beside the form, such as a check of a company. */
    readonly hasAside: boolean;
    readonly onAside: (isOpen: boolean) => void;
    /** Saves and goes on with the next record; absent where there is none. */
    readonly onNext?: (saved: Saved) => void;
  },
) {
  const { screen, id, version, initial, fields, hasAside, onAside, onClose, onSaved, onNext } = props;
  const aids = useFormAids(screen);
  const text = useText();
  const start = useMemo(() => startValues(fields, initial), [fields, initial]);
  const { values, setValues, isDirty, forget } = useDraft(draftKey(props), start);
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
  // a second press of the keys that save must not make a second record, nor Escape ask about what is saved already
  const phase = useRef<'open' | 'saving' | 'saved'>('open');
  const submit = async (onDone = (saved: Saved) => onSaved(saved.id)) => {
    if (phase.current !== 'open') return;
    phase.current = 'saving';
    const saved = await trySave();
    phase.current = saved ? 'saved' : 'open';
    if (saved) onDone(saved);
  };
  /** What was saved; null when something stands against it, which is shown. */
  const trySave = async (): Promise<Saved | null> => {
    for (const field of shown) {
      if (await check(field)) continue;
      focusError(field.fieldName);
      return null;
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
      return { id: Number(answer[screen.type.idKey]), answer };
    } catch (error) {
      const detail = isCallError(error) ? (error.detail as Refusal | undefined) : undefined;
      const message = isCallError(error) ? error.msg : '';
      if (isCallError(error) && error.code === 409 && detail?.version !== undefined) await settle(detail);
      else if (detail?.fieldName) {
        setError(detail.fieldName, message);
        focusError(detail.fieldName);
      } else toast.error(message === '' ? text('state.failed') : message);
      return null;
    }
  };
  const close = async () => {
    if (isDirty && phase.current !== 'saved' && !(await confirm({ title: text('form.leave'), isDangerous: true })))
      return;
    forget();
    onClose();
  };
  useEffect(() => {
    // a finger would get a keyboard that hides half of the form
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  useShortcut('Control+Enter', () => void submit(), { whileTyping: true, inDialog: true });
  useShortcut('Escape', () => (hasAside ? onAside(false) : void close()), { whileTyping: true, inDialog: true });

  const filled = (more: FormValues) => setValues((before) => ({ ...before, ...more }));
  const written = (more: FormValues, next: number) => {
    filled(more);
    setSeen(next);
  };
  const inputs = (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // the form of a related record may be open out of another one
        event.stopPropagation();
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
              <FieldAids
                aids={aids}
                screen={screen}
                id={id}
                field={field}
                values={values}
                hasProblem={message !== ''}
                onAside={() => onAside(!hasAside)}
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
        {onNext && screen.next && (
          <Button disabled={save.isPending} onClick={() => void submit(onNext)}>
            {text(screen.next.label)}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('action.save')}
        </Button>
      </footer>
    </form>
  );
  const Aside = hasAside ? aids.find((aid) => aid.Aside)?.Aside : undefined;
  return (
    <div className={Aside && styles['pair']}>
      {inputs}
      {Aside && (
        <Aside
          screen={screen}
          id={id}
          version={seen}
          fields={fields}
          values={values}
          onFill={filled}
          onWritten={written}
          onClose={() => onAside(false)}
        />
      )}
    </div>
  );
}
