import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { memo, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { textLimit } from '#shared/text/text-limit.ts';

interface SearchBoxProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** The `f` key leads here, and says so: for the one box of a page. */
  readonly isMain?: boolean;
}

/** Milliseconds that typing has to pause; once all is deleted only until the empty box has been drawn. */
const pauseAfter = (typed: string) => (typed === '' ? 32 : 250);

/** Searches while one types, once typing pauses; at once on Enter and on blur. */
export const SearchBox = memo(function SearchBox({ placeholder, value, onSearch, isMain = false }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [isComposing, setComposing] = useState(false);
  const box = useRef<InputRef>(null);
  const asked = useRef(value);
  useEffect(() => {
    // what was asked from here comes back while more is being typed
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  const search = (next: string) => {
    const text = next.trim();
    if (text === value) return;
    asked.current = text;
    // the next letter does not wait for what this one finds
    startTransition(() => onSearch(text));
  };
  const searchTyped = useEffectEvent(() => search(typed));
  useEffect(() => {
    if (isComposing) return;
    const timer = setTimeout(searchTyped, pauseAfter(typed));
    return () => clearTimeout(timer);
  }, [typed, isComposing]);
  useShortcut('f', () => box.current?.focus({ cursor: 'all' }), { isOn: isMain });
  return (
    <Input
      ref={box}
      allowClear
      type="search"
      maxLength={textLimit}
      prefix={<SearchOutlined aria-hidden />}
      {...(isMain && typed === '' && { suffix: <kbd aria-hidden>F</kbd> })}
      style={{ flex: '1 1 160px', maxWidth: 232 }}
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={() => search(typed)}
      onBlur={() => search(typed)}
    />
  );
});
