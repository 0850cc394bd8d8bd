import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { opportunityCalls, type StageVisit } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcome } from '#shared/crm/opportunities/opportunity-states.ts';
import { declaredState } from '#shared/record/states/state.ts';

/** The stages that an opportunity was in, by whom, and for how long. */
export function StagesPanel({ id }: PanelProps) {
  const text = useText();
  const query = useQuery(callQuery(opportunityCalls.history, { businessId: id }));
  const nameOf = ({ statusName, isEnd }: StageVisit) => {
    const end = isEnd === 0 ? undefined : declaredState(outcome, isEnd);
    return end ? text(end.label) : statusName || <Dash />;
  };
  return (
    <PageState query={query} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <PlainTable<StageVisit & { readonly at: number }>
          rowKey="at"
          dataSource={rows.map((row, at) => ({ ...row, at }))}
          columns={[
            { key: 'stage', title: text('crm_business.status_name'), render: (_value, row) => nameOf(row) },
            {
              key: 'time',
              title: text('opportunity.entered'),
              render: (_value, row) => <Moment value={row.createTime} />,
            },
            { key: 'days', title: text('opportunity.stayed'), align: 'right', dataIndex: 'days' },
            { key: 'who', title: text('opportunity.by'), render: (_value, row) => row.userName || <Dash /> },
            {
              key: 'why',
              title: text('state.why'),
              render: (_value, { reason, remark }) => [reason, remark].filter(Boolean).join('：') || <Dash />,
            },
          ]}
        />
      )}
    </PageState>
  );
}
