import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { memo, startTransition, useEffect, useRef, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useLatest } from '#web/lib/screen/still.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import styles from '#web/ui/search/search-box.module.css';
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

/**
 * Searches while one types, once typing pauses; at once on Enter and on blur. It knows by itself what is typed, so that a
 * key draws nothing but its sign.
 */
export const SearchBox = memo(function SearchBox({ placeholder, value, onSearch, isMain = false }: SearchBoxProps) {
  const text = useText();
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef(0);
  useEffect(() => {
    // what was asked from here comes back while more is being typed
    if (value !== asked.current && box.current) box.current.value = value;
    asked.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = () => {
    box.current?.focus();
    box.current?.select();
  };
  useShortcut('f', choose, { isOn: isMain });
  const search = useLatest(() => {
    clearTimeout(timer.current);
    const typed = box.current?.value.trim();
    if (typed === undefined || typed === asked.current) return;
    asked.current = typed;
    // the next letter does not wait for what this one finds
    startTransition(() => onSearch(typed));
  });
  const searchSoon = () => {
    clearTimeout(timer.current);
    if (box.current) timer.current = window.setTimeout(search, pauseAfter(box.current.value));
  };
  const handleInput = ({ nativeEvent }: { readonly nativeEvent: Event }) => {
    if (!(nativeEvent as InputEvent).isComposing) searchSoon();
  };
  const handleKey = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) search();
  };
  const clear = () => {
    if (!box.current) return;
    box.current.value = '';
    box.current.focus();
    searchSoon();
  };
  return (
    <label className={styles['box']}>
      <SearchOutlined className={styles['sign'] ?? ''} aria-hidden />
      <input
        ref={box}
        type="search"
        maxLength={textLimit}
        aria-label={placeholder}
        placeholder={placeholder}
        defaultValue={value}
        onInput={handleInput}
        onCompositionStart={() => clearTimeout(timer.current)}
        onCompositionEnd={searchSoon}
        onKeyDown={handleKey}
        onBlur={search}
      />
      {isMain && <kbd aria-hidden>F</kbd>}
      <button
        type="button"
        tabIndex={-1}
        className={styles['clear']}
        aria-label={text('action.clear')}
        // leaving the box would search for what is about to go
        onMouseDown={(event) => event.preventDefault()}
        onClick={clear}
      >
        <CloseCircleFilled aria-hidden />
      </button>
    </label>
  );
});
