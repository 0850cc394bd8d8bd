import { Input, type InputRef } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from '#web/record/inputs/inputs.module.css';
import { withSeparators } from '#shared/record/money/amount-text.ts';

interface DecimalInputProps {
  readonly id: string;
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder: string;
  readonly suffix?: string | undefined;
  /** The parsed decimal; null for none. */
  readonly read: (written: string) => string | null;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** An amount or a percentage: with thousands separators except while typing, normalised on blur. */
export function DecimalInput({ id, value, read, suffix, onChange, onBlur, ...rest }: DecimalInputProps) {
  const input = useRef<InputRef>(null);
  const [isFocused, setFocused] = useState(false);
  // losing its separators, the text loses what Tab has selected: what is typed would follow it
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  const decimal = read(value);
  const handleBlur = () => {
    setFocused(false);
    // first, since an error is cleared when the value changes
    if (decimal !== null && decimal !== value) onChange(decimal);
    onBlur();
  };
  return (
    <Input
      ref={input}
      id={id}
      inputMode="decimal"
      value={isFocused || decimal === null ? value : withSeparators(decimal)}
      classNames={{ input: styles['decimal'] }}
      suffix={suffix}
      onFocus={() => setFocused(true)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={handleBlur}
      {...rest}
    />
  );
}
