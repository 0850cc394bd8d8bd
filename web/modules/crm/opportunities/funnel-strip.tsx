import { Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import { useFunnel } from '#web/modules/crm/opportunities/funnel-query.ts';
import styles from '#web/modules/crm/opportunities/opportunities.module.css';
import { shortMoney } from '#web/ui/values/short-money.ts';
import type { StripProps } from '#web/record/record-screen.ts';
import { outcome, outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** Above the list: of each stage how many, how much, and how much by its win rate; then what has ended. */
export function FunnelStrip({ query, onNarrow }: StripProps) {
  const text = useText();
  const { language } = preferences();
  const groups = useQuery({ ...callQuery(stageGroupCalls.options, {}), staleTime: 60_000 }).data ?? [];
  const { data: funnel } = useFunnel(query);
  if (!funnel || funnel.typeId === null) return <div className={styles['strip']} aria-hidden />;
  const figures = (count: number, money: string, weighted: string) => (
    <>
      <b>{count.toLocaleString('en')}</b>
      {funnel.hasMoney === 1 && (
        <small title={text('opportunity.sums', { money: withSeparators(money), weighted: withSeparators(weighted) })}>
          {shortMoney(money, language)}
          {weighted !== '' && <i>{text('opportunity.weighted', { money: shortMoney(weighted, language) })}</i>}
        </small>
      )}
    </>
  );
  return (
    <section className={styles['strip']} aria-label={text('opportunity.funnel')}>
      {groups.length > 1 && (
        <Select
          size="small"
          variant="borderless"
          aria-label={text('crm_business.type_id')}
          value={funnel.typeId}
          options={groups.map(({ typeId, name }) => ({ value: typeId, label: name }))}
          onChange={(typeId) => onNarrow({ fieldName: 'type_id', condition: 'is', value: typeId })}
        />
      )}
      <ol>
        {funnel.stages.map(({ statusId, name, rate, count, money, weighted }) => (
          <li key={statusId}>
            <button
              type="button"
              onClick={() => onNarrow({ fieldName: 'status_name', condition: 'is', value: statusId })}
            >
              <span>
                {name} <em>{rate}%</em>
              </span>
              {figures(count, money, weighted)}
            </button>
          </li>
        ))}
        {(
          [
            ['won', outcomes.won],
            ['lost', outcomes.lost],
          ] as const
        ).map(([key, value]) => (
          <li key={key} data-end={key}>
            <button type="button" onClick={() => onNarrow({ fieldName: outcome.fieldName, condition: 'is', value })}>
              <span>{text(`crm_business.${key}`)}</span>
              {figures(funnel[key].count, funnel[key].money, '')}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
