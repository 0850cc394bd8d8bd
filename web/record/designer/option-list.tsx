import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';

interface OptionListProps {
  readonly value: readonly string[];
  readonly isFixed: boolean;
  readonly onChange: (options: readonly string[]) => void;
}

/** The options of a choice in their order; several can be pasted, one a line. */
export function OptionList({ value, isFixed, onChange }: OptionListProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { rowProps, orderOf } = useOrder(value, onChange);
  const add = (texts: string) => {
    const added = texts.split(/\r?\n/).map((one) => one.trim());
    onChange([...new Set([...value, ...added.filter((one) => one !== '')])]);
    setTyped('');
  };
  return (
    <div role="group" aria-label={text('designer.options')}>
      <ul className={styles['options']}>
        {value.map((option, at) => (
          <li key={option} {...rowProps(at)}>
            <Grip order={orderOf(at)} />
            <span>{option}</span>
            {!isFixed && (
              <>
                <OrderButtons order={orderOf(at)} name={option} />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={text('designer.remove_option', { name: option })}
                  onClick={() => onChange(value.filter((one) => one !== option))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <Input
          maxLength={100}
          spellCheck={false}
          value={typed}
          placeholder={text('designer.add_option')}
          aria-label={text('designer.add_option')}
          suffix={
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined aria-hidden />}
              aria-label={text('designer.add_option')}
              disabled={typed.trim() === ''}
              onClick={() => add(typed)}
            />
          }
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={() => add(typed)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!pasted.includes('\n')) return;
            event.preventDefault();
            add(pasted);
          }}
        />
      )}
    </div>
  );
}
