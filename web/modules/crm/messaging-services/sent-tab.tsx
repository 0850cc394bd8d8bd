import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { pageSizes } from '#web/record/list/list-state.ts';
import { OutboxReason, OutboxState, OutboxStateFilter } from '#web/ui/outbox/outbox-cells.tsx';
import { useOutboxActs } from '#web/ui/outbox/use-outbox-acts.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { channels } from '#shared/crm/messaging-services/channels.ts';
import { messagingCalls, type SentRow } from '#shared/crm/messaging-services/messaging-calls.ts';
import styles from './messaging.module.css';

/** What has left by the channels, or is about to; failed ones are sent again or dropped. */
export function SentTab() {
  const text = useText();
  const state = usePlainList(['state', 'channel'], pageSizes);
  const { filters, page, limit, change } = state;
  const query = useQuery({
    ...callQuery(messagingCalls.sent, {
      page,
      limit,
      state: /^[0-4]$/.test(filters.state) ? filters.state : '',
      channel: filters.channel.slice(0, 20),
    }),
    placeholderData: keepPreviousData,
    // what waits leaves within seconds
    refetchInterval: ({ state: { data } }) => (data?.list.some((row) => row.state === 0) ? 3000 : false),
  });
  const acts = useOutboxActs({
    repeat: messagingCalls.repeat,
    drop: messagingCalls.drop,
    list: messagingCalls.sent,
  });
  const nameOf = (row: SentRow) => `${text(`messaging.channel_${row.channel}`)} ${row.userName}`;
  const menuOf = (row: SentRow) =>
    acts.isFailed(row) && (
      <MoreMenu
        label={text('outbox.acts_named', { name: nameOf(row) })}
        items={[
          { key: 'repeat', label: text('outbox.repeat'), onClick: () => acts.repeat([row]) },
          { key: 'drop', label: text('outbox.drop'), danger: true, onClick: () => void acts.drop([row]) },
        ]}
      />
    );
  const channelName = (row: SentRow) =>
    [text(`messaging.channel_${row.channel}`), row.isTest === 1 ? text('messaging.is_test') : '']
      .filter(Boolean)
      .join(' · ');
  const columns: (TableColumnType<SentRow> & { width: number })[] = [
    {
      key: 'channel',
      title: text('messaging.channel'),
      width: 180,
      fixed: 'left',
      render: (_, row) => channelName(row),
    },
    { key: 'person', title: text('messaging.person'), width: 120, dataIndex: 'userName', ellipsis: true },
    { key: 'state', title: text('messaging.state'), width: 110, render: (_, row) => <OutboxState row={row} /> },
    { key: 'tries', title: text('outbox.tries'), width: 100, dataIndex: 'tries' },
    { key: 'reason', title: text('outbox.reason'), width: 320, render: (_, row) => <OutboxReason row={row} /> },
    {
      key: 'created',
      title: text('outbox.create_time'),
      width: 150,
      render: (_, { createTime }) => <Moment value={createTime} />,
    },
    { key: 'acts', title: text('outbox.acts'), width: 80, fixed: 'right', render: (_, row) => menuOf(row) },
  ];
  return (
    <PlainList
      query={query}
      state={state}
      columns={columns}
      nameOf={nameOf}
      card={(row) => (
        <>
          <div className={styles['head']}>
            <strong>{channelName(row)}</strong>
            <OutboxState row={row} />
            {menuOf(row)}
          </div>
          <p>
            {row.userName} <Moment value={row.createTime} />
          </p>
          <p>
            <OutboxReason row={row} />
          </p>
        </>
      )}
      filters={
        <>
          <OutboxStateFilter
            className={styles['filter']}
            value={filters.state}
            onChange={(chosen) => change({ filters: { state: chosen } })}
          />
          <Select<string>
            className={styles['filter'] ?? ''}
            aria-label={text('messaging.channel')}
            value={filters.channel}
            options={[
              { value: '', label: text('messaging.any_channel') },
              ...channels.map((value) => ({ value, label: text(`messaging.channel_${value}`) })),
            ]}
            onChange={(channel) => change({ filters: { channel } })}
          />
        </>
      }
      bulkActs={(rows) => (
        <>
          <Button size="small" disabled={!rows.some(acts.isFailed)} onClick={() => acts.repeat(rows)}>
            {text('outbox.repeat')}
          </Button>
          <Button size="small" danger disabled={!rows.some(acts.isFailed)} onClick={() => void acts.drop(rows)}>
            {text('outbox.drop')}
          </Button>
        </>
      )}
      none={text('messaging.none_sent')}
      noMatch={text('messaging.no_match')}
      noneAction={null}
    />
  );
}
