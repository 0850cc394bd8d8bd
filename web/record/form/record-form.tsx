import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { use, useEffect, useId, useRef, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useFormApproval } from '#web/record/approval/form/form-approval.ts';
import { FormSection } from '#web/record/approval/form/form-section.tsx';
import { useFormAids } from '#web/record/form/form-aid.ts';
import { LinesAids } from '#web/record/form/field-aids.tsx';
import { FormFields } from '#web/record/form/form-fields.tsx';
import { moveOnEnter, openAround } from '#web/record/form/form-keys.ts';
import { HelpVideo } from '#web/record/form/help-video.tsx';
import styles from '#web/record/form/record-form.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { initialChild } from '#web/record/children/initial-child.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { formAsked, useFormSave, type Saved } from '#web/record/form/use-form-save.ts';
import { useFormState, type FormBegin, type FormState } from '#web/record/form/use-form-state.ts';
import { DocumentLines } from '#web/record/lines/document-lines.tsx';
import { LinesTotals } from '#web/record/lines/lines-totals.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { fieldCalls, type FormField, type FormLines } from '#shared/record/calls/field-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';
import { camelCase } from '#shared/record/field.ts';

interface FormProps extends FormBegin {
  /** Instead of the type's own. */
  readonly title?: MessageKey | undefined;
  /** The address says that it is open: Back leaves it by that. */
  readonly isInAddress?: boolean;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Create and edit overlay, built from the fields of the type (R11.1). */
export function RecordForm(props: FormProps) {
  const { screen, id, onSaved } = props;
  const [begun, setBegun] = useState<Begun | null>(null);
  const next = useNext(props, setBegun);
  // not newer than the values, which are read from now on
  const [version] = useState(props.version);
  const asked = formAsked(props);
  const query = useQuery({
    // for this form only, and read once, so that edited values are not changed by a reload
    queryKey: [fieldCalls.form.path, asked, useId()],
    queryFn: async ({ signal }) => {
      const [fields, lines] = await Promise.all([
        call(fieldCalls.form, asked, { quiet: true, signal }),
        screen.type.lines ? call(fieldCalls.lines, asked, { quiet: true, signal }) : null,
      ]);
      return { fields, lines };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const text = useText();
  const [hasAside, setAside] = useState(false);
  // until its fields are loaded; the key must not reach a dialog below this one
  useBackCloses(query.data === undefined && props.isInAddress !== true, props.onClose);
  useShortcut('Escape', props.onClose, { isOn: query.data === undefined, whileTyping: true, inDialog: true });
  if (begun) {
    const finish = () => onSaved(begun.parentId);
    return <RecordForm screen={begun.screen} initial={begun.initial} onClose={finish} onSaved={finish} />;
  }
  return (
    <Dialog
      open
      title={
        <>
          {text(props.title ?? wordOf(screen, id === undefined ? 'new' : 'edit'))} <HelpVideo screen={screen} />
        </>
      }
      width={screen.type.lines ? 1120 : hasAside ? 1000 : 760}
      rootClassName="whole-on-phone"
      style={{ top: 24 }}
      footer={null}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      destroyOnHidden
    >
      <PageState query={query} isEmpty={() => false}>
        {(read) => (
          <FormBody {...props} version={version} read={read} hasAside={hasAside} onAside={setAside} next={next} />
        )}
      </PageState>
    </Dialog>
  );
}

/** The form of a child, and the record saved before it. */
interface Begun {
  readonly parentId: number;
  readonly screen: RecordScreen;
  readonly initial: FormValues;
}

/** A child that can be created right after a new record. */
interface Next {
  readonly label: MessageKey;
  readonly begin: (saved: Saved) => void;
}

/** Children that this user may create after a new record, such as a contact of a new customer (R11.4). */
function useNext({ screen, id, onSaved }: FormProps, onBegun: (begun: Begun) => void): Next[] {
  const may = useMay();
  const known = use(RecordTypesContext);
  if (id !== undefined) return [];
  const types = known.map(({ type }) => type);
  return childRelations(types, screen.type.code).flatMap((child): Next[] => {
    const { next: label } = child.relation;
    const load = known.find(({ type }) => type === child.type)?.load;
    if (label === undefined || !load || !may(permissionOf(child.type, 'save'))) return [];
    const begin = async ({ id: parentId, answer }: Saved) => {
      const name = String(answer[camelCase(screen.type.titleField)] ?? '');
      try {
        const [own, initial] = await Promise.all([
          load(),
          initialChild(child, { type: screen.type, id: parentId, name }),
        ]);
        onBegun({ parentId, screen: own, initial });
      } catch {
        // the record is saved, whatever happens next
        onSaved(parentId);
      }
    };
    return [{ label, begin: (saved) => void begin(saved) }];
  });
}

interface BodyProps extends FormProps {
  /** The fields and lines as currently loaded. */
  readonly read: { readonly fields: readonly FormField[]; readonly lines: FormLines | null };
  /** Whether a panel is open next to the form, such as a check of a company. */
  readonly hasAside: boolean;
  readonly onAside: (isOpen: boolean) => void;
  /** Buttons that save and continue with a child. */
  readonly next: readonly Next[];
}

function FormBody(props: BodyProps) {
  const { screen, id, read, hasAside, onAside, onClose, onSaved, next } = props;
  const text = useText();
  const aids = useFormAids(screen);
  const form = useRef<HTMLFormElement>(null);
  const state = useFormState(props, read.fields, read.lines);
  const { submit, isSaving, isSaved } = useFormSave(props, state, (fieldName) => focusField(form.current, fieldName));
  const approval = useFormApproval(props, state);
  const save = (prepare = approval?.asSubmitted) => void submit((saved) => onSaved(saved.id), prepare);
  const close = async () => {
    if (state.isDirty && !isSaved() && !(await confirmLeaving())) return;
    state.forget();
    onClose();
  };
  useBackCloses(props.isInAddress !== true, () => void close());
  useEffect(() => {
    // on touch devices the keyboard would hide half of the form
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  useShortcut('Control+Enter', () => save(), { whileTyping: true, inDialog: true });
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
          // the form of a related record may be open from another one
          event.stopPropagation();
          save();
        }}
      >
        <FormFields screen={screen} id={id} state={state} aids={aids} onAside={() => onAside(!hasAside)} />
        {state.lines.setup && (
          <>
            <h3 className={`${styles['section']} ${styles['further']}`}>{text('lines.name')}</h3>
            <DocumentLines setup={state.lines.setup} state={state.lines} />
            <LinesAids
              aids={aids}
              values={state.values}
              setup={state.lines.setup}
              lines={state.lines.lines}
              actions={state.lines.actions}
            />
            <FormTotals screen={screen} state={state} />
          </>
        )}
        {approval && <FormSection approval={approval} />}
        <footer className={styles['footer']}>
          <Button onClick={() => void close()}>{text('action.cancel')}</Button>
          {next.map(({ label, begin }) => (
            <Button key={label} disabled={isSaving} onClick={() => void submit(begin, approval?.asSubmitted)}>
              {text(label)}
            </Button>
          ))}
          {approval && (
            <Button disabled={isSaving} onClick={() => save(approval.asDraft)}>
              {text('approval.save_draft')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {text(approval ? 'approval.submit' : 'action.save')}
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

/** The money of a document below its lines. */
function FormTotals({ screen: { type }, state }: Pick<FormProps, 'screen'> & { readonly state: FormState }) {
  const { amounts } = type.lines ?? {};
  const { fields, values, start, errors, preview, lines, setValue, checkWhenLeft } = state;
  if (!amounts) return null;
  return (
    <LinesTotals
      type={type}
      amounts={amounts}
      fields={fields}
      values={values}
      start={start}
      preview={preview}
      haveLinesChanged={lines.sent() !== null}
      errors={errors}
      onType={setValue}
      onLeave={checkWhenLeft}
    />
  );
}

function focusField(form: HTMLElement | null, fieldName: string): void {
  const input = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldName)}"]`);
  openAround(input);
  input?.scrollIntoView({ block: 'center' });
  input?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
