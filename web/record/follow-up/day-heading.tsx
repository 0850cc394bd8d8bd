import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { daysTo, weekday } from '#web/ui/values/moment-words.ts';
import { useNow } from '#web/ui/values/use-now.ts';

/** A day above what happened on it; the last two by their names as well. */
export function DayHeading({ time }: { readonly time: string }) {
  const text = useText();
  const now = useNow();
  const days = daysTo(time, now);
  const { code, params } = weekday(time, now);
  const name = days === 0 ? text('moment.today') : days === -1 ? text('moment.yesterday') : '';
  return (
    <div className={styles['day']}>
      {name === '' ? <strong>{text(code, params)}</strong> : <strong>{name}</strong>}
      {name !== '' && text(code, params)}
    </div>
  );
}
