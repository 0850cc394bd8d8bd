import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { poolCalls } from '#shared/crm/pool-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './pool-rules.module.css';
import { Moment } from '#web/ui/values/moment.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';

type Forecast = OutputOf<typeof poolCalls.forecast>['list'][number];

interface ForecastRowsProps {
  readonly rows: readonly Forecast[];
  /** Days of each rule. */
  readonly days: { readonly followup: string; readonly deal: string };
}

/** Customers that will soon enter the pool; each link opens the page where it can be edited. */
export function ForecastRows({ rows, days }: ForecastRowsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const ruleOf = ({ rule }: Forecast) =>
    rule === 'followup'
      ? text('pool.rule.followup', { days: days.followup })
      : text('pool.rule.deal', { days: days.deal });
  const linkOf = (row: Forecast) => <Link to={`/crm/customer?rowId=${row.customerId}`}>{row.customerName}</Link>;
  const warningsOf = ({ warnings }: Forecast) =>
    warnings.map((warning) => (
      <StatusTag key={warning} tone="warning">
        {warning}
      </StatusTag>
    ));
  const nameOf = (row: Forecast) => (
    <>
      {linkOf(row)}
      <p>{ruleOf(row)}</p>
      {warningsOf(row)}
    </>
  );
  const dueOf = ({ dueTime, isDue }: Forecast) =>
    isDue === 1 ? <span className={styles['now']}>{text('pool_forecast.at_once')}</span> : <Moment value={dueTime} />;
  if (isPhone)
    return (
      <ul className="boxes">
        {rows.map((row) => (
          <li key={row.customerId}>
            {nameOf(row)}
            <p>
              {row.ownerUserName} · {dueOf(row)}
            </p>
          </li>
        ))}
      </ul>
    );
  return (
    <PlainTable<Forecast>
      rowKey="customerId"
      className={styles['foreseenRows'] ?? ''}
      scroll={{}}
      tableLayout="fixed"
      dataSource={[...rows]}
      columns={[
        { key: 'name', title: text('crm_customer.customer_name'), render: (_value, row) => nameOf(row) },
        { key: 'owner', title: text('record.owner_user_name'), dataIndex: 'ownerUserName', width: 96, ellipsis: true },
        { key: 'due', title: text('pool_forecast.due'), width: 120, render: (_value, row) => dueOf(row) },
      ]}
    />
  );
}
