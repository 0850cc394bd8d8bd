import { SettingOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { OrderLogFilters } from '#web/modules/crm/order-log/order-log-filters.tsx';
import { OrderCard, useOrderColumns } from '#web/modules/crm/order-log/order-log-rows.tsx';
import { SchoolDialog } from '#web/modules/crm/order-log/school-dialog.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { useOutboxActs } from '#web/ui/outbox/use-outbox-acts.ts';
import { Page } from '#web/ui/page/page.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { orderLogCalls } from '#shared/crm/order-log/order-log-calls.ts';

/** Of an address, where anything may be written. */
const dayOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

/** /manager/system-log: which contracts were handed to the business school, and what it said. */
export function OrderLogPage() {
  const text = useText();
  const state = usePlainList(['contractNum', 'state', 'startTime', 'endTime'], pageSizes);
  const [isOpen, setOpen] = useState(false);
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(orderLogCalls.list, {
      page,
      limit,
      contractNum: filters.contractNum,
      state: /^[0-4]$/.test(filters.state) ? filters.state : '',
      startTime: dayOf(filters.startTime),
      endTime: dayOf(filters.endTime),
    }),
    placeholderData: keepPreviousData,
    // what waits leaves within seconds
    refetchInterval: ({ state: { data } }) => (data?.list.some((row) => row.state === 0) ? 3000 : false),
  });
  const settings = useQuery(callQuery(orderLogCalls.settings, {}));
  const acts = useOutboxActs({ repeat: orderLogCalls.repeat, drop: orderLogCalls.drop, list: orderLogCalls.list });
  const columns = useOrderColumns(acts);
  const setButton = (
    <Button icon={<SettingOutlined aria-hidden />} disabled={!settings.data} onClick={() => setOpen(true)}>
      {text('order_log.settings')}
    </Button>
  );
  return (
    <Page
      title={text('page.order_log')}
      acts={
        <>
          <ChangeHistory kinds={['business_school']} />
          {setButton}
        </>
      }
    >
      <PlainList
        query={query}
        state={state}
        columns={columns}
        nameOf={({ contractNum, id }) => contractNum || String(id)}
        card={(row) => <OrderCard row={row} acts={acts} />}
        filters={<OrderLogFilters state={state} />}
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
        none={text(settings.data?.isOn === 0 ? 'order_log.off' : 'order_log.none')}
        noMatch={text('messaging.no_match')}
        noneAction={null}
      />
      {isOpen && settings.data && <SchoolDialog edited={settings.data} onClose={() => setOpen(false)} />}
    </Page>
  );
}
