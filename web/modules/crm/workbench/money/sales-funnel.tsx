import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import styles from '#web/modules/crm/workbench/money/money.module.css';
import common from '#web/modules/crm/workbench/workbench.module.css';
import type { Asked } from '#web/record/question/question.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { shortMoney } from '#web/ui/values/short-money.ts';
import { performanceCalls } from '#shared/crm/performance/performance-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** Opportunities made in the period by the stage that they stand in, and what of them was won and lost. */
export function SalesFunnel({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const { language } = preferences();
  const query = useQuery({ ...callQuery(performanceCalls.funnel, asked), placeholderData: keepPreviousData });
  return (
    <>
      <div className={common['head']}>
        <h2>{text('opportunity.funnel')}</h2>
      </div>
      <PageState query={query} isEmpty={({ list }) => list.every(({ count }) => count === 0)}>
        {({ list, sumYing, sumShu }) => {
          const most = Math.max(...list.map(({ count }) => count), 1);
          return (
            <>
              <ol className={styles['funnel']}>
                {list.map(({ statusId, name, count, money }) => (
                  <li key={statusId}>
                    <span>{name}</span>
                    <span className={common['track']} aria-hidden>
                      <span style={{ width: `${(count / most) * 100}%` }} />
                    </span>
                    <strong>{count.toLocaleString('en')}</strong>
                    <small title={withSeparators(money)}>{shortMoney(money, language)}</small>
                  </li>
                ))}
              </ol>
              {sumYing !== '' && (
                <p className={styles['ended']}>
                  {text('workbench.won_lost', { won: withSeparators(sumYing), lost: withSeparators(sumShu) })}
                </p>
              )}
            </>
          );
        }}
      </PageState>
    </>
  );
}
