import { InputNumber } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { mostForecastDays } from './bounds.ts';
import { ForecastRows } from './forecast-rows.tsx';
import type { TriedRules } from './pool-rules-form.tsx';
import styles from './settings.module.css';

interface PoolForecastProps {
  /** Days of the saved rules. */
  readonly saved: { readonly followupDay: string; readonly dealDay: string };
  /** Rules to try instead. */
  readonly tried: TriedRules | null;
  /** Initial range in days. */
  readonly startDays?: number;
}

const standardDays = 7;
const perPage = 15;
/** Longest range that the server accepts. */
const mostCounted = 10_000;

/** A dry run: which customers the rules would release in the next days, as saved or as edited. */
export function PoolForecast({ saved, tried, startDays = standardDays }: PoolForecastProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [days, setDays] = useState(startDays);
  const debounced = useDebounced(days);
  const rules = useDebounced(tried);
  const { query, pages } = usePages(poolCalls.forecast, { days: debounced, ...rules }, perPage);
  const shown = {
    followup: String(rules?.followupDay ?? saved.followupDay),
    deal: String(rules?.dealDay ?? saved.dealDay),
  };
  return (
    <>
      <h2>{text('pool_forecast.title')}</h2>
      <p className={styles['hint']}>{text('pool_forecast.hint')}</p>
      <label className={styles['days']}>
        {text('pool_forecast.days')}
        <InputNumber
          min={1}
          max={mostForecastDays}
          precision={0}
          value={days}
          suffix={text('pool_rules.days')}
          onChange={(next) => setDays(next ?? standardDays)}
        />
      </label>
      <PageState
        query={query}
        isEmpty={({ list }) => list.length === 0}
        emptyText={
          query.data?.isOn === 1 ? text('pool_forecast.empty', { days: debounced }) : text('pool_forecast.off')
        }
      >
        {({ list, totalRow, warned }) => (
          <>
            <p className={styles['summary']}>
              {text('pool_forecast.summary', {
                days: debounced,
                count: `${totalRow.toLocaleString('en')}${totalRow >= mostCounted ? '+' : ''}`,
                warned: warned.toLocaleString('en'),
              })}
            </p>
            <ForecastRows rows={list} days={shown} />
            <SmallPager {...pages} total={totalRow} isSimple={isPhone} className={styles['pages']} />
          </>
        )}
      </PageState>
    </>
  );
}
