import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { FieldList } from '#web/record/designer/field-list.tsx';
import { FieldProperties, type Target } from '#web/record/designer/field-properties.tsx';
import { isSame, newDraft, withRenamedOption, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import {
  fieldsIn,
  isSection,
  itemsOf,
  newSection,
  problemsIn,
  sentForm,
  type FormItem,
} from '#web/record/designer/form-items.ts';
import { FormProgress } from '#web/record/designer/form-progress.tsx';
import { Library, type LibraryItem } from '#web/record/designer/library.tsx';
import { askRemoval } from '#web/record/designer/life/ask-removal.tsx';
import { FormLife } from '#web/record/designer/life/form-life.tsx';
import { PreviewDialog } from '#web/record/designer/preview/preview-dialog.tsx';
import { refusalOf, type RollupRefusal } from '#web/record/designer/rollup-input.tsx';
import { RuleProperties } from '#web/record/designer/rules/rule-properties.tsx';
import { SectionProperties } from '#web/record/designer/section-properties.tsx';
import { UniqueRulesDialog } from '#web/record/designer/unique-rules-dialog.tsx';
import styles from '#web/record/designer/designer.module.css';
import type { PageAct } from '#web/ui/page/page-acts.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** How a form is read: once, as what others save meanwhile must not take away what is being typed. */
export const readOnce = { staleTime: Infinity, gcTime: 0 } as const;

/** What is saved of a form, and the version that was changed. */
export interface FormChange {
  readonly data: ReturnType<typeof sentForm>;
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
  /** Acts on the type that are made elsewhere. */
  readonly further?: readonly PageAct[];
  readonly onBack: () => void;
}

/** Designs a form: its fields, their order and what each asks for. */
export function Designer(props: DesignerProps) {
  return (
    <PageState query={props.query}>
      {(fields) => (
        <Open key={fields[0]?.formVersion} {...props} stored={itemsOf(fields)} version={fields[0]?.formVersion} />
      )}
    </PageState>
  );
}

interface OpenProps extends DesignerProps {
  readonly stored: readonly FormItem[];
  /** Of what is stored. */
  readonly version: string | undefined;
}

function Open({ label, title, targets, further = [], onBack, onSave, isSaving, stored, version }: OpenProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [items, setItems] = useState(stored);
  const [chosen, setChosen] = useState<string | null>(null);
  const [carried, setCarried] = useState<LibraryItem | null>(null);
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [isTold, setTold] = useState(false);
  const hasChanges = !isSame(items, stored);
  const problems = problemsIn(items);
  const item = items.find(({ key }) => key === chosen);
  const drafts = fieldsIn(items);
  const [refusal, setRefusal] = useState<RollupRefusal | null>(null);
  const [areRulesOpen, setRulesOpen] = useState(false);
  const rollups = useQuery({ ...callQuery(fieldCalls.rollupChoices, { label: label ?? 0 }), enabled: label !== null });
  useUnsavedChanges(hasChanges);
  const change = (part: Partial<FieldDraft> | { readonly title: string }) =>
    setItems(items.map((one) => (one.key === chosen ? { ...one, ...part } : one)));
  const insert = (type: LibraryItem, at: number) => {
    const names = drafts.map(({ name }) => name);
    const added = type === 'section' ? newSection('') : newDraft(type, text(`designer.type.${type}`), names);
    setItems(items.toSpliced(at, 0, added));
    setChosen(added.key);
    setCarried(null);
    setLibraryOpen(false);
  };
  const placeBehindChosen = () => {
    const at = items.findIndex(({ key }) => key === chosen);
    return at < 0 ? items.length : at + 1;
  };
  const remove = async (gone: FormItem) => {
    if (!isSection(gone) && !(await askRemoval(label, gone, drafts))) return;
    setItems((now) => now.filter(({ key }) => key !== gone.key));
    if (gone.key === chosen) setChosen(null);
  };
  const submit = () => {
    setTold(true);
    const [first] = problems.keys();
    // a refusal names the field: it is shown, with everything that was typed
    const show = (error: Error) => {
      const named = drafts.find(({ name }) => name !== '' && error.message.includes(name));
      setRefusal(refusalOf(error));
      setChosen((now) => named?.key ?? now);
    };
    setRefusal(null);
    if (first === undefined) onSave({ data: sentForm(items), base: version }, show);
    else setChosen(first);
  };
  const library = (
    <Library
      hasSections={label !== null}
      hasRollups={(rollups.data ?? []).length > 0}
      onAdd={(type) => insert(type, placeBehindChosen())}
      onCarry={setCarried}
    />
  );
  const preview = {
    key: 'preview',
    label: text('designer.preview'),
    icon: <EyeOutlined aria-hidden />,
    run: () => setPreviewed(true),
  };
  const properties = item && (
    <ItemProperties
      label={label}
      item={item}
      drafts={drafts}
      refusal={refusal}
      targets={targets}
      onChange={change}
      onRenameOption={(from, to) => setItems((now) => withRenamedOption(now, item.key, from, to))}
    />
  );
  return (
    <Page
      title={title}
      acts={
        <>
          <Button onClick={onBack}>{text('designer.back')}</Button>
          {label === null ? (
            <Button icon={preview.icon} onClick={preview.run}>
              {preview.label}
            </Button>
          ) : (
            <FormLife
              label={label}
              version={version}
              hasChanges={hasChanges}
              before={[
                preview,
                ...further,
                { key: 'unique', label: text('unique_rule.title'), run: () => setRulesOpen(true) },
              ]}
            />
          )}
          <Button type="primary" disabled={!hasChanges} loading={isSaving} onClick={submit}>
            {text('action.save')}
          </Button>
        </>
      }
    >
      {label !== null && <FormProgress label={label} drafts={fieldsIn(stored)} />}
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
          items={items}
          chosen={chosen}
          problems={isTold ? problems : new Map()}
          isCarrying={carried !== null}
          onChange={setItems}
          onChoose={setChosen}
          onRemove={(gone) => void remove(gone)}
          onDropAt={(at) => carried && insert(carried, at)}
        />
        {isPhone ? (
          <>
            <Sheet isOpen={isLibraryOpen} title={text('designer.library')} onClose={() => setLibraryOpen(false)}>
              {library}
            </Sheet>
            <Sheet isOpen={item !== undefined} title={text('designer.properties')} onClose={() => setChosen(null)}>
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
      {areRulesOpen && label !== null && (
        <UniqueRulesDialog label={label} drafts={fieldsIn(stored)} onClose={() => setRulesOpen(false)} />
      )}
      {isPreviewed && <PreviewDialog title={title} items={items} onClose={() => setPreviewed(false)} />}
    </Page>
  );
}

interface ItemPropertiesProps extends Pick<DesignerProps, 'label' | 'targets'> {
  readonly refusal: RollupRefusal | null;
  readonly item: FormItem;
  readonly drafts: readonly FieldDraft[];
  readonly onChange: (part: Partial<FieldDraft> | { readonly title: string }) => void;
  readonly onRenameOption: (from: string, to: string) => void;
}

/** The properties of a field with its rules, or of a section. */
function ItemProperties({ label, item, drafts, refusal, targets, onChange, onRenameOption }: ItemPropertiesProps) {
  if (isSection(item))
    return <SectionProperties key={item.key} section={item} onChange={(title) => onChange({ title })} />;
  return (
    <>
      <FieldProperties
        label={label}
        draft={item}
        drafts={drafts}
        refusal={refusal}
        targets={targets}
        onChange={onChange}
        onRenameOption={onRenameOption}
      />
      {label !== null && (
        <RuleProperties
          key={item.key}
          label={label}
          draft={item}
          drafts={drafts}
          onChange={(rules) => onChange({ rules })}
        />
      )}
    </>
  );
}
