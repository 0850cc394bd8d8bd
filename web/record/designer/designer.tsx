import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { FieldList } from '#web/record/designer/field-list.tsx';
import { FieldProperties, type Target } from '#web/record/designer/field-properties.tsx';
import {
  draftsOf,
  isSame,
  newDraft,
  problemsOf,
  sentOf,
  type FieldDraft,
  type LibraryType,
} from '#web/record/designer/field-drafts.ts';
import { askRemoval } from '#web/record/designer/life/ask-removal.tsx';
import { FormLife } from '#web/record/designer/life/form-life.tsx';
import { Library } from '#web/record/designer/library.tsx';
import { PreviewDialog } from '#web/record/designer/preview-dialog.tsx';
import styles from '#web/record/designer/designer.module.css';
import { Page } from '#web/ui/page/page.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import type { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** How a form is read: once, as what others save meanwhile must not take away what is being typed. */
export const readOnce = { staleTime: Infinity, gcTime: 0 } as const;

/** What is saved of a form, and the version that was changed. */
export interface FormChange {
  readonly data: ReturnType<typeof sentOf>;
  readonly base: string | undefined;
}

interface DesignerProps {
  /** Read by `readOnce`. */
  readonly query: UseQueryResult<OutputOf<typeof fieldCalls.adminList>>;
  readonly onSave: (change: FormChange, refused: (error: Error) => void) => void;
  readonly isSaving: boolean;
  /** The record type whose form it is; null for one without formulas. */
  readonly label: number | null;
  readonly title: string;
  /** Fields of the type that its records are converted to. */
  readonly targets: readonly Target[];
  readonly onBack: () => void;
}

/** Designs a form: its fields, their order and what each asks for. */
export function Designer(props: DesignerProps) {
  return (
    <PageState query={props.query}>
      {(fields) => (
        <Open key={fields[0]?.formVersion} {...props} stored={draftsOf(fields)} version={fields[0]?.formVersion} />
      )}
    </PageState>
  );
}

interface OpenProps extends DesignerProps {
  readonly stored: readonly FieldDraft[];
  /** Of what is stored. */
  readonly version: string | undefined;
}

function Open({ label, title, targets, onBack, onSave, isSaving, stored, version }: OpenProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [drafts, setDrafts] = useState(stored);
  const [chosen, setChosen] = useState<string | null>(null);
  const [carried, setCarried] = useState<LibraryType | null>(null);
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [isTold, setTold] = useState(false);
  const hasChanges = !isSame(drafts, stored);
  const problems = problemsOf(drafts);
  const draft = drafts.find(({ key }) => key === chosen);
  useUnsavedChanges(hasChanges);
  const change = (part: Partial<FieldDraft>) =>
    setDrafts(drafts.map((one) => (one.key === chosen ? { ...one, ...part } : one)));
  const insert = (formType: LibraryType, at: number) => {
    const added = newDraft(
      formType,
      text(`designer.type.${formType}`),
      drafts.map(({ name }) => name),
    );
    setDrafts(drafts.toSpliced(at, 0, added));
    setChosen(added.key);
    setCarried(null);
    setLibraryOpen(false);
  };
  const placeBehindChosen = () => {
    const at = drafts.findIndex(({ key }) => key === chosen);
    return at < 0 ? drafts.length : at + 1;
  };
  const remove = async (gone: FieldDraft) => {
    if (!(await askRemoval(label, gone, drafts))) return;
    setDrafts((now) => now.filter(({ key }) => key !== gone.key));
    if (gone.key === chosen) setChosen(null);
  };
  const submit = () => {
    setTold(true);
    const [first] = problems.keys();
    // a refusal names the field: it is shown, with everything that was typed
    const show = ({ message }: Error) =>
      setChosen((now) => drafts.find(({ name }) => name !== '' && message.includes(name))?.key ?? now);
    if (first === undefined) onSave({ data: sentOf(drafts), base: version }, show);
    else setChosen(first);
  };
  const library = <Library onAdd={(formType) => insert(formType, placeBehindChosen())} onCarry={setCarried} />;
  const properties = draft && <FieldProperties label={label} draft={draft} targets={targets} onChange={change} />;
  return (
    <Page
      title={title}
      acts={
        <>
          <Button onClick={onBack}>{text('designer.back')}</Button>
          {label !== null && <FormLife label={label} version={version} hasChanges={hasChanges} />}
          <Button icon={<EyeOutlined aria-hidden />} onClick={() => setPreviewed(true)}>
            {text('designer.preview')}
          </Button>
          <Button type="primary" disabled={!hasChanges} loading={isSaving} onClick={submit}>
            {text('action.save')}
          </Button>
        </>
      }
    >
      <div className={styles['designer']}>
        {isPhone ? (
          <Button icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setLibraryOpen(true)}>
            {text('designer.add')}
          </Button>
        ) : (
          <div className={styles['side']}>
            <h2>{text('designer.library')}</h2>
            {library}
          </div>
        )}
        <FieldList
          drafts={drafts}
          chosen={chosen}
          problems={isTold ? problems : new Map()}
          isCarrying={carried !== null}
          onChange={setDrafts}
          onChoose={setChosen}
          onRemove={(gone) => void remove(gone)}
          onDropAt={(at) => carried && insert(carried, at)}
        />
        {isPhone ? (
          <>
            <Sheet isOpen={isLibraryOpen} title={text('designer.library')} onClose={() => setLibraryOpen(false)}>
              {library}
            </Sheet>
            <Sheet isOpen={draft !== undefined} title={text('designer.properties')} onClose={() => setChosen(null)}>
              {properties}
            </Sheet>
          </>
        ) : (
          <aside className={styles['side']} aria-label={text('designer.properties')}>
            <h2>{text('designer.properties')}</h2>
            {properties ?? <p className={styles['hint']}>{text('designer.choose')}</p>}
          </aside>
        )}
      </div>
      {isPreviewed && <PreviewDialog title={title} drafts={drafts} onClose={() => setPreviewed(false)} />}
    </Page>
  );
}
