import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { workbenchCalls, type RankingKind } from '#shared/crm/workbench-calls.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Figure } from './figure-rows.tsx';
import type { Asked } from './question.ts';
import styles from './workbench.module.css';

const FigureRows = lazyOverlay(() => import('./figure-rows.tsx'), 'FigureRows');

/** Each kind with the right that shows it, and the figure that its bars open to. */
const kinds: readonly (Figure & { readonly kind: RankingKind; readonly needs: Permission | null })[] = [
  { kind: 'crm_customer', needs: 'crm:customer:index', key: 'crm_customer', code: 2 },
  { kind: 'crm_contacts', needs: 'crm:contacts:index', key: 'crm_contacts', code: 3 },
  { kind: 'crm_leads', needs: 'crm:leads:index', key: 'crm_leads', code: 1 },
  { kind: 'follow_up', needs: null, key: 'follow_up', code: 0 },
  { kind: 'followed_customer', needs: 'crm:customer:index', key: 'crm_customer', code: 2, isFollowed: true },
];

/** People by what they did in the period; a bar opens to the rows behind it. */
export function Ranking({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const may = useMay();
  const offered = kinds.filter(({ needs }) => needs === null || may(needs));
  const [kind, setKind] = useState<RankingKind>(offered[0]?.kind ?? 'follow_up');
  const [opened, setOpened] = useState<{ readonly userId: number; readonly name: string } | null>(null);
  const query = useQuery({
    ...callQuery(workbenchCalls.ranking, { ...asked, kind }),
    placeholderData: keepPreviousData,
  });
  const figure = kinds.find((one) => one.kind === kind);
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
                <button type="button" onClick={() => setOpened({ userId, name: realname })}>
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
      {opened !== null && figure && (
        <FigureRows
          figure={figure}
          name={opened.name}
          asked={ofPerson(asked, opened.userId)}
          onClose={() => setOpened(null)}
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
