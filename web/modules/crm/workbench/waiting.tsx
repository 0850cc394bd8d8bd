import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import styles from './workbench.module.css';

/** The kinds of waiting work, with links; in the server's order. */
export function Waiting() {
  const text = useText();
  const query = useQuery(callQuery(toDoCalls.num, {}));
  return (
    <>
      <div className={styles['head']}>
        <h2>{text('workbench.waiting')}</h2>
        <span className={styles['links']}>
          <Link to="/crm/follow-up-run">{text('page.queue')}</Link>
          <Link to="/crm/message">{text('workbench.all')}</Link>
        </span>
      </div>
      <PageState query={query}>
        {({ totalNum: _total, ...counts }) => (
          <ul className={styles['waiting']}>
            {Object.entries(counts).map(([key, count]) => {
              const title = `todo.${key}`;
              return (
                <li key={key}>
                  <Link to={`/crm/message?kind=${key}`}>
                    {isMessageKey(title) ? text(title) : key}
                    <strong>{count.toLocaleString('en')}</strong>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </PageState>
    </>
  );
}
