import { SearchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recentRecords } from '#web/lib/recent-records.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import type { Page } from '#web/modules/page.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { useMatchingSettings } from '#web/modules/use-settings.ts';
import { commandsOf, foundOf, optionsOf, recentOf, settingsOf, type FoundGroup } from '#web/shell/search/found.ts';
import { Results } from '#web/shell/search/results.tsx';
import { matching, useCommands } from '#web/shell/search/use-commands.ts';
import styles from '#web/shell/search/search.module.css';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { searchCalls } from '#shared/crm/search-calls.ts';
import { textLimit } from '#shared/text/text-limit.ts';

const mostCommands = 6;

interface DialogProps {
  /** Whether there is any list whose records are found. */
  readonly maySearch: boolean;
  /** The pages to go to. */
  readonly allowed: readonly Page[];
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onClose: () => void;
}

/** Finds a record of any list from any page, goes to any page and runs any command, by keyboard alone. */
export function SearchDialog({ maySearch, allowed, typed, onTyped, onClose }: DialogProps) {
  const text = useText();
  const navigate = useNavigate();
  const { user } = useSession();
  const [at, setAt] = useState(0);
  // Enter may be faster than the answer
  const [isEntered, setEntered] = useState(false);
  const asked = useDebounced(typed.trim(), 150);
  const query = useQuery({
    ...callQuery(searchCalls.everything, { search: asked }),
    enabled: asked !== '' && maySearch,
    placeholderData: keepPreviousData,
  });
  const isEmpty = typed.trim() === '';
  const commands = useCommands(allowed);
  const matches = useMatchingSettings(typed.trim()).slice(0, mostCommands);
  const found = isEmpty
    ? []
    : [
        ...commandsOf(matching(commands, typed.trim()).slice(0, mostCommands), typed.trim()),
        ...settingsOf(matches, typed.trim(), (path) => void navigate(path)),
      ];
  const groups: FoundGroup[] = isEmpty
    ? recentOf(recentRecords(user.userId))
    : [...foundOf(query.data ?? [], asked), ...found];
  const options = optionsOf(groups);
  const active = Math.min(at, options.length - 1);
  const open = (index: number) => {
    const option = options[index];
    if (option?.run) {
      onClose();
      return option.run();
    }
    const path = option && recordPath(option.types, option.id);
    if (!path) return;
    onClose();
    void navigate(path);
  };
  const isAnswered =
    asked === typed.trim() && (asked === '' || !maySearch || (!query.isPlaceholderData && !query.isPending));
  const enter = useEffectEvent(() => {
    setEntered(false);
    open(active);
  });
  useEffect(() => {
    if (isEntered && isAnswered) enter();
  }, [isEntered, isAnswered]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0) setAt((active + step + options.length) % options.length);
    } else if (event.key === 'Enter') setEntered(true);
  };
  return (
    <Dialog
      open
      footer={null}
      rootClassName="whole-on-phone"
      title={text('search.title')}
      width={640}
      style={{ top: 64 }}
      onCancel={onClose}
    >
      <Input
        autoFocus
        allowClear
        size="large"
        type="search"
        role="combobox"
        maxLength={textLimit}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search.placeholder')}
        aria-label={text('search.placeholder')}
        aria-expanded={options.length > 0}
        aria-controls="search-results"
        {...(options[active] && { 'aria-activedescendant': `search-result-${active}` })}
        value={typed}
        onChange={({ target }) => {
          onTyped(target.value);
          setAt(0);
          setEntered(false);
        }}
        onKeyDown={handleKeyDown}
      />
      {query.error && !isEmpty ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Results groups={groups} active={active} onPoint={setAt} onOpen={open} />
      )}
      {options.length === 0 && !query.error && (
        <p className={styles['none']} role="status">
          {isEmpty ? text('search.start') : isAnswered ? text('search.none', { text: asked }) : text('state.loading')}
        </p>
      )}
      <p className={styles['keys']}>{text('search.keys')}</p>
    </Dialog>
  );
}
