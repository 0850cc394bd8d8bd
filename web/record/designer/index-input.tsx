import { Checkbox } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import { useIndexStates } from '#web/record/designer/form-progress.tsx';
import { mostIndexed } from '#shared/record/designer/field-index.ts';

interface IndexInputProps {
  readonly label: number;
  readonly draft: FieldDraft;
  readonly onChange: (isIndexed: boolean) => void;
}

/** Whether people often filter and sort by the field, and how far its index is. */
export function IndexInput({ label, draft, onChange }: IndexInputProps) {
  const text = useText();
  const { data = [] } = useIndexStates(label);
  const found = draft.isIndexed ? data.find(({ fieldId }) => fieldId === draft.fieldId) : undefined;
  return (
    <>
      <Checkbox checked={draft.isIndexed} onChange={({ target }) => onChange(target.checked)}>
        {text('designer.indexed')}
      </Checkbox>
      <p className={styles['hint']}>{text('designer.indexed_hint', { most: mostIndexed })}</p>
      {found && (
        <p role="status" className={styles['hint']}>
          {text(`designer.index_${found.state}`, { percent: found.percent })}
        </p>
      )}
    </>
  );
}
