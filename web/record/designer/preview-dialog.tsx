import { Checkbox, Input, Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { choiceOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import styles from '#web/record/designer/designer.module.css';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface PreviewDialogProps {
  readonly title: string;
  readonly drafts: readonly FieldDraft[];
  readonly onClose: () => void;
}

const widths = ['desk', 'phone'] as const;

/** The form as people will see it, at a desk and on a phone; nothing is written. */
export function PreviewDialog({ title, drafts, onClose }: PreviewDialogProps) {
  const text = useText();
  const [width, setWidth] = useState<(typeof widths)[number]>('desk');
  return (
    <Dialog open footer={null} width={860} title={text('designer.preview_of', { name: title })} onCancel={onClose}>
      <Segmented
        aria-label={text('designer.width')}
        value={width}
        options={widths.map((value) => ({ value, label: text(`designer.width_${value}`) }))}
        onChange={setWidth}
      />
      <div className={styles['preview']} data-width={width}>
        {drafts
          .filter(({ isHidden }) => !isHidden)
          .map((draft) => (
            <div key={draft.key} className={pageTypeOf(draft).isWide ? styles['wide'] : undefined}>
              <label htmlFor={`preview-${draft.key}`}>
                {draft.isRequired && (
                  <span className={styles['required']} aria-hidden>
                    *
                  </span>
                )}{' '}
                {draft.name}
              </label>
              <Sample draft={draft} computed={text('form.computed')} />
            </div>
          ))}
      </div>
    </Dialog>
  );
}

/** What the input of a field looks like; the real ones need a record. */
function Sample({ draft, computed }: { readonly draft: FieldDraft; readonly computed: string }): ReactNode {
  const { key, inputTips, defaultValue, options } = draft;
  const id = `preview-${key}`;
  if (draft.formula !== null || draft.isRollup) return <Input id={id} disabled placeholder={computed} />;
  if (pageTypeOf(draft).hasLines)
    return <Input.TextArea id={id} rows={3} placeholder={inputTips} defaultValue={defaultValue} />;
  if (choiceOf(draft) === 'several')
    return <Checkbox.Group aria-label={draft.name} options={[...options]} defaultValue={defaultValue.split(',')} />;
  if (choiceOf(draft) === 'one')
    return (
      <Select
        id={id}
        allowClear
        placeholder={inputTips}
        defaultValue={defaultValue || null}
        options={options.map((value) => ({ value, label: value }))}
      />
    );
  return <Input id={id} placeholder={inputTips} defaultValue={defaultValue} />;
}
