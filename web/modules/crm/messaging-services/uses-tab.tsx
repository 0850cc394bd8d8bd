import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { pageSizes } from '#web/record/list/list-state.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { messagingCalls, type UseRow } from '#shared/crm/messaging-services/messaging-calls.ts';
import styles from './messaging.module.css';

/** Who asked the company registry outside, and for what. */
export function UsesTab() {
  const text = useText();
  const state = usePlainList(['search'], pageSizes);
  const { filters, page, limit, change } = state;
  const query = useQuery({
    ...callQuery(messagingCalls.uses, { page, limit, search: filters.search }),
    placeholderData: keepPreviousData,
  });
  const result = ({ isAnswered }: UseRow) => (
    <StatusTag tone={isAnswered === 1 ? 'success' : 'danger'}>
      {text(isAnswered === 1 ? 'messaging.use_ok' : 'messaging.use_failed')}
    </StatusTag>
  );
  const columns: (TableColumnType<UseRow> & { width: number })[] = [
    { key: 'asker', title: text('messaging.asker'), width: 140, dataIndex: 'userName' },
    { key: 'asked', title: text('messaging.asked_for'), width: 320, dataIndex: 'askedFor', ellipsis: true },
    { key: 'result', title: text('messaging.result'), width: 110, render: (_, row) => result(row) },
    {
      key: 'time',
      title: text('messaging.use_time'),
      width: 150,
      render: (_, { useTime }) => <Moment value={useTime} />,
    },
  ];
  return (
    <PlainList
      query={query}
      state={state}
      columns={columns}
      nameOf={({ askedFor }) => askedFor}
      card={(row) => (
        <>
          <div className={styles['head']}>
            <strong>{row.askedFor}</strong>
            {result(row)}
          </div>
          <p>
            {row.userName} <Moment value={row.useTime} />
          </p>
        </>
      )}
      filters={
        <SearchBox
          isMain
          placeholder={text('messaging.search_uses')}
          value={filters.search}
          onSearch={(search) => change({ filters: { search: search.slice(0, 50) } })}
        />
      }
      none={text('messaging.none_uses')}
      noMatch={text('messaging.no_match')}
      noneAction={null}
    />
  );
}
