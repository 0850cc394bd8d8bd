import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import type { CrmTypeName } from '#web/modules/crm/record-pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { rankingKinds, workbenchCalls, type RankingKind } from '#shared/crm/workbench-calls.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Figure } from './figure.ts';
import { useOpened } from './opened.ts';
import type { Asked } from './question.ts';
import styles from './workbench.module.css';

const FigureRows = lazyOverlay(() => import('./figure-rows.tsx'), 'FigureRows');

type Ranked = Figure & { readonly needs: Permission | null };

const madeNew = (type: RecordType & { readonly name: CrmTypeName }): Ranked => ({
  key: type.name,
  code: type.code,
  needs: permissionOf(type, 'index'),
});

/** The figure that the bars of a kind open to, and the right that shows the kind. */
const figures: Readonly<Record<RankingKind, Ranked>> = {
  crm_customer: madeNew(customerType),
  crm_contacts: madeNew(contactsType),
  crm_leads: madeNew(leadsType),
  follow_up: { key: 'follow_up', code: 0, needs: null },
  followed_customer: { ...madeNew(customerType), isFollowed: true },
};

/** People by what they did in the period; a bar opens to the rows behind it. */
export function Ranking({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const may = useMay();
  const offered = rankingKinds.filter((one) => {
    const { needs } = figures[one];
    return needs === null || may(needs);
  });
  const { opened, open } = useOpened();
  const [kind, setKind] = useState<RankingKind>(
    () => (opened && opened.userId > 0 && offered.find((one) => one === opened.kind)) || offered[0] || 'follow_up',
  );
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
          options={offered.map((value) => ({ value, label: text(`workbench.ranking.${value}`) }))}
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
      {opened && person && (
        <FigureRows
          figure={figures[kind]}
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
