import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { RowOrder } from '#web/ui/order/use-order.ts';
import styles from '#web/ui/order/order.module.css';

/** The grip by which a row is dragged; fingers and keys use the buttons. */
export const Grip = ({ order }: { readonly order: RowOrder }) => (
  <span className={styles['grip']} draggable onDragStart={order.onGrab} onDragEnd={order.onDrop}>
    <HolderOutlined aria-hidden />
  </span>
);

interface OrderButtonsProps {
  readonly order: RowOrder;
  /** Of the row, for the names of the buttons. */
  readonly name: string;
}

/** Moves a row up and down; the pressed button moves along with it and stays the focused one. */
export function OrderButtons({ order: { at, count, moved, onMove, onArrive }, name }: OrderButtonsProps) {
  const text = useText();
  const buttons = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (moved === null) return;
    const [up, down] = buttons.current?.querySelectorAll('button') ?? [];
    const [pressed, other] = moved.by < 0 ? [up, down] : [down, up];
    (pressed?.disabled ? other : pressed)?.focus();
    onArrive();
  }, [moved, onArrive]);
  return (
    <span ref={buttons} className={styles['buttons']}>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined aria-hidden />}
        disabled={at === 0}
        aria-label={text('columns.up', { name })}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined aria-hidden />}
        disabled={at === count - 1}
        aria-label={text('columns.down', { name })}
        onClick={() => onMove(1)}
      />
    </span>
  );
}
