import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { When } from '#web/record/follow-up/when.tsx';
import styles from '#web/shell/mentions/mentions.module.css';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import { mentionCalls, type MentionRow } from '#shared/record/calls/mention-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

interface MentionListProps {
  readonly query: UseQueryResult<OutputOf<typeof mentionCalls.list>>;
  /** Shows more of them; absent when there are none. */
  readonly onMore?: () => void;
  readonly onClose: () => void;
}

/** Follow-ups that mention the reader, newest first; opening one marks it as read. */
export function MentionList({ query, onMore, onClose }: MentionListProps) {
  const text = useText();
  const navigate = useNavigate();
  const read = useAction(mentionCalls.read, { quiet: true, refreshes: [mentionCalls.list] });
  const open = ({ mentionId, types, typesId, isRead }: MentionRow) => {
    if (isRead === 0) read.mutate({ mentionId });
    const path = recordPath(types, typesId);
    onClose();
    if (path !== null) void navigate(path);
  };
  return (
    <section className={styles['box']} aria-label={text('mention.title')}>
      <header className={styles['head']}>
        <strong>{text('mention.title')}</strong>
        {(query.data?.unreadNum ?? 0) > 0 && (
          <Button type="link" size="small" loading={read.isPending} onClick={() => read.mutate({})}>
            {text('mention.read_all')}
          </Button>
        )}
      </header>
      <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('mention.empty')}>
        {({ list, totalRow }) => (
          <ul className={styles['list']}>
            {list.map((row) => (
              <li key={row.mentionId}>
                <button type="button" className={styles['entry']} onClick={() => open(row)}>
                  <Avatar name={row.realname} img={row.userImg} size={28} isDecorative />
                  <span className={styles['said']}>
                    <span>
                      {text('mention.says', {
                        name: row.realname,
                        noun: text(row.types as MessageKey),
                        title: row.typesName,
                      })}
                    </span>
                    <span className={styles['content']}>{withEmojiSigns(row.content)}</span>
                    <span className={styles['when']}>
                      <When time={row.createTime} />
                    </span>
                  </span>
                  {row.isRead === 0 && (
                    <span className={styles['dot']} role="img" aria-label={text('mention.unread')} />
                  )}
                </button>
              </li>
            ))}
            {onMore && list.length < totalRow && (
              <li>
                <Button block type="link" loading={query.isPlaceholderData} onClick={onMore}>
                  {text('mention.more')}
                </Button>
              </li>
            )}
          </ul>
        )}
      </PageState>
    </section>
  );
}
