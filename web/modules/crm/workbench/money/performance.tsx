import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import styles from '#web/modules/crm/workbench/money/money.module.css';
import common from '#web/modules/crm/workbench/workbench.module.css';
import type { Asked } from '#web/record/question/question.ts';
import { BarRows } from '#web/ui/charts/bar-rows.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { shortMoney } from '#web/ui/values/short-money.ts';
import { goalStatuses } from '#shared/crm/goals/goal.ts';
import { performanceCalls } from '#shared/crm/performance/performance-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

const measured = [
  { key: 'contractMoneys', status: goalStatuses.contract, label: 'crm_contract.money' },
  { key: 'receivablesMoneys', status: goalStatuses.receivable, label: 'contract.received' },
] as const;

/** What was sold and received in the months of the period, by month and beside the goals. */
export function Performance({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const reached = useQueries({
    queries: measured.map(({ status }) => ({
      ...callQuery(performanceCalls.performance, { ...asked, status }),
      placeholderData: keepPreviousData,
    })),
  });
  const { language } = preferences();
  const query = useQuery({ ...callQuery(performanceCalls.months, asked), placeholderData: keepPreviousData });
  return (
    <>
      <div className={common['head']}>
        <h2>{text('workbench.performance')}</h2>
      </div>
      <ul className={styles['goals']}>
        {measured.map(({ key, label }, at) => {
          const data = reached[at]?.data;
          // nothing for whoever does not see these amounts
          return data && data[key] !== '' && <Reached key={key} label={label} money={data[key]} {...data} />;
        })}
      </ul>
      <PageState query={query} isEmpty={({ list }) => list.length === 0}>
        {({ list }) => (
          <BarRows
            label={text('workbench.by_month')}
            rowTitle={text('workbench.month')}
            series={measured.map(({ key, label }) => ({ key, label: text(label) }))}
            rows={list.map(({ type: name, ...figures }) => ({ name, ...figures }))}
            short={(money) => shortMoney(money, language)}
            exact={withSeparators}
          />
        )}
      </PageState>
    </>
  );
}

interface ReachedProps {
  readonly label: MessageKey;
  readonly money: string;
  readonly achievementMoneys: string;
  readonly proportion: string;
}

function Reached({ label, money, achievementMoneys: goal, proportion }: ReachedProps) {
  const text = useText();
  return (
    <li>
      <span>{text(label)}</span>
      <strong>{withSeparators(money)}</strong>
      <span className={common['track']} aria-hidden>
        <span style={{ width: `${Math.min(Math.max(Number(proportion), 0), 100)}%` }} />
      </span>
      <small>
        {proportion === ''
          ? text('workbench.no_goal')
          : text('workbench.of_goal', { part: proportion, goal: withSeparators(goal) })}
      </small>
    </li>
  );
}
