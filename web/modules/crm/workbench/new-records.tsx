import { Link } from 'react-router';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import type { Figure, PageAt } from './figure.ts';
import type { Asked } from '#web/record/question/question.ts';
import styles from './workbench.module.css';

const perPage = 15;

interface NewRecordsProps {
  readonly figure: Figure;
  readonly asked: Asked;
  readonly pageAt: PageAt;
}

/** Records created or followed up in the period. */
export function NewRecords({ figure, asked, pageAt }: NewRecordsProps) {
  const text = useText();
  const counted = { ...asked, label: figure.code, ...(figure.isFollowed && { followed: 1 }) };
  const { query, pages } = usePages(workbenchCalls.bulletinRows, counted, perPage, pageAt);
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list, totalRow }) => (
        <>
          <div className={styles['scroll']}>
            <table className={styles['rows']}>
              <thead>
                <tr>
                  <th scope="col">{text('workbench.name')}</th>
                  <th scope="col">{text('record.owner_user_name')}</th>
                  <th scope="col">{text('record.create_user_name')}</th>
                  <th scope="col">{text('record.create_time')}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((row) => {
                  const id = Number(Object.entries(row).find(([key]) => key === idKeyOf(figure.key))?.[1]);
                  return (
                    <tr key={id}>
                      <td>
                        <Link to={recordPath(figure.key, id) ?? '.'}>{String(row['name'] ?? '')}</Link>
                      </td>
                      <td>{String(row['ownerUserName'] ?? '')}</td>
                      <td>{String(row['createUserName'] ?? '')}</td>
                      <td>{String(row['createTime'] ?? '')}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}

/** `customerId` of `crm_customer`. */
const idKeyOf = (typeName: string): string => `${typeName.replace(/^crm_/, '')}Id`;
