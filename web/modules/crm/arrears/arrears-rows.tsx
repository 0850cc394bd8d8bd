import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { SettleDialog } from '#web/modules/crm/arrears/settle-dialog.tsx';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { arrearsCalls, type ArrearsRow } from '#shared/crm/arrears/arrears-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './arrears.module.css';

const tones: readonly StatusTone[] = ['warning', 'success', 'neutral'];

interface ArrearsRowsProps {
  readonly rows: readonly ArrearsRow[];
  /** There are none yet. */
  readonly isPending?: boolean;
}

/** Arrears as a table, or cards on a phone, each with what can be done about it. */
export function ArrearsRows({ rows, isPending = false }: ArrearsRowsProps) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const [settled, setSettled] = useState<ArrearsRow | null>(null);
  const close = useAction(arrearsCalls.close, {
    refreshes: [arrearsCalls.list],
    onDone: () => toast.success(textOf('action.done')),
  });
  const handleClose = async (row: ArrearsRow) => {
    const question = {
      title: text('arrears.close'),
      text: text('arrears.close_question', { number: row.arrearsNumber, money: withSeparators(row.unreceivedMoney) }),
    };
    if (await confirm({ ...question, okText: text('arrears.close') })) close.mutate({ arrearsId: row.arrearsId });
  };
  const acts = (row: ArrearsRow) => (
    <span className={styles['acts']}>
      {row.status === 0 && may('crm:receivables:save') && (
        <Button type="link" size="small" onClick={() => setSettled(row)}>
          {text('crm_receivables.new')}
        </Button>
      )}
      {row.mayClose === 1 && (
        <Button type="link" size="small" onClick={() => void handleClose(row)}>
          {text('arrears.close')}
        </Button>
      )}
    </span>
  );
  const state = ({ status }: ArrearsRow) => (
    <StatusTag tone={tones[status] ?? 'neutral'}>{text(`arrears.status.${status}` as MessageKey)}</StatusTag>
  );
  const money = (key: 'contractMoney' | 'receivedMoney' | 'arrearsMoney' | 'unreceivedMoney') => ({
    key,
    title: text(`arrears.${key}`),
    align: 'right' as const,
    render: (_value: unknown, row: ArrearsRow) => (row[key] === '' ? '' : withSeparators(row[key])),
  });
  const columns: TableColumnsType<ArrearsRow> = [
    { key: 'number', title: text('arrears.arrearsNumber'), dataIndex: 'arrearsNumber' },
    {
      key: 'customer',
      title: text('arrears.customerName'),
      render: (_value, { customerId, customerName }) =>
        customerId !== null && <Link to={recordPath('crm_customer', customerId) ?? ''}>{customerName}</Link>,
    },
    {
      key: 'contract',
      title: text('arrears.contractName'),
      render: (_value, row) => <Link to={recordPath('crm_contract', row.contractId) ?? ''}>{row.contractName}</Link>,
    },
    { key: 'type', title: text('arrears.arrearType'), dataIndex: 'arrearType' },
    money('contractMoney'),
    money('arrearsMoney'),
    money('unreceivedMoney'),
    { key: 'days', title: text('arrears.days'), align: 'right', dataIndex: 'days' },
    { key: 'submitter', title: text('arrears.submitter'), dataIndex: 'submitter' },
    { key: 'status', title: text('arrears.status'), render: (_value, row) => state(row) },
    { key: 'acts', render: (_value, row) => acts(row) },
  ];
  return (
    <>
      {isPending ? (
        <PlainTable isPending columns={columns} />
      ) : isPhone ? (
        <ul className={styles['cards']}>
          {rows.map((row) => (
            <li key={row.arrearsId}>
              <span className={styles['line']}>
                <Link to={recordPath('crm_contract', row.contractId) ?? ''}>{row.contractName}</Link>
                <strong>{withSeparators(row.unreceivedMoney)}</strong>
              </span>
              <small>
                {[row.arrearsNumber, row.customerName, text('arrears.of_days', { count: row.days })]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </small>
              <span className={styles['line']}>
                {state(row)}
                {acts(row)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <PlainTable isMain rowKey="arrearsId" dataSource={rows} columns={columns} />
      )}
      {settled && <SettleDialog arrears={settled} onClose={() => setSettled(null)} />}
    </>
  );
}
