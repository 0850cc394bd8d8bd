import { CloseOutlined } from '@ant-design/icons';
import { Fragment, type ComponentProps } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { partsOf, valueWords } from '#web/record/filter/condition-parts.ts';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import styles from '#web/record/filter/condition-chip.module.css';
import { Popup } from '#web/ui/popup.tsx';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

interface ChipProps {
  readonly condition: Condition;
  readonly fields: readonly FilterField[];
  /** The builder of a part; behind the last one, of a further alternative. */
  readonly popupOf: (part: number) => Omit<ComponentProps<typeof Popup>, 'children'>;
  readonly onRemove: (part: number) => void;
}

/** A condition: field, operator and value; a press edits it. Alternatives stand in one frame. */
export function ConditionChip({ condition, fields, popupOf, onRemove }: ChipProps) {
  const text = useText();
  const parts = partsOf(condition);
  const removeLabel = text('filter.remove');
  return (
    <span className={styles['chip']} role="group">
      {parts.map((part, at) => {
        const field = fields.find((one) => one.fieldName === part.fieldName);
        return (
          <Fragment key={at}>
            {at > 0 && <span className={styles['or']}>{text('filter.or')}</span>}
            <Popup {...popupOf(at)}>
              <button type="button" title={text('filter.edit')}>
                {field?.name ?? part.fieldName ?? ''}{' '}
                <span className={styles['operator']}>{text(operatorKey(part.condition ?? 'is'))}</span>{' '}
                <span className={styles['value']}>{valueWords(text, field, part)}</span>
              </button>
            </Popup>
            <button type="button" aria-label={removeLabel} title={removeLabel} onClick={() => onRemove(at)}>
              <CloseOutlined aria-hidden />
            </button>
          </Fragment>
        );
      })}
      <Popup {...popupOf(parts.length)}>
        <button
          type="button"
          className={styles['more']}
          aria-label={text('filter.add_or')}
          title={text('filter.add_or')}
        >
          + {text('filter.or')}
        </button>
      </Popup>
    </span>
  );
}
