import { useText } from '#web/lib/i18n/i18n.ts';
import { momentWords } from '#web/ui/values/moment-words.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import type { poolCalls } from '#shared/crm/pool-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './pool-rules.module.css';

interface ForecastBarsProps {
  readonly steps: OutputOf<typeof poolCalls.forecast>['steps'];
  /** Whether the rules in force differ from the tried ones. */
  readonly isCompared: boolean;
}

/** Pixels of the highest bar. */
const height = 64;

/** How many customers enter the pool part by part of the range, beside what the rules in force would take. */
export function ForecastBars({ steps, isCompared }: ForecastBarsProps) {
  const text = useText();
  const now = useNow();
  const most = Math.max(1, ...steps.flatMap(({ count, saved }) => (isCompared ? [count, saved] : [count])));
  const heightOf = (count: number) => ({ height: count === 0 ? 0 : Math.max(2, (count / most) * height) });
  const dayOf = (day: string) =>
    day === now.slice(0, 10) ? text('moment.today') : day.slice(day.slice(0, 4) === now.slice(0, 4) ? 5 : 2);
  const isCrowded = steps.length > 8;
  return (
    <ol className={styles['bars']}>
      {steps.map(({ day, count, saved }, at) => {
        const { code, params } = momentWords(day, now);
        const said = text('pool_forecast.bar', { day: text(code, params), count });
        return (
          <li key={day} title={isCompared ? `${said} · ${text('pool_forecast.bar_saved', { count: saved })}` : said}>
            <span>{count.toLocaleString('en')}</span>
            <span className={styles['pillars']} aria-hidden>
              {isCompared && <i className={styles['was']} style={heightOf(saved)} />}
              <i style={heightOf(count)} />
            </span>
            <span>{isCrowded && at % 2 === 1 ? '' : dayOf(day)}</span>
          </li>
        );
      })}
    </ol>
  );
}
