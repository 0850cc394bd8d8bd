import { useText } from '#web/lib/i18n/i18n.ts';
import { OutboxReason, OutboxState } from '#web/ui/outbox/outbox-cells.tsx';
import type { useOutboxActs } from '#web/ui/outbox/use-outbox-acts.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { OrderRow } from '#shared/crm/order-log/order-log-calls.ts';
import styles from './order-log.module.css';

interface RowProps {
  readonly row: OrderRow;
  readonly acts: ReturnType<typeof useOutboxActs>;
}

/** The columns of the log, with the acts on what failed. */
export function useOrderColumns(acts: RowProps['acts']): (TableColumnType<OrderRow> & { width: number })[] {
  const text = useText();
  return [
    {
      key: 'num',
      title: text('order_log.num'),
      width: 180,
      fixed: 'left',
      render: (_, row) => <Num row={row} />,
    },
    {
      key: 'customer',
      title: text('order_log.customer'),
      width: 220,
      ellipsis: true,
      render: (_, { customerName }) => customerName || <Dash />,
    },
    {
      key: 'order',
      title: text('order_log.order_num'),
      width: 150,
      ellipsis: true,
      render: (_, { orderNum }) => orderNum || <Dash />,
    },
    {
      key: 'time',
      title: text('order_log.time'),
      width: 150,
      render: (_, { createTime }) => <Moment value={createTime} />,
    },
    { key: 'result', title: text('order_log.result'), width: 110, render: (_, row) => <OutboxState row={row} /> },
    { key: 'message', title: text('order_log.message'), width: 300, render: (_, row) => <OutboxReason row={row} /> },
    {
      key: 'acts',
      title: text('outbox.acts'),
      width: 80,
      fixed: 'right',
      render: (_, row) => <Menu row={row} acts={acts} />,
    },
  ];
}

/** Its number, unless it was a test. */
function Num({ row: { contractNum, contractId } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return contractNum || (contractId === 0 ? text('order_log.test_row') : <Dash />);
}

function Menu({ row, acts }: RowProps) {
  const text = useText();
  if (!acts.isFailed(row)) return null;
  return (
    <MoreMenu
      label={text('outbox.acts_named', { name: row.contractNum || text('order_log.test_row') })}
      items={[
        { key: 'repeat', label: text('outbox.repeat'), onClick: () => acts.repeat([row]) },
        { key: 'drop', label: text('outbox.drop'), danger: true, onClick: () => void acts.drop([row]) },
      ]}
    />
  );
}

/** A row on a phone. */
export function OrderCard({ row, acts }: RowProps) {
  return (
    <>
      <div className={styles['head']}>
        <strong>
          <Num row={row} />
        </strong>
        <OutboxState row={row} />
        <Menu row={row} acts={acts} />
      </div>
      {row.customerName !== '' && <p>{row.customerName}</p>}
      <p>
        {row.orderNum} <Moment value={row.createTime} />
      </p>
      <p>
        <OutboxReason row={row} />
      </p>
    </>
  );
}
