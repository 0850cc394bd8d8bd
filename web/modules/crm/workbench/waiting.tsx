import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { StartFollowUps } from '#web/modules/crm/start-follow-ups.tsx';
import { Due } from '#web/ui/values/moment.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import styles from './workbench.module.css';

/** Records of the queue that are shown. */
const shown = 6;

/** What waits for the reader: the kinds with their counts, and the most urgent records of the queue. */
export function Waiting() {
  const text = useText();
  const query = useQuery(callQuery(toDoCalls.num, {}));
  const queue = useQuery(callQuery(toDoCalls.run, { limit: shown })).data;
  return (
    <>
      <div className={styles['head']}>
        <h2>{text('workbench.waiting')}</h2>
        <span className={styles['links']}>
          <Link to="/crm/message">{text('workbench.all')}</Link>
          {queue !== undefined && queue.totalRow > 0 && <StartFollowUps />}
        </span>
      </div>
      <PageState query={query}>
        {({ totalNum: _total, ...counts }) => (
          <ul className={styles['kinds']}>
            {Object.entries(counts).map(([key, count]) => {
              const title = `todo.${key}`;
              return (
                <li key={key}>
                  <Link to={`/crm/message?kind=${key}`}>
                    {isMessageKey(title) ? text(title) : key} <strong>{count.toLocaleString('en')}</strong>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </PageState>
      {queue?.totalRow === 0 && <p className={styles['calm']}>{text('queue.empty')}</p>}
      <ul className={styles['waiting']}>
        {queue?.list.map(({ types, id, name, reason, nextTime }) => (
          <li key={`${types}/${id}`}>
            <Link to={recordPath(types, id) ?? '/crm/message'}>
              <span className={styles['name']}>{name}</span>
              {nextTime === '' ? (
                <span className={styles['why']}>{text(`queue.reason.${reason}`)}</span>
              ) : (
                <Due value={nextTime} isMet={false} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
