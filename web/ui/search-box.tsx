import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useShortcut } from '#web/lib/shortcuts.ts';

interface SearchBoxProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches on Enter, on leaving the box and when it is cleared; `/` goes into it. */
export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<InputRef>(null);
  useEffect(() => setTyped(value), [value]);
  useShortcut('/', () => input.current?.focus());
  const search = (next: string) => next.trim() !== value && onSearch(next.trim());
  return (
    <Input
      ref={input}
      allowClear
      type="search"
      maxLength={100}
      prefix={<SearchOutlined aria-hidden />}
      style={{ flex: '1 1 160px', maxWidth: 260 }}
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        if (event.target.value === '') search('');
      }}
      onPressEnter={() => search(typed)}
      onBlur={() => search(typed)}
    />
  );
}
