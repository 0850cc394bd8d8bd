import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable, sumsBelow, type TableColumnsType } from '#web/ui/plain-table.tsx';
import type { Instalment } from '#shared/crm/plans/periods.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

interface Props {
  readonly instalments: readonly Instalment[];
  /** Number of the first one. */
  readonly first: number;
}

/** The instalments that would be made, and their sum. */
export function InstalmentsPreview({ instalments, first }: Props) {
  const text = useText();
  const rows = instalments.map((one, at) => ({ ...one, num: first + at }));
  const columns: TableColumnsType<(typeof rows)[number]> = [
    {
      key: 'num',
      title: text('crm_receivables_plan.num'),
      rowScope: 'row',
      render: (_value, { num }) => text('plan.period', { num }),
    },
    { key: 'date', title: text('plan.day'), dataIndex: 'date' },
    { key: 'money', title: text('plan.amount'), align: 'right', render: (_value, { money }) => withSeparators(money) },
  ];
  return (
    <PlainTable
      aria-label={text('plan.instalments')}
      rowKey="num"
      dataSource={rows}
      columns={columns}
      summary={() => sumsBelow(text('plan.sum'), [null, withSeparators(sumOf(rows.map(({ money }) => money)))])}
    />
  );
}
