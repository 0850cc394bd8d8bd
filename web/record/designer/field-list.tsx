import { DeleteOutlined, LockOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { typeNameOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface FieldListProps {
  readonly drafts: readonly FieldDraft[];
  readonly chosen: string | null;
  readonly problems: ReadonlyMap<string, MessageKey>;
  /** Whether a field of the library is carried over the form. */
  readonly isCarrying: boolean;
  readonly onChange: (drafts: readonly FieldDraft[]) => void;
  readonly onChoose: (key: string) => void;
  readonly onRemove: (draft: FieldDraft) => void;
  /** The carried field was let go in front of this one, or behind all. */
  readonly onDropAt: (at: number) => void;
}

/** The fields in the order of the form. */
export function FieldList(props: FieldListProps) {
  const { drafts, chosen, problems, isCarrying, onChange, onChoose, onRemove, onDropAt } = props;
  const text = useText();
  const { rowProps, orderOf } = useOrder(drafts, onChange);
  const accept = (at: number) =>
    isCarrying
      ? {
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            event.stopPropagation();
            onDropAt(at);
          },
        }
      : {};
  return (
    <ol
      className={styles['fields']}
      aria-label={text('designer.form')}
      data-carrying={isCarrying}
      {...accept(drafts.length)}
    >
      {drafts.map((draft, at) => {
        const problem = problems.get(draft.key);
        const order = orderOf(at);
        return (
          <li key={draft.key} data-chosen={draft.key === chosen} {...rowProps(at)} {...accept(at)}>
            <Grip order={order} />
            <button type="button" aria-pressed={draft.key === chosen} onClick={() => onChoose(draft.key)}>
              <span className={styles['name']}>
                {draft.isRequired && (
                  <span className={styles['required']} aria-hidden>
                    *
                  </span>
                )}
                {draft.name || text('designer.unnamed')}
              </span>
              <small>
                {typeNameOf(draft, text)}
                {draft.isHidden && ` · ${text('designer.hidden')}`}
                {draft.isUnique && ` · ${text('designer.unique')}`}
              </small>
              {problem && <span className={styles['problem']}>{text(problem)}</span>}
            </button>
            <OrderButtons order={order} name={draft.name} />
            {draft.mayDelete ? (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={text('designer.remove', { name: draft.name })}
                onClick={() => onRemove(draft)}
              />
            ) : (
              <Tooltip title={text('designer.stays')}>
                <LockOutlined className={styles['stays']} aria-label={text('designer.stays')} />
              </Tooltip>
            )}
          </li>
        );
      })}
    </ol>
  );
}
