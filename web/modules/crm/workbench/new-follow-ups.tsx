import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { recordPath } from '#web/modules/crm/record-paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { withEmojiSigns } from '#shared/record/emoji.ts';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import type { Asked } from './question.ts';
import styles from './workbench.module.css';

const perPage = 10;

/** Follow-ups written in the period, the newest first, each with what it hangs on. */
export function NewFollowUps({ asked }: { readonly asked: Asked }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery(workbenchCalls.followUps, { ...asked, page, limit: perPage }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list, totalRow }) => (
        <>
          <ul className={styles['feed']}>
            {list.map((row) => (
              <li key={row.recordId}>
                <Avatar name={row.realname} img={row.userImg} size={28} isDecorative />
                <div>
                  <p>
                    <strong>{row.realname}</strong> · {row.category} ·{' '}
                    <Link to={recordPath(row.types, row.typesId) ?? '.'}>{row.typesName}</Link>
                  </p>
                  <p className={styles['content']}>{withEmojiSigns(row.content)}</p>
                  <time>{row.createTime}</time>
                </div>
              </li>
            ))}
          </ul>
          <Pagination
            size="small"
            hideOnSinglePage
            current={page}
            pageSize={perPage}
            total={totalRow}
            showSizeChanger={false}
            onChange={setPage}
          />
        </>
      )}
    </PageState>
  );
}
