import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { rankings, workbenchCalls, type Ranking as Ranked, type RankingKind } from '#shared/crm/workbench-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Figure } from './figure.ts';
import { useOpened } from './opened.ts';
import type { Asked } from '#web/record/question/question.ts';
import styles from './workbench.module.css';

const FigureRows = lazyOverlay(() => import('./figure-rows.tsx'), 'FigureRows');

/** The figure that the bars of a ranking open. */
const figureOf = ({ type, isFollowed }: Ranked): Figure =>
  type ? { key: type.name, code: type.code, ...(isFollowed && { isFollowed }) } : { key: 'follow_up', code: 0 };

/** People by what they did in the period; a bar opens the rows behind it. */
export function Ranking({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const may = useMay();
  const offered = rankings.filter(({ type }) => type === null || may(permissionOf(type, 'index')));
  const { opened, open } = useOpened();
  const [kind, setKind] = useState<RankingKind>(
    () =>
      ((opened && opened.userId > 0 && offered.find((one) => one.kind === opened.kind)) || offered[0])?.kind ??
      'follow_up',
  );
  const ranked = offered.find((one) => one.kind === kind);
  const query = useQuery({
    ...callQuery(workbenchCalls.ranking, { ...asked, kind }),
    placeholderData: keepPreviousData,
  });
  const person = opened && query.data?.find(({ userId }) => userId === opened.userId);
  const most = Math.max(...(query.data ?? []).map(({ total }) => total), 1);
  return (
    <>
      <div className={styles['head']}>
        <h2>{text('workbench.ranking')}</h2>
        <Select
          aria-label={text('workbench.ranking')}
          size="small"
          className={styles['choice'] ?? ''}
          value={kind}
          options={offered.map(({ kind: value }) => ({ value, label: text(`workbench.ranking.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <PageState query={query} isEmpty={(list) => list.length === 0}>
        {(list) => (
          <ol className={styles['ranking']}>
            {list.map(({ userId, realname, deptName, img, total }) => (
              <li key={userId}>
                <button type="button" onClick={() => open({ kind, userId, page: 1 })}>
                  <Avatar name={realname} img={img} size={28} isDecorative />
                  <span className={styles['who']}>
                    {realname}
                    <small>{deptName}</small>
                  </span>
                  <span className={styles['track']} aria-hidden>
                    <span style={{ width: `${(total / most) * 100}%` }} />
                  </span>
                  <strong>{total.toLocaleString('en')}</strong>
                </button>
              </li>
            ))}
          </ol>
        )}
      </PageState>
      {opened && person && ranked && (
        <FigureRows
          figure={figureOf(ranked)}
          name={person.realname}
          asked={ofPerson(asked, person.userId)}
          pageAt={{ first: opened.page, onPage: (page) => open({ ...opened, page }) }}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

const ofPerson = ({ isSub: _below, ...when }: Asked, userId: number): Asked => ({
  ...when,
  userIds: [userId],
  deptIds: [],
});
