import { DeleteOutlined, LockOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { typeNameOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { isSection, nameIn, type FormItem } from '#web/record/designer/form-items.ts';
import styles from '#web/record/designer/designer.module.css';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface FieldListProps {
  readonly items: readonly FormItem[];
  readonly chosen: string | null;
  readonly problems: ReadonlyMap<string, MessageKey>;
  /** Whether a field of the library is carried over the form. */
  readonly isCarrying: boolean;
  readonly onChange: (items: readonly FormItem[]) => void;
  readonly onChoose: (key: string) => void;
  readonly onRemove: (item: FormItem) => void;
  /** The carried field was let go in front of this one, or behind all. */
  readonly onDropAt: (at: number) => void;
}

/** The fields in the order of the form, with the sections that begin between them. */
export function FieldList(props: FieldListProps) {
  const { items, chosen, problems, isCarrying, onChange, onChoose, onRemove, onDropAt } = props;
  const text = useText();
  const { rowProps, orderOf } = useOrder(items, onChange);
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
      {...accept(items.length)}
    >
      {items.map((item, at) => {
        const problem = problems.get(item.key);
        const order = orderOf(at);
        return (
          <li
            key={item.key}
            data-chosen={item.key === chosen}
            data-section={isSection(item)}
            {...rowProps(at)}
            {...accept(at)}
          >
            <Grip order={order} />
            <button type="button" aria-pressed={item.key === chosen} onClick={() => onChoose(item.key)}>
              <span className={styles['name']}>
                {!isSection(item) && item.isRequired && (
                  <span className={styles['required']} aria-hidden>
                    *
                  </span>
                )}
                {nameIn(item) || text('designer.unnamed')}
              </span>
              <small>{isSection(item) ? text('designer.type.section') : <Marks draft={item} />}</small>
              {problem && <span className={styles['problem']}>{text(problem)}</span>}
            </button>
            <OrderButtons order={order} name={nameIn(item)} />
            {isSection(item) || item.mayDelete ? (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={text('designer.remove', { name: nameIn(item) })}
                onClick={() => onRemove(item)}
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

/** The type of a field, and what holds for it. */
function Marks({ draft }: { readonly draft: FieldDraft }) {
  const text = useText();
  const { isHidden, isUnique, rules } = draft;
  const marks = [
    isHidden && text('designer.hidden'),
    isUnique && text('designer.unique'),
    rules.shownWhen && text('designer.shown_when'),
    rules.requiredWhen && text('designer.required_when'),
    rules.optionsBy && text('designer.options_by'),
  ].filter((mark) => typeof mark === 'string');
  return [typeNameOf(draft, text), ...marks].join(' · ');
}
