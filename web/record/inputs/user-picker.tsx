import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState, type UIEvent } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSettled } from '#web/lib/settled.ts';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import styles from '#web/record/inputs/inputs.module.css';
import { anyEnabledUser, userCalls } from '#shared/admin/user-calls.ts';

export interface UserChoice {
  readonly userId: number;
  readonly realname: string;
}

interface UserPickerProps {
  readonly value: readonly UserChoice[];
  readonly onChange: (value: UserChoice[]) => void;
  readonly multiple?: boolean;
  /** Leaves agents out (spec §6). */
  readonly noAgents?: boolean;
  readonly placeholder?: string;
  readonly id?: string;
  readonly disabled?: boolean;
}

const perPage = 15;
/** Pixels before the end of the list at which the next page is asked for (spec §2). */
const nearEnd = 80;

interface UserOption {
  readonly value: number;
  readonly label: string;
  readonly place: string;
}

/** People of the company, searched on the server, read page by page while scrolling (spec §2, §9). */
export function UserPicker({
  value,
  onChange,
  multiple = false,
  noAgents = false,
  placeholder,
  id,
  disabled = false,
}: UserPickerProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const people = usePeople(search, noAgents, isOpen);
  const options = people.data?.pages.flatMap((page) => page.options) ?? [];

  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const rest = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (rest <= nearEnd && people.hasNextPage && !people.isFetching) void people.fetchNextPage();
  };
  const chosen = value.map(({ userId, realname }) => ({ value: userId, label: realname }));
  const shared = {
    id,
    disabled,
    labelInValue: true,
    allowClear: true,
    options,
    placeholder: placeholder ?? text('widget.choose_user'),
    loading: isOpen && people.isFetching,
    className: styles['wide'] ?? '',
    showSearch: { filterOption: false, onSearch: setTyped },
    onOpenChange: setIsOpen,
    onPopupScroll: handleScroll,
    notFoundContent: people.isError ? (
      <Button type="link" size="small" onClick={() => void people.refetch()}>
        {text('action.retry')}
      </Button>
    ) : (
      text(people.isPending || search !== typed.trim() ? 'state.loading' : 'state.empty')
    ),
    optionRender: ({ data }: { readonly data: UserOption }) => (
      <span className={styles['person']}>
        {data.label}
        <span className={styles['place']}>{data.place}</span>
      </span>
    ),
  } as const;
  if (multiple) {
    return (
      <TabLeaves>
        <Select<Choice[], UserOption>
          {...shared}
          mode="multiple"
          maxTagCount="responsive"
          value={chosen}
          onChange={(next) => onChange(next.map(userOf))}
        />
      </TabLeaves>
    );
  }
  return (
    <Select<Choice | null, UserOption>
      {...shared}
      value={chosen[0] ?? null}
      onChange={(next) => onChange(next ? [userOf(next)] : [])}
    />
  );
}

interface Choice {
  readonly value: number;
  readonly label: string;
}

const userOf = ({ value, label }: Choice): UserChoice => ({ userId: value, realname: label });

function usePeople(search: string, noAgents: boolean, isWanted: boolean) {
  const input = { search, type: anyEnabledUser, limit: perPage, ...(noAgents && { agentFlag: 0 }) };
  return useInfiniteQuery({
    queryKey: [userCalls.list.path, 'pages', input],
    enabled: isWanted,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(userCalls.list, { ...input, page: pageParam }, { quiet: true, signal });
      const [list, isLast] = Array.isArray(answer) ? [answer, true] : [answer.list, answer.lastPage];
      const options = list.map(({ userId, realname, deptName, post }): UserOption => ({
        value: userId,
        label: realname,
        place: [deptName, post].filter(Boolean).join(' · '),
      }));
      return { options, isLast };
    },
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length + 1),
  });
}
