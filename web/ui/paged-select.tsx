import { CloseCircleFilled } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState, type UIEvent } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { isNearEnd } from '#web/lib/screen/near-end.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import styles from '#web/ui/paged-select.module.css';

export interface PagedChoice<V extends number | string> {
  readonly value: V;
  readonly label: string;
  /** Shown next to it, such as the department of a person. */
  readonly detail?: string;
}

export interface ChoicePage<V extends number | string> {
  readonly options: readonly PagedChoice<V>[];
  readonly isLast: boolean;
}

interface PagedSelectProps<V extends number | string> {
  readonly value: readonly PagedChoice<V>[];
  readonly onChange: (value: PagedChoice<V>[]) => void;
  /** What the choices depend on besides the search. */
  readonly queryKey: readonly unknown[];
  readonly load: (search: string, page: number, signal: AbortSignal) => Promise<ChoicePage<V>>;
  readonly placeholder: string;
  readonly multiple?: boolean;
  /** Without a border, among other quiet filters. */
  readonly isQuiet?: boolean;
  readonly disabled?: boolean;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
}

/** The clear button of a select with a name in the reader's language, which the library's locale leaves out. */
export const clearing = () => ({ clearIcon: <CloseCircleFilled aria-hidden />, label: textOf('action.clear') });

/** A select whose options are searched on the server and loaded page by page while scrolling (R24.7). */
export function PagedSelect<V extends number | string>(props: PagedSelectProps<V>) {
  const {
    value,
    onChange,
    queryKey,
    load,
    placeholder,
    multiple = false,
    disabled = false,
    isQuiet = false,
    id,
    label,
  } = props;
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages', search],
    enabled: isOpen,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => load(search, pageParam, signal),
    getNextPageParam: ({ isLast }, all) => (isLast ? undefined : all.length + 1),
  });
  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    if (isNearEnd(currentTarget) && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
  };
  const loaded = pages.data?.pages.flatMap((page) => page.options) ?? [];
  const isSettled = search === typed.trim();
  // until the server has answered, Enter must not pick an unintended option
  const options = isSettled
    ? loaded
    : loaded.filter((one) => one.label.toLowerCase().includes(typed.trim().toLowerCase()));
  const chosen = value.map((one) => ({ value: one.value, label: one.label }));
  const shared = {
    id,
    disabled,
    'aria-label': label,
    ...(isQuiet && { variant: 'borderless' as const }),
    labelInValue: true,
    allowClear: clearing(),
    options,
    placeholder,
    loading: isOpen && pages.isFetching,
    className: styles['wide'] ?? '',
    showSearch: { filterOption: false, onSearch: setTyped },
    onOpenChange: setIsOpen,
    onPopupScroll: handleScroll,
    notFoundContent: pages.isError ? (
      <Button type="link" size="small" onClick={() => void pages.refetch()}>
        {text('action.retry')}
      </Button>
    ) : (
      text(pages.isPending || !isSettled ? 'state.loading' : 'state.empty')
    ),
    optionRender: ({ data }: { readonly data: PagedChoice<V> }) => (
      <span className={styles['choice']}>
        {data.label}
        <span className={styles['detail']}>{data.detail}</span>
      </span>
    ),
  } as const;
  if (multiple) {
    return (
      <TabLeaves>
        <Select<Labelled<V>[], PagedChoice<V>>
          {...shared}
          mode="multiple"
          maxTagCount="responsive"
          value={chosen}
          onChange={(next) => onChange(next.map(choiceOf))}
        />
      </TabLeaves>
    );
  }
  return (
    <Select<Labelled<V> | null, PagedChoice<V>>
      {...shared}
      value={chosen[0] ?? null}
      onChange={(next) => onChange(next ? [choiceOf(next)] : [])}
    />
  );
}

interface Labelled<V> {
  readonly value: V;
  readonly label: string;
}

/** The component adds its own keys. */
const choiceOf = <V extends number | string>({ value, label }: Labelled<V>): PagedChoice<V> => ({ value, label });
