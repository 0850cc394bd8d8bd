import { useText } from '#web/lib/i18n/i18n.ts';
import type { OwnUser } from '#shared/auth/session-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { sexKey } from './sex.ts';
import styles from './person-page.module.css';
import { Dash } from '#web/ui/values/dash.tsx';

export function PersonBasics({ user }: { readonly user: OwnUser }) {
  const text = useText();
  const rows: readonly (readonly [MessageKey, string])[] = [
    ['person.realname', user.realname],
    ['person.sex', text(sexKey(user.sex))],
    ['person.mobile', user.username],
    ['person.email', user.email],
    ['person.dept', user.deptName],
    ['person.post', user.post],
    ['person.superior', user.parentName],
  ];
  return (
    <>
      <h2>{text('person.basics')}</h2>
      <dl className={styles['basics']}>
        {rows.map(([title, value]) => (
          <div key={title}>
            <dt>{text(title)}</dt>
            <dd>{value || <Dash />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
