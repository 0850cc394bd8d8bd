import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import type { CustomerLimit, LimitKind } from './limit-kinds.ts';
import styles from './settings.module.css';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';

interface LimitRowsProps {
  readonly kind: LimitKind;
  readonly rows: readonly CustomerLimit[];
  readonly onEdit: (row: CustomerLimit) => void;
  readonly onRemove: (row: CustomerLimit) => void;
}

export function LimitRows({ kind, rows, onEdit, onRemove }: LimitRowsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const rangeOf = ({ range }: CustomerLimit) => range || text('limit.nobody');
  const countsDeals = ({ customerDeal }: CustomerLimit) => text(customerDeal === 1 ? 'limit.yes' : 'limit.no');
  const over = ({ overNum, overNames }: CustomerLimit) =>
    overNum === 0 ? (
      text('limit.over_nobody')
    ) : (
      <>
        <StatusTag tone="warning">{text('limit.over_count', { count: overNum })}</StatusTag>{' '}
        {overNames.join(text('rights.comma'))}
        {overNames.length < overNum && '…'}
      </>
    );
  const acts = (row: CustomerLimit) => (
    <span className={styles['acts']}>
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        {text('action.edit')}
      </Button>
      <Button type="link" size="small" danger onClick={() => onRemove(row)}>
        {text('action.delete')}
      </Button>
    </span>
  );
  if (isPhone)
    return (
      <ul className="boxes">
        {rows.map((row) => (
          <li key={row.settingId}>
            <strong>{rangeOf(row)}</strong>
            <p>
              {text(kind.most)}: {row.customerNum.toLocaleString('en')}
            </p>
            {kind.asksForDeals && (
              <p>
                {text('limit.counts_deals')}: {countsDeals(row)}
              </p>
            )}
            <p>
              {text('limit.over')}: {over(row)}
            </p>
            {acts(row)}
          </li>
        ))}
      </ul>
    );
  return (
    <PlainTable<CustomerLimit>
      rowKey="settingId"
      dataSource={[...rows]}
      columns={[
        { key: 'range', title: text('limit.range'), render: (_value, row) => rangeOf(row) },
        {
          key: 'most',
          title: text(kind.most),
          width: 160,
          align: 'right',
          render: (_value, row) => row.customerNum.toLocaleString('en'),
        },
        ...(kind.asksForDeals
          ? [
              {
                key: 'deals',
                title: text('limit.counts_deals'),
                width: 240,
                render: (_value: unknown, row: CustomerLimit) => countsDeals(row),
              },
            ]
          : []),
        {
          key: 'over',
          title: text('limit.over'),
          render: (_value, row) => <span className={styles['over']}>{over(row)}</span>,
        },
        { key: 'acts', title: text('limit.actions'), width: 160, render: (_value, row) => acts(row) },
      ]}
    />
  );
}
