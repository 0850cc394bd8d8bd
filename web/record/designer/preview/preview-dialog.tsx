import { Checkbox, Input, Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { choiceOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { fieldsIn, sectionTitles, type FormItem } from '#web/record/designer/form-items.ts';
import { previewForm, type SampleValue, type SampleValues } from '#web/record/designer/preview/preview-form.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import styles from '#web/record/designer/designer.module.css';
import { TitledSection } from '#web/record/form/rules/titled-section.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { sectionsOf } from '#shared/record/form-rules/sections.ts';

interface PreviewDialogProps {
  readonly title: string;
  readonly items: readonly FormItem[];
  readonly onClose: () => void;
}

const widths = ['desk', 'phone'] as const;

/** The form as people will see it, at a desk and on a phone, with what its conditions and formulas do; nothing is written. */
export function PreviewDialog({ title, items, onClose }: PreviewDialogProps) {
  const text = useText();
  const [width, setWidth] = useState<(typeof widths)[number]>('desk');
  const [entered, setEntered] = useState<SampleValues>({});
  const drafts = fieldsIn(items);
  const { view, valueOf } = previewForm(drafts, entered);
  const titles = sectionTitles(items);
  const placed = drafts.map((draft) => {
    const section = titles.get(draft.key);
    return { draft, rules: section === undefined ? {} : { section: { title: section } } };
  });
  const sections = sectionsOf(placed, ({ draft }) => !draft.isHidden && view.isShown(draft.key));
  const grid = (own: readonly { readonly draft: FieldDraft }[]) => (
    <div className={styles['preview']} data-width={width}>
      {own.map(({ draft }) => (
        <div key={draft.key} className={isWide(draft) ? styles['wide'] : undefined}>
          <label htmlFor={`preview-${draft.key}`}>
            {(draft.isRequired || view.isRequired(draft.key)) && (
              <span className={styles['required']} aria-hidden>
                *
              </span>
            )}{' '}
            {draft.name}
          </label>
          <Sample
            draft={draft}
            computed={text('form.computed')}
            value={valueOf(draft)}
            options={view.allowed(draft.key) ?? draft.options}
            onChange={(value) => setEntered({ ...entered, [draft.key]: value })}
          />
        </div>
      ))}
    </div>
  );
  return (
    <Dialog open footer={null} width={860} title={text('designer.preview_of', { name: title })} onCancel={onClose}>
      <Segmented
        aria-label={text('designer.width')}
        value={width}
        options={widths.map((value) => ({ value, label: text(`designer.width_${value}`) }))}
        onChange={setWidth}
      />
      {titles.size === 0
        ? grid(placed.filter(({ draft }) => sections.some(({ fields }) => fields.some((one) => one.draft === draft))))
        : sections.map(({ at, title: named, fields }) => (
            <TitledSection key={at} title={named ?? text('form.basic')}>
              {grid(fields)}
            </TitledSection>
          ))}
    </Dialog>
  );
}

const isWide = (draft: FieldDraft): boolean =>
  draft.rules.width === undefined ? pageTypeOf(draft).isWide === true : draft.rules.width === 'whole';

interface SampleProps {
  readonly draft: FieldDraft;
  readonly computed: string;
  readonly value: SampleValue;
  readonly options: readonly string[];
  readonly onChange: (value: SampleValue) => void;
}

/** What the input of a field looks like; the real ones need a record. */
function Sample({ draft, computed, value, options, onChange }: SampleProps): ReactNode {
  const { key, inputTips } = draft;
  const id = `preview-${key}`;
  const choices = options.map((option) => ({ value: option, label: option }));
  if (draft.formula !== null || draft.isRollup)
    return <Input id={id} disabled placeholder={computed} value={String(value)} />;
  if (choiceOf(draft) === 'several')
    return (
      <Checkbox.Group
        aria-label={draft.name}
        options={choices}
        value={typeof value === 'string' ? [] : [...value]}
        onChange={onChange}
      />
    );
  if (choiceOf(draft) === 'one')
    return (
      <Select
        id={id}
        allowClear
        style={{ width: '100%' }}
        placeholder={inputTips}
        value={String(value) || null}
        options={choices}
        onChange={(next: string | null) => onChange(next ?? '')}
      />
    );
  const typing = {
    id,
    placeholder: inputTips,
    value: String(value),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  return pageTypeOf(draft).hasLines ? <Input.TextArea rows={3} {...typing} /> : <Input {...typing} />;
}
