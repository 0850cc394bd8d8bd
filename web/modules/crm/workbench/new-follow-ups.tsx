import { Link } from 'react-router';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { DayHeading } from '#web/record/follow-up/day-heading.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { kindText } from '#shared/record/follow-up-kinds.ts';
import type { PageAt } from './figure.ts';
import type { Asked } from '#web/record/question/question.ts';
import styles from './workbench.module.css';

const perPage = 10;

/** Follow-ups written in the period, newest first, each with its record. */
export function NewFollowUps({ asked, pageAt }: { readonly asked: Asked; readonly pageAt?: PageAt }) {
  const text = useText();
  const { query, pages } = usePages(workbenchCalls.followUps, asked, perPage, pageAt);
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list, totalRow }) => (
        <>
          <ul className={styles['feed']}>
            {list.map((row, at) => (
              <li key={row.recordId}>
                {row.createTime.slice(0, 10) !== list[at - 1]?.createTime.slice(0, 10) && (
                  <DayHeading time={row.createTime} />
                )}
                <div className={styles['said']}>
                  <Avatar name={row.realname} img={row.userImg} size={28} isDecorative />
                  <span className={styles['by']}>
                    <strong>{row.realname}</strong> {kindText(text, row.category)}
                  </span>
                  <Link to={recordPath(row.types, row.typesId) ?? '.'}>{row.typesName}</Link>
                  <p className={styles['content']}>{withEmojiSigns(row.content)}</p>
                  <time title={row.createTime}>{row.createTime.slice(11, 16)}</time>
                </div>
              </li>
            ))}
          </ul>
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}
