import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { use, useEffect, useId, useRef, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useFormAids } from '#web/record/form/form-aid.ts';
import { FormFields } from '#web/record/form/form-fields.tsx';
import { moveOnEnter } from '#web/record/form/form-keys.ts';
import { HelpVideo } from '#web/record/form/help-video.tsx';
import { PickablesContext, useScreenOf } from '#web/record/picker/pickable.ts';
import styles from '#web/record/form/record-form.module.css';
import { wordOf } from '#web/record/record-screen.ts';
import { formAsked, useFormSave, type Saved } from '#web/record/form/use-form-save.ts';
import { useFormState, type FormBegin } from '#web/record/form/use-form-state.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';
import { fieldCalls, type FormField } from '#shared/record/calls/field-calls.ts';

interface FormProps extends FormBegin {
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Create and edit overlay, built from the fields of the type (R11.1). */
export function RecordForm(props: FormProps) {
  const { screen, id, onSaved } = props;
  const [saved, setSaved] = useState<Saved | null>(null);
  const next = useScreenOf(useNext(props) ?? undefined).data;
  // not newer than the values, which are read from now on
  const [version] = useState(props.version);
  const asked = formAsked(props);
  const query = useQuery({
    // of this form only, and read once: others keep what they read, and what is edited does not change below
    queryKey: [fieldCalls.form.path, asked, useId()],
    queryFn: ({ signal }) => call(fieldCalls.form, asked, { quiet: true, signal }),
    gcTime: 0,
    staleTime: Infinity,
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
            version={version}
            read={fields}
            hasAside={hasAside}
            onAside={setAside}
            {...(next ? { onNext: setSaved } : {})}
          />
        )}
      </PageState>
    </Modal>
  );
}

/** What may be made after a new record by this user. */
function useNext({ screen, id }: FormProps) {
  const may = useMay();
  const all = use(PickablesContext);
  if (id !== undefined || !screen.next || !may(screen.next.access)) return null;
  return all.find(({ code }) => code === screen.next?.code);
}

interface BodyProps extends FormProps {
  /** The fields as they are read now. */
  readonly read: readonly FormField[];
  /** Whether something stands beside the form, such as a check of a company. */
  readonly hasAside: boolean;
  readonly onAside: (isOpen: boolean) => void;
  /** Saves and goes on with the next record; absent where there is none. */
  readonly onNext?: (saved: Saved) => void;
}

function FormBody(props: BodyProps) {
  const { screen, id, read, hasAside, onAside, onClose, onSaved, onNext } = props;
  const text = useText();
  const aids = useFormAids(screen);
  const form = useRef<HTMLFormElement>(null);
  const state = useFormState(props, read);
  const { submit, isSaving, isSaved } = useFormSave(props, state, (fieldName) => focusField(form.current, fieldName));
  const save = () => void submit((saved) => onSaved(saved.id));
  const close = async () => {
    if (state.isDirty && !isSaved() && !(await confirmLeaving())) return;
    state.forget();
    onClose();
  };
  useEffect(() => {
    // a finger would get a keyboard that hides half of the form
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  useShortcut('Control+Enter', save, { whileTyping: true, inDialog: true });
  useShortcut('Escape', () => (hasAside ? onAside(false) : void close()), { whileTyping: true, inDialog: true });
  const Aside = hasAside ? aids.find((aid) => aid.Aside)?.Aside : undefined;
  return (
    <div className={Aside && styles['pair']}>
      <form
        ref={form}
        noValidate
        onKeyDown={moveOnEnter}
        onSubmit={(event) => {
          event.preventDefault();
          // the form of a related record may be open out of another one
          event.stopPropagation();
          save();
        }}
      >
        <h3 className={styles['section']}>{text('form.basic')}</h3>
        <FormFields screen={screen} id={id} state={state} aids={aids} onAside={() => onAside(!hasAside)} />
        <footer className={styles['footer']}>
          <Button onClick={() => void close()}>{text('action.cancel')}</Button>
          {onNext && screen.next && (
            <Button disabled={isSaving} onClick={() => void submit(onNext)}>
              {text(screen.next.label)}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {text('action.save')}
          </Button>
        </footer>
      </form>
      {Aside && (
        <Aside
          screen={screen}
          id={id}
          version={state.seen}
          fields={state.fields}
          values={state.values}
          onFill={state.change}
          onWritten={state.written}
          onClose={() => onAside(false)}
        />
      )}
    </div>
  );
}

function focusField(form: HTMLElement | null, fieldName: string): void {
  const input = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldName)}"]`);
  input?.scrollIntoView({ block: 'center' });
  input?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
