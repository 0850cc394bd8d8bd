import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { ledgerCalls } from '#shared/crm/ledger/ledger-calls.ts';
import styles from './freeze-page.module.css';

/** /crm/ledger: closes months, and checks the ledger. */
export function FreezePage() {
  const text = useText();
  const query = useQuery(callQuery(ledgerCalls.frozen, {}));
  const freeze = useAction(ledgerCalls.freeze, {
    refreshes: [ledgerCalls.frozen],
    onDone: () => toast.success(textOf('action.done')),
  });
  const handleClose = async (month: string) => {
    const okText = text('ledger.freeze.close', { month });
    if (await confirm({ title: okText, text: text('ledger.freeze.ask', { month }), okText, isDangerous: true }))
      freeze.mutate({ period: month });
  };
  return (
    <Page title={text('ledger.freeze.title')} acts={<RecountButton />}>
      <PageBody>
        <PageState query={query}>
          {({ openFrom, nextMonth, list }) => (
            <>
              <p className={styles['bar']}>
                <span>
                  {list.length === 0 ? text('ledger.freeze.none') : text('ledger.freeze.open_from', { day: openFrom })}
                </span>
                <Button loading={freeze.isPending} onClick={() => void handleClose(nextMonth)}>
                  {text('ledger.freeze.close', { month: nextMonth })}
                </Button>
              </p>
              <ul className={styles['months']}>
                {list.map(({ month, userName, createTime }) => (
                  <li key={month}>
                    <strong>{month}</strong>
                    <span>{userName}</span>
                    <time>{createTime}</time>
                  </li>
                ))}
              </ul>
            </>
          )}
        </PageState>
      </PageBody>
    </Page>
  );
}

/** Compares every figure with its entries, and says what differs. */
function RecountButton() {
  const text = useText();
  const [isRunning, setRunning] = useState(false);
  const handleRecount = async () => {
    setRunning(true);
    try {
      const { entries, contracts, differences } = await call(ledgerCalls.recount, {});
      if (differences.length === 0) toast.success(text('ledger.recount.fine', { entries, contracts }));
      else toast.error(text('ledger.recount.differs', { count: differences.length }));
    } catch {
      // already reported
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button loading={isRunning} onClick={() => void handleRecount()}>
      {text('ledger.recount')}
    </Button>
  );
}
