import { Radio } from 'antd';
import { useId } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { fixedNames, type MergePreview } from '#web/record/merge/merge-choice.ts';
import styles from '#web/record/merge/merge-dialog.module.css';

interface SurvivorProps {
  readonly preview: MergePreview;
  readonly survivor: number;
  readonly onPick: (id: number) => void;
}

/** The records side by side: owner, creation time, and dependent records. */
export function MergeSurvivor({ preview, survivor, onPick }: SurvivorProps) {
  const text = useText();
  const heading = useId();
  const fixed = fixedNames(preview);
  return (
    <section className={styles['part']}>
      <h3 id={heading}>{text('merge.survivor')}</h3>
      <p className={styles['hint']}>{text('merge.survivor_hint')}</p>
      {fixed.length > 0 && (
        <p className={styles['warning']} role="alert">
          {text('merge.may_not', { names: fixed.join(text('record_action.comma')) })}
        </p>
      )}
      {preview.isAlike === 0 && (
        <p className={styles['warning']} role="alert">
          {text('merge.not_alike')}
        </p>
      )}
      <Radio.Group
        className={styles['records'] ?? ''}
        aria-labelledby={heading}
        value={survivor}
        onChange={(event) => onPick(Number(event.target.value))}
      >
        {preview.rows.map((row) => (
          <Radio key={row.id} value={row.id} className={styles['record'] ?? ''}>
            <strong>{row.name}</strong>
            <small>
              {[
                text('merge.owner_line', { owner: row.ownerUserName }),
                text('merge.created_line', { time: row.createTime.slice(0, 10) }),
                ...row.moves.map((one) => text('merge.moves_line', { name: one.name, total: one.total })),
              ].join(' · ')}
            </small>
          </Radio>
        ))}
      </Radio.Group>
    </section>
  );
}
