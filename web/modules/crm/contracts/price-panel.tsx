import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { contractCalls, type PriceCheck } from '#shared/crm/contracts/contract-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

type Line = PriceCheck['lines'][number] & { readonly key: number };

const amount = (value: string): string => (value === '' ? '' : withSeparators(value));

/** What was agreed beside list prices and floor prices, for whoever decides on it. */
export function PricePanel({ id }: PanelProps) {
  const text = useText();
  const query = useQuery(callQuery(contractCalls.priceCheck, { contractId: id }));
  const columns: TableColumnsType<Line> = [
    { title: text('crm_contract.line.name'), dataIndex: 'name' },
    { title: text('contract.list_price'), dataIndex: 'listPrice', align: 'right', render: amount },
    { title: text('crm_contract.line.sales_price'), dataIndex: 'salesPrice', align: 'right', render: amount },
    { title: text('crm_contract.line.discount'), dataIndex: 'discount', align: 'right' },
    { title: text('crm_contract.line.num'), dataIndex: 'num', align: 'right' },
    {
      title: text('contract.floor'),
      dataIndex: 'belowFloor',
      render: (_value, { isBelowFloor, belowFloor }) =>
        isBelowFloor === 1 && (
          <StatusTag tone="danger">
            {belowFloor === ''
              ? text('contract.below_floor')
              : text('contract.below_floor_by', { amount: amount(belowFloor) })}
          </StatusTag>
        ),
    },
  ];
  return (
    <PageState query={query} isEmpty={({ lines }) => lines.length === 0}>
      {({ lines, discount }) => (
        <>
          <PlainTable<Line> rowKey="key" columns={columns} dataSource={lines.map((line, key) => ({ ...line, key }))} />
          {discount !== '' && <p>{text('contract.discount_of_all', { rate: discount })}</p>}
        </>
      )}
    </PageState>
  );
}
