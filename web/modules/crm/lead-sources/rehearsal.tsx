import { Button } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { sentRules, type RuleDraft } from '#web/modules/crm/lead-sources/rule-list.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { leadSourceCalls, rehearsed } from '#shared/crm/lead-sources/lead-source-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './lead-sources.module.css';

interface RehearsalProps {
  readonly id: number | null;
  readonly rules: readonly RuleDraft[];
  readonly keeperUserId: number | undefined;
}

type Told = OutputOf<typeof leadSourceCalls.rehearse>;

/** Tries rules that need not be saved on the last leads. */
export function Rehearsal({ id, rules, keeperUserId }: RehearsalProps) {
  const text = useText();
  const ask = useAction(leadSourceCalls.rehearse);
  return (
    <section>
      <p className={styles['hint']}>{text('lead_source.rehearse_hint', { most: rehearsed })}</p>
      <Button
        loading={ask.isPending}
        onClick={() => ask.mutate({ ...(id !== null && { id }), keeperUserId, assignRules: sentRules(rules) })}
      >
        {text('lead_source.rehearse')}
      </Button>
      {ask.data && <Outcome told={ask.data} />}
    </section>
  );
}

function Outcome({ told: { count, people, leads } }: { readonly told: Told }) {
  const text = useText();
  if (count === 0) return <p role="status">{text('lead_source.rehearsed_none')}</p>;
  return (
    <div role="status">
      <h3>{text('lead_source.rehearsed', { count })}</h3>
      <ul className={styles['counts']}>
        {people.map(({ userId, realname, count: own }) => (
          <li key={userId}>{text('lead_source.rehearsed_of', { name: realname, count: own })}</li>
        ))}
      </ul>
      <div className={styles['wide']}>
        <PlainTable
          rowKey="leadsId"
          dataSource={leads}
          columns={[
            { key: 'name', title: text('lead_source.lead'), dataIndex: 'leadsName', width: 180, ellipsis: true },
            {
              key: 'rule',
              title: text('lead_source.lead_rule'),
              width: 90,
              render: (_value, { rule }) =>
                rule === 0 ? text('lead_source.lead_keeper') : text('lead_source.rule_number', { number: rule }),
            },
            { key: 'owner', title: text('lead_source.lead_owner'), dataIndex: 'realname', width: 110 },
            {
              key: 'time',
              title: text('lead_source.lead_time'),
              width: 150,
              render: (_value, { createTime }) => <Moment value={createTime} />,
            },
          ]}
        />
      </div>
    </div>
  );
}
