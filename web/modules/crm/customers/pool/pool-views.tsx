import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import type { DetailPanel, PanelProps } from '#web/record/record-screen.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import styles from './pool.module.css';

const perPage = 15;

/** Who opened a customer while it was in the pool, newest first. */
function PoolViews({ id }: PanelProps) {
  const text = useText();
  const { query, pages } = usePages(poolCalls.views, { customerId: id }, perPage);
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list, totalRow }) => (
        <>
          <ul className={styles['views']}>
            {list.map(({ userId, realname, viewTime }, index) => (
              <li key={`${userId} ${viewTime} ${index}`}>
                <span>{realname}</span>
                <time>{viewTime}</time>
              </li>
            ))}
          </ul>
          <SmallPager {...pages} total={totalRow} isSimple label={text('pool.views')} />
        </>
      )}
    </PageState>
  );
}

/** Not for claimed customers: the call covers the pool only. */
export const poolViews: DetailPanel = {
  key: 'views',
  label: 'pool.views',
  fits: (record) => record['isPool'] === 1,
  Panel: PoolViews,
};
