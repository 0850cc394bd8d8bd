import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { CustomerCredit } from '#web/modules/crm/customers/statement/customer-credit.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { creditCalls, creditKinds, type StatementRow } from '#shared/crm/ledger/credit-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { companyTime } from '#shared/record/time.ts';
import styles from '#web/modules/crm/contract-money.module.css';

const CreditDialog = lazyOverlay(
  () => import('#web/modules/crm/customers/statement/credit-dialog.tsx'),
  'CreditDialog',
);
const overlays = [CreditDialog];

/** Months that can be chosen. */
const offered = 24;

/** The first and last day of a month so many before this one, and its name. */
function monthBefore(count: number) {
  const [year = 0, month = 1] = companyTime(Date.now()).slice(0, 7).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - count, 1));
  const last = new Date(Date.UTC(year, month - count, 0));
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  return { name: day(first).slice(0, 7), startDate: day(first), endDate: day(last) };
}

const amount = (money: string): string => (money === '' ? '' : withSeparators(money));

/** What a customer owes by month, as it is sent to it; prepayments and refunds are made here. */
export function CustomerStatement({ id }: PanelProps) {
  const text = useText();
  const may = useMay();
  const mayCredit = may('crm:ledger:credit');
  usePreload(overlays, mayCredit);
  const isPhone = useIsPhone();
  const [at, setAt] = useState(0);
  const [kind, setKind] = useState<number | null>(null);
  const { name: _name, ...days } = monthBefore(at);
  const period = { customerId: id, ...days };
  const query = useQuery(callQuery(creditCalls.statement, period));
  const columns: TableColumnsType<StatementRow> = [
    { key: 'date', title: text('statement.date'), dataIndex: 'ledgerDate' },
    { key: 'event', title: text('statement.event'), render: (_value, row) => text(`ledger.event.${row.event}`) },
    { key: 'contract', title: text('statement.contract'), dataIndex: 'contractNum' },
    { key: 'document', title: text('statement.document'), dataIndex: 'documentName' },
    { key: 'debit', title: text('statement.debit'), align: 'right', render: (_value, row) => amount(row.debit) },
    { key: 'credit', title: text('statement.credit'), align: 'right', render: (_value, row) => amount(row.credit) },
    { key: 'balance', title: text('statement.balance'), align: 'right', render: (_value, row) => amount(row.balance) },
  ];
  return (
    <>
      <div className={styles['bar']}>
        <Select<number>
          value={at}
          aria-label={text('ledger.freeze.month')}
          options={Array.from({ length: offered }, (_, count) => ({ value: count, label: monthBefore(count).name }))}
          onChange={setAt}
        />
        <Button onClick={() => void download(creditCalls.statementSheet, period).catch(() => null)}>
          {text('statement.export')}
        </Button>
        <Button onClick={() => void download(creditCalls.statementPdf, period).catch(() => null)}>
          {text('statement.pdf')}
        </Button>
        {mayCredit &&
          Object.values(creditKinds).map((one) => (
            <Button key={one} onClick={() => setKind(one)}>
              {text(`credit.kind.${one}`)}
            </Button>
          ))}
      </div>
      <PageState query={query}>
        {({ opening, closing, list }) => (
          <>
            <p className={styles['balance']}>
              <span>{text('statement.opening')}</span>
              <strong>{amount(opening)}</strong>
              <span>{text('statement.closing')}</span>
              <strong>{amount(closing)}</strong>
            </p>
            {isPhone ? (
              <StatementCards rows={list} />
            ) : (
              <PlainTable rowKey={(row) => JSON.stringify(row)} dataSource={list} columns={columns} />
            )}
          </>
        )}
      </PageState>
      {may('crm:ledger:read') && <CustomerCredit customerId={id} />}
      {kind !== null && <CreditDialog customerId={id} kind={kind} onClose={() => setKind(null)} />}
    </>
  );
}

function StatementCards({ rows }: { readonly rows: readonly StatementRow[] }) {
  const text = useText();
  return (
    <ul className={styles['entries']}>
      {rows.map((row) => (
        <li key={JSON.stringify(row)}>
          <span className={styles['entry']}>
            <span>{text(`ledger.event.${row.event}`)}</span>
            <strong>{row.debit === '' ? `−${amount(row.credit)}` : amount(row.debit)}</strong>
          </span>
          <small>
            {row.ledgerDate} · {row.documentName} · {amount(row.balance)}
          </small>
        </li>
      ))}
    </ul>
  );
}
