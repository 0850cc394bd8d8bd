import { call } from '#web/lib/http/client.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { totalsOf } from './forecast-totals.ts';
import { isSameRules, triedOf, type RuleValues } from './rule-values.ts';
import styles from './pool-rules.module.css';

type Forecast = OutputOf<typeof poolCalls.forecast>;

/** Days that the question looks ahead, and names that it lists. */
const asked = { days: 7, page: 1, limit: 5 } as const;

/**
 * Asks before rules are saved that take more customers than those in force, with the figure and the first names. True
 * at once when they take no more.
 */
export async function confirmRules(saved: RuleValues, next: RuleValues): Promise<boolean> {
  const tried = triedOf(next);
  const isSwitchedOn = next.isOn && !saved.isOn;
  if (!tried || isSameRules(saved, next)) return true;
  // without the right to see customers there are no figures
  const effect = await call(poolCalls.forecast, { ...asked, ...tried }, { quiet: true }).catch(() => null);
  const { count, more } = effect ? totalsOf(effect) : { count: 0, more: 0 };
  if (!isSwitchedOn && effect && more <= 0) return true;
  return confirm({
    title: textOf(isSwitchedOn ? 'pool_rules.switch_on' : 'pool_rules.change_question'),
    text: effect ? <Effect effect={effect} count={count} /> : textOf('pool_rules.switch_on_effect'),
    okText: textOf(isSwitchedOn ? 'pool_rules.on' : 'action.save'),
    isDangerous: effect === null || effect.atOnce > 0,
  });
}

function Effect({ effect, count }: { readonly effect: Forecast; readonly count: number }) {
  const { atOnce, list, beyond } = effect;
  const rest = count - list.length;
  return (
    <div className={styles['question']}>
      <p>
        {count === 0
          ? textOf('pool_forecast.empty', { days: asked.days })
          : textOf('pool_rules.takes', { count: count.toLocaleString('en'), days: asked.days })}
      </p>
      {atOnce > 0 && (
        <p className={styles['now']}>{textOf('pool_rules.takes_now', { count: atOnce.toLocaleString('en') })}</p>
      )}
      {list.length > 0 && (
        <ul>
          {list.map((row) => (
            <li key={row.customerId}>
              <span>{row.customerName}</span>
              <small>{row.ownerUserName}</small>
            </li>
          ))}
          {rest > 0 && <li>{textOf('pool_rules.and_more', { count: rest.toLocaleString('en') })}</li>}
        </ul>
      )}
      {beyond !== null && beyond > 0 && <p>{textOf('pool_forecast.beyond', { count: beyond.toLocaleString('en') })}</p>}
    </div>
  );
}
