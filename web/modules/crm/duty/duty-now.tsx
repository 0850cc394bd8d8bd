import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { momentWords } from '#web/ui/values/moment-words.ts';
import { Person } from '#web/ui/values/person.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { dutyCalls, type DutySpell } from '#shared/crm/duty/duty-calls.ts';
import styles from './duty.module.css';

/** A duty ends while the page is open. */
const pause = 60_000;

/** Who is on duty now, and who is next. */
export function DutyNow() {
  const text = useText();
  const duty = useQuery({ ...callQuery(dutyCalls.onDuty, {}), refetchInterval: pause });
  return (
    <PageState query={duty}>
      {({ now, next }) => (
        <div className={styles['spells']}>
          <section className={styles['spell']}>
            <h2>{text('duty.now')}</h2>
            {now ? <Spell spell={now} /> : <p>{text('duty.no_one_now')}</p>}
          </section>
          <section className={styles['spell']}>
            <h2>{text('duty.next')}</h2>
            {next ? <Spell spell={next} /> : <p>{text('duty.no_one_next')}</p>}
          </section>
        </div>
      )}
    </PageState>
  );
}

function Spell({ spell: { startTime, endTime, advisers, nextUserId, passedOver } }: { readonly spell: DutySpell }) {
  const text = useText();
  const today = useNow();
  const { code, params } = momentWords(startTime.slice(0, 10), today);
  const turn = advisers.length > 1 && advisers.find(({ userId }) => userId === nextUserId);
  return (
    <>
      <ul>
        {advisers.map(({ userId, realname, img }) => (
          <li key={userId}>
            <Person name={realname} img={img} />
          </li>
        ))}
      </ul>
      <p>
        {text(code, params)} {startTime.slice(11)}–{endTime.slice(11) === '00:00' ? '24:00' : endTime.slice(11)}
        {turn && ` · ${text('duty.turn_of', { name: turn.realname })}`}
      </p>
      {passedOver.length > 0 && (
        <p className={styles['warning']}>{text('duty.passed_over', { names: passedOver.join(text('duty.comma')) })}</p>
      )}
    </>
  );
}
