import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import { OptionColourButton } from '#web/record/designer/options/option-colour.tsx';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';
import { hueOf } from '#web/ui/values/hue-of.ts';
import type { OptionColour } from '#shared/record/form-rules/field-rules.ts';

interface OptionListProps {
  readonly value: readonly string[];
  readonly isFixed: boolean;
  readonly onChange: (options: readonly string[]) => void;
  readonly colours?: Readonly<Record<string, OptionColour>> | undefined;
  /** Without it, options have the colours that they get by themselves. */
  readonly onColour?: (option: string, colour: OptionColour | null) => void;
  /** Records that have an option keep it under its new name. Without it, options keep their names. */
  readonly onRename?: (from: string, to: string) => void;
}

/** The options of a choice in their order; several can be pasted, one a line. */
export function OptionList({ value, isFixed, onChange, colours, onColour, onRename }: OptionListProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [renamed, setRenamed] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const { rowProps, orderOf } = useOrder(value, onChange);
  const add = (texts: string) => {
    const added = texts.split(/\r?\n/).map((one) => one.trim());
    onChange([...new Set([...value, ...added.filter((one) => one !== '')])]);
    setTyped('');
  };
  const rename = () => {
    // the server stores commas of options as those of Chinese
    if (renamed) onRename?.(renamed.from, renamed.to.replaceAll(',', '，').trim());
    setRenamed(null);
  };
  return (
    <div role="group" aria-label={text('designer.options')}>
      <ul className={styles['options']}>
        {value.map((option, at) => (
          <li key={option} {...rowProps(at)}>
            <Grip order={orderOf(at)} />
            {renamed?.from === option ? (
              <Input
                autoFocus
                size="small"
                maxLength={100}
                spellCheck={false}
                value={renamed.to}
                aria-label={text('designer.rename_option', { name: option })}
                onChange={({ target }) => setRenamed({ from: option, to: target.value })}
                onBlur={rename}
                onPressEnter={rename}
                onKeyDown={(event) => {
                  if (event.key !== 'Escape') return;
                  event.stopPropagation();
                  setRenamed(null);
                }}
              />
            ) : (
              <span>{option}</span>
            )}
            {onColour && (
              <OptionColourButton
                option={option}
                colour={colours?.[option] ?? null}
                usual={hueOf(option, value)}
                onChange={(colour) => onColour(option, colour)}
              />
            )}
            {!isFixed && (
              <>
                {onRename && (
                  <Button
                    type="text"
                    size="small"
                    icon={<EditOutlined aria-hidden />}
                    aria-label={text('designer.rename_option', { name: option })}
                    onClick={() => setRenamed({ from: option, to: option })}
                  />
                )}
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
