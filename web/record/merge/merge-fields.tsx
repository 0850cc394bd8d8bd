import { Radio } from 'antd';
import type { CSSProperties } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FieldChoice, MergePreview } from '#web/record/merge/merge-choice.ts';
import styles from '#web/record/merge/merge-dialog.module.css';

interface FieldsProps {
  readonly preview: MergePreview;
  readonly choice: FieldChoice;
  readonly survivor: number;
  readonly onChoose: (fieldName: string, id: number) => void;
}

/** One line for each differing field, with the values to choose from. */
export function MergeFields({ preview, choice, survivor, onChoose }: FieldsProps) {
  const text = useText();
  const nameOf = (id: number): string => preview.rows.find((row) => row.id === id)?.name ?? '';
  const columns = { '--columns': preview.rows.length } as CSSProperties;
  if (preview.fields.length === 0) return <p className={styles['hint']}>{text('merge.no_difference')}</p>;
  return (
    <section className={styles['part']}>
      <h3>{text('merge.fields')}</h3>
      <div className={styles['fields']} style={columns}>
        <div className={styles['names']} aria-hidden>
          <span>{text('merge.column.field')}</span>
          <span className={styles['values']}>
            {preview.rows.map((row) => (
              <b key={row.id}>
                {row.name}
                {row.id === survivor && <small>{text('merge.stays')}</small>}
              </b>
            ))}
          </span>
        </div>
        {preview.fields.map((field) => (
          <div key={field.fieldName} className={styles['field']}>
            <span>{field.name}</span>
            <Radio.Group
              className={styles['values'] ?? ''}
              aria-label={field.name}
              value={choice[field.fieldName]}
              onChange={(event) => onChoose(field.fieldName, Number(event.target.value))}
            >
              {field.values.map(({ id, text: value }) => (
                <Radio
                  key={id}
                  value={id}
                  aria-label={`${text('merge.choose', { field: field.name, name: nameOf(id) })} ${value || text('record.empty')}`}
                >
                  {value === '' ? <i>{text('record.empty')}</i> : value}
                  <small className={styles['from']}>{nameOf(id)}</small>
                </Radio>
              ))}
            </Radio.Group>
          </div>
        ))}
      </div>
    </section>
  );
}
