import { CommentOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { use, useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { StartFollowUps } from '#web/modules/crm/start-follow-ups.tsx';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { Due } from '#web/ui/values/moment.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Subject } from './write-follow-up.tsx';
import styles from './workbench.module.css';

const WriteFollowUp = lazyOverlay(() => import('#web/modules/crm/workbench/write-follow-up.tsx'), 'WriteFollowUp');
const overlays = [WriteFollowUp];

/** Records of the queue that are shown. */
const shown = 6;

/** What waits for the reader: the kinds with their counts, and the most urgent records of the queue. */
export function Waiting() {
  const text = useText();
  const query = useQuery(callQuery(toDoCalls.num, {}));
  const [about, setAbout] = useState<Subject | null>(null);
  usePreload(overlays, true);
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
            <WriteAbout types={types} id={id} name={name} onWrite={setAbout} />
          </li>
        ))}
      </ul>
      {about && <WriteFollowUp about={about} onClose={() => setAbout(null)} />}
    </>
  );
}

interface WriteAboutProps {
  /** Name of the record's type. */
  readonly types: string;
  readonly id: number;
  readonly name: string;
  readonly onWrite: (about: Subject) => void;
}

/** Writes a follow-up about a record of the queue, for who may read such records. */
function WriteAbout({ types, id, name, onWrite }: WriteAboutProps) {
  const text = useText();
  const may = useMay();
  const known = use(RecordTypesContext).find(({ type }) => type.name === types);
  if (!known || !may(permissionOf(known.type, 'read'))) return null;
  const label = text('cell.follow_up_named', { name });
  return (
    <Button
      type="text"
      icon={<CommentOutlined aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => onWrite({ type: { key: types, load: known.load }, id, name })}
    />
  );
}
