import { useText } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import { useFunnel } from '#web/modules/crm/opportunities/funnel-query.ts';
import styles from '#web/modules/crm/opportunities/opportunities.module.css';
import { shortMoney } from '#web/ui/values/short-money.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import type { LaneProps } from '#web/record/record-screen.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** Below the name and the sum of a stage on the board: its sum by the win rate, and the rate. */
export function StageLane({ query, value }: LaneProps) {
  const text = useText();
  const { language } = preferences();
  const groups = useQuery({ ...callQuery(stageGroupCalls.options, {}), staleTime: 60_000 }).data ?? [];
  const group = groups.find(({ statusList }) => statusList.some(({ statusId }) => statusId === Number(value)));
  const { data: funnel } = useFunnel(query, group?.typeId);
  const stage = funnel?.stages.find(({ statusId }) => statusId === Number(value));
  if (!stage) return null;
  return (
    <p className={styles['lane']}>
      {funnel?.hasMoney === 1 && (
        <span title={withSeparators(stage.weighted)}>
          {text('opportunity.weighted', { money: shortMoney(stage.weighted, language) })}
        </span>
      )}
      <span>{text('opportunity.rate', { rate: stage.rate })}</span>
    </p>
  );
}
