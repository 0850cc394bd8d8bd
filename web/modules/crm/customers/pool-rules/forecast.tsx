import { InputNumber } from 'antd';
import { useState } from 'react';
import { useDebounced } from '#web/lib/debounced.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { mostForecastDays } from './bounds.ts';
import { ForecastBars } from './forecast-bars.tsx';
import { ForecastRows } from './forecast-rows.tsx';
import { totalsOf } from './forecast-totals.ts';
import type { TriedRules } from './rule-values.ts';
import styles from './pool-rules.module.css';

interface PoolForecastProps {
  /** Days of the saved rules. */
  readonly saved: { readonly followupDay: string; readonly dealDay: string };
  /** Rules to try instead. */
  readonly tried: TriedRules | null;
  /** The rules are switched off in the form. */
  readonly isOff?: boolean;
  /** It stands in a dialog, which says what it is. */
  readonly isInDialog?: boolean;
  /** Initial range in days. */
  readonly startDays?: number;
}

const standardDays = 7;
const perPage = 15;

/** A dry run: which customers the rules would release in the next days, as saved or as edited. */
export function PoolForecast({
  saved,
  tried,
  isOff = false,
  isInDialog = false,
  startDays = standardDays,
}: PoolForecastProps) {
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
      <div className={styles['forecastHead']}>
        {!isInDialog && <h2>{text('pool_forecast.title')}</h2>}
        <label>
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
      </div>
      <p className={styles['hint']}>{text('pool_forecast.hint')}</p>
      <PageState
        query={query}
        isEmpty={({ isOn, list, beyond }) => isOff || isOn === 0 || (list.length === 0 && !beyond)}
        emptyText={
          !isOff && query.data?.isOn === 1
            ? text('pool_forecast.empty', { days: debounced })
            : text('pool_forecast.off')
        }
      >
        {(data) => (
          // the figures of what was typed before stay until the new ones are there
          <div className={styles['foreseen']} aria-busy={query.isPlaceholderData} aria-live="polite">
            <Figures data={data} days={debounced} isCompared={rules !== null} />
            {data.list.length > 0 && <ForecastRows rows={data.list} days={shown} />}
            <SmallPager {...pages} total={data.totalRow} isSimple={isPhone} className={styles['pages']} />
          </div>
        )}
      </PageState>
    </>
  );
}

interface FiguresProps {
  readonly data: OutputOf<typeof poolCalls.forecast>;
  readonly days: number;
  /** Whether other rules than those in force are tried. */
  readonly isCompared: boolean;
}

function Figures({ data, days, isCompared }: FiguresProps) {
  const text = useText();
  const { count, more } = totalsOf(data);
  const figure = (value: number) => value.toLocaleString('en');
  return (
    <>
      <p className={styles['figure']}>
        <b>{figure(count)}</b>
        <span>{text('pool_forecast.customers', { days })}</span>
        {isCompared && more > 0 && (
          <span className={styles['now']}>{text('pool_forecast.more', { count: figure(more) })}</span>
        )}
        {isCompared && more < 0 && <span>{text('pool_forecast.fewer', { count: figure(-more) })}</span>}
      </p>
      {data.atOnce > 0 && (
        <p className={styles['now']}>{text('pool_rules.takes_now', { count: figure(data.atOnce) })}</p>
      )}
      {data.warned > 0 && <p>{text('pool_forecast.warned', { count: figure(data.warned) })}</p>}
      {data.beyond !== null && data.beyond > 0 && (
        <p className={styles['now']}>{text('pool_forecast.beyond', { count: figure(data.beyond) })}</p>
      )}
      {count > 0 && (
        <>
          <ForecastBars steps={data.steps} isCompared={isCompared} />
          <p className={styles['legend']}>
            {isCompared && (
              <>
                <span data-is="new">{text('pool_forecast.new_rules')}</span>
                <span data-is="was">{text('pool_forecast.rules_in_force')}</span>
              </>
            )}
            <span className={styles['owners']}>
              {text('pool_forecast.owners', {
                names: data.owners
                  .map(({ ownerUserName: name, count: own }) => `${name} ${figure(own)}`)
                  .join(text('record_action.comma')),
              })}
            </span>
          </p>
        </>
      )}
    </>
  );
}
