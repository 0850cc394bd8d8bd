import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { textLimit } from '#shared/text/text-limit.ts';

interface SearchBoxProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches on Enter, on blur and when it is cleared. */
export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const search = (next: string) => next.trim() !== value && onSearch(next.trim());
  return (
    <Input
      allowClear
      type="search"
      maxLength={textLimit}
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
