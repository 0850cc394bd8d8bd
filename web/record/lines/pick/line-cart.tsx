import { CloseOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/lines/pick/line-picker.module.css';
import type { PickedRecord } from '#web/record/picker/picked.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

interface CartProps {
  readonly chosen: readonly PickedRecord[];
  /** Row key of the price; '' for none. */
  readonly priceKey: string;
  readonly amounts: Readonly<Record<number, string>>;
  readonly onAmount: (id: number, amount: string) => void;
  readonly onRemove: (id: number) => void;
}

/** What has been chosen so far, with how much of each. */
export function LineCart({ chosen, priceKey, amounts, onAmount, onRemove }: CartProps) {
  const text = useText();
  return (
    <section className={styles['cart']} aria-label={text('lines.cart')}>
      <h3>{text('lines.cart_count', { count: chosen.length })}</h3>
      {chosen.length === 0 ? (
        <p>{text('lines.cart_empty')}</p>
      ) : (
        <ul>
          {chosen.map(({ id, name, row }) => (
            <li key={id}>
              <span className={styles['name']} title={name}>
                {name}
              </span>
              <span className={styles['price']}>{withSeparators(String(row?.[priceKey] ?? ''))}</span>
              <Input
                size="small"
                inputMode="decimal"
                maxLength={20}
                aria-label={text('lines.cart_amount', { name })}
                value={amounts[id] ?? '1'}
                onChange={(event) => onAmount(id, event.target.value)}
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={text('lines.cart_remove', { name })}
                onClick={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
