import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { customerSettingCalls, poolCalls } from '#shared/crm/pool-calls.ts';

// the list shows the reminder at once, but few users open its details
const PoolForecast = lazyOverlay(() => import('#web/modules/crm/customers/pool-rules/forecast.tsx'), 'PoolForecast');

/** How many customers the rules are about to release, while the reminder is on (R16.6). */
export function PoolReminder() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const rules = useQuery({ ...callQuery(customerSettingCalls.rules, {}), staleTime: 300_000 });
  const isOn = rules.data?.customerConfig === 1 && rules.data.putInPoolRemindConfig === 1;
  const days = Number(rules.data?.putInPoolRemindDays ?? 0);
  const due = useQuery({ ...callQuery(poolCalls.forecast, { days, limit: 1 }), enabled: isOn });
  const count = due.data?.totalRow ?? 0;
  if (!isOn || !rules.data || count === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={text('pool.reminder', { count: count.toLocaleString('en'), days })}
        action={
          <Button size="small" type="link" onClick={() => setOpen(true)}>
            {text('pool.reminder_show')}
          </Button>
        }
      />
      <Dialog
        open={isOpen}
        width={760}
        title={text('pool_forecast.title')}
        footer={null}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <PoolForecast isInDialog saved={rules.data} tried={null} startDays={days} />
      </Dialog>
    </>
  );
}
