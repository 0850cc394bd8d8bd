import { textOf } from '#web/lib/i18n/i18n.ts';
import { notice } from '#web/ui/feedback.tsx';
import styles from './staff-page.module.css';

interface Secret {
  readonly title: string;
  /** Absent for several people. */
  readonly username?: string;
  readonly password: string;
}

/** Shows once what must be passed on to the person: nobody can look up a password later (security N12). */
export const tellPerson = ({ title, username, password }: Secret): Promise<void> =>
  notice({
    title,
    text: (
      <>
        <p>{textOf('staff.hand_over')}</p>
        <dl className={styles['secret']}>
          {username !== undefined && (
            <div>
              <dt>{textOf('person.mobile')}</dt>
              <dd>{username}</dd>
            </div>
          )}
          <div>
            <dt>{textOf('staff.one_time')}</dt>
            <dd>{password}</dd>
          </div>
        </dl>
        <p className={styles['hint']}>{textOf('staff.one_time_hint')}</p>
      </>
    ),
  });
