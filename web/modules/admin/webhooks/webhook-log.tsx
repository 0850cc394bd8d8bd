import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { pageSizes } from '#web/record/list/list-state.ts';
import { toast } from '#web/ui/feedback.tsx';
import { OutboxReason, OutboxState, OutboxStateFilter } from '#web/ui/outbox/outbox-cells.tsx';
import type { ListAddress, PlainListState } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { webhookCalls, type Webhook, type WebhookLogRow } from '#shared/admin/webhooks/webhook-calls.ts';
import { outboxStates } from '#shared/platform/outbox-states.ts';
import styles from './webhooks.module.css';

interface WebhookLogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const isOver = ({ state }: WebhookLogRow): boolean => state !== outboxStates.waiting;

/** The deliveries of a webhook, which can be sent again. */
export function WebhookLog({ webhook: { id, name }, onClose }: WebhookLogProps) {
  const text = useText();
  useBackCloses(true, onClose);
  const state = useListState();
  const { filters, page, limit, change } = state;
  const query = useQuery({
    ...callQuery(webhookCalls.log, { id, page, limit, state: filters.state }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // what waits leaves within seconds
    refetchInterval: ({ state: { data } }) => (data?.list.some((row) => row.state === 0) ? 3000 : false),
  });
  const replay = useAction(webhookCalls.replay, { refreshes: [webhookCalls.log, webhookCalls.list] });
  const handleReplay = (given: readonly WebhookLogRow[]) => {
    const rows = given.filter(isOver);
    replay.mutate(
      { id, ids: rows.map((row) => row.id).join(',') },
      { onSuccess: () => toast.success(textOf('outbox.repeated', { count: rows.length })) },
    );
  };
  const recordOf = ({ typeName, recordId }: WebhookLogRow) =>
    recordId === null ? '' : text('webhook.record_named', { type: typeName, id: recordId });
  const nameOf = (row: WebhookLogRow) => `${text(`webhook.event_${row.event}`)} ${recordOf(row)}`.trim();
  const again = (row: WebhookLogRow) => (
    <Button
      type="link"
      size="small"
      disabled={!isOver(row)}
      aria-label={text('webhook.replay_named', { name: nameOf(row) })}
      onClick={() => handleReplay([row])}
    >
      {text('webhook.replay')}
    </Button>
  );
  const columns: (TableColumnType<WebhookLogRow> & { width: number })[] = [
    {
      key: 'event',
      title: text('webhook.event'),
      width: 120,
      fixed: 'left',
      render: (_, row) => text(`webhook.event_${row.event}`),
    },
    { key: 'record', title: text('webhook.record'), width: 120, render: (_, row) => recordOf(row) || <Dash /> },
    {
      key: 'created',
      title: text('outbox.create_time'),
      width: 120,
      render: (_, row) => <Moment value={row.createTime} />,
    },
    { key: 'state', title: text('messaging.state'), width: 100, render: (_, row) => <OutboxState row={row} /> },
    { key: 'status', title: text('webhook.status'), width: 90, render: (_, row) => row.status ?? <Dash /> },
    { key: 'tries', title: text('outbox.tries'), width: 80, dataIndex: 'tries' },
    { key: 'reason', title: text('outbox.reason'), width: 220, render: (_, row) => <OutboxReason row={row} /> },
    { key: 'acts', title: text('webhook.acts'), width: 110, fixed: 'right', render: (_, row) => again(row) },
  ];
  return (
    <Drawer
      open
      size={960}
      title={text('webhook.log_of', { name })}
      styles={{ body: { display: 'flex', padding: 0 } }}
      onClose={onClose}
    >
      <PlainList
        query={query}
        state={state}
        columns={columns}
        nameOf={nameOf}
        card={(row) => (
          <>
            <div className={styles['head']}>
              <strong>{nameOf(row)}</strong>
              <OutboxState row={row} />
            </div>
            <p>
              <Moment value={row.createTime} /> · {text('outbox.tries')} {row.tries}
              {row.status !== null && ` · ${text('webhook.status')} ${row.status}`}
            </p>
            <p>
              <OutboxReason row={row} />
            </p>
            <span className={styles['acts']}>{again(row)}</span>
          </>
        )}
        filters={
          <OutboxStateFilter
            className={styles['filter']}
            value={filters.state}
            onChange={(chosen) => change({ filters: { state: chosen } })}
          />
        }
        bulkActs={(rows) => (
          <Button size="small" disabled={!rows.some(isOver)} onClick={() => handleReplay(rows)}>
            {text('webhook.replay')}
          </Button>
        )}
        none={text('webhook.log_none')}
        noMatch={text('messaging.no_match')}
        noneAction={null}
      />
    </Drawer>
  );
}

const all: ListAddress<'state'> = { filters: { state: '' }, page: 1, limit: pageSizes[0] };

/** The list lies over a page that has the address. */
function useListState(): PlainListState<'state'> {
  const [shown, setShown] = useState(all);
  return {
    ...shown,
    sizes: pageSizes,
    isFiltered: shown.filters.state !== '',
    change: ({ filters, page = 1, limit = shown.limit }) =>
      setShown({ filters: { ...shown.filters, ...filters }, page, limit }),
    clear: () => setShown(all),
  };
}
