import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { DetailPanel, PanelProps } from '#web/record/detail-panel.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import styles from './pool.module.css';

const perPage = 15;

/** Who opened a customer while it was in the pool, newest first. */
function PoolViews({ id }: PanelProps) {
  const text = useText();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery(poolCalls.views, { customerId: id, page, limit: perPage }),
    placeholderData: keepPreviousData,
  });
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
          <Pagination
            size="small"
            simple
            hideOnSinglePage
            current={page}
            pageSize={perPage}
            total={totalRow}
            showSizeChanger={false}
            aria-label={text('pool.views')}
            onChange={setPage}
          />
        </>
      )}
    </PageState>
  );
}

/** Claimed customers keep their views to themselves: the call reads the pool only. */
export const poolViews: DetailPanel = {
  key: 'views',
  label: 'pool.views',
  fits: (record) => record['isPool'] === 1,
  Panel: PoolViews,
};
