import { Button } from 'antd';
import type { UIEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isNearEnd } from '#web/lib/screen/near-end.ts';
import { byDay } from '#web/shell/messages/by-day.ts';
import { MessageRow } from '#web/shell/messages/message-row.tsx';
import styles from '#web/shell/messages/messages.module.css';
import { useMessages, type MessageActs, type Shown } from '#web/shell/messages/use-messages.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useNow } from '#web/ui/values/use-now.ts';

interface MessageListProps {
  readonly shown: Shown;
  readonly acts: MessageActs;
  readonly onShowAll: () => void;
  readonly onLeave: () => void;
}

/** Messages under their days; further ones load while scrolling. */
export function MessageList({ shown, acts, onShowAll, onLeave }: MessageListProps) {
  const text = useText();
  const now = useNow();
  const query = useMessages(shown);
  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    if (query.hasNextPage && !query.isFetching && isNearEnd(currentTarget)) void query.fetchNextPage();
  };
  return (
    <div className={styles['scroll']} role="presentation" onScroll={handleScroll}>
      <PageState query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing shown={shown} onShowAll={onShowAll} />
          ) : (
            byDay(rows, now).map(({ day, words, rows: those }) => (
              <section key={day} aria-label={text(words.code, words.params)}>
                <h3 className={styles['day']}>{text(words.code, words.params)}</h3>
                <ul className={styles['list']}>
                  {those.map((row) => (
                    <MessageRow
                      key={row.messageId}
                      row={row}
                      onOpen={() => row.isRead === 0 && acts.read.mutate(row)}
                      onLeave={onLeave}
                      onRead={() => acts.read.mutate(row)}
                      onRemove={() => acts.remove.mutate(row)}
                    />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </PageState>
      {query.isFetchingNextPage && <p className={styles['more']}>{text('state.loading')}</p>}
    </div>
  );
}

function Nothing({ shown: { onlyUnread, label }, onShowAll }: Pick<MessageListProps, 'shown' | 'onShowAll'>) {
  const text = useText();
  if (!onlyUnread) return <EmptyState text={text('message.empty')} why={text('message.empty_why')} />;
  const action = (
    <Button size="small" onClick={onShowAll}>
      {text('message.show_all')}
    </Button>
  );
  const why = label === null ? { why: text('message.none_unread_why') } : {};
  return <EmptyState text={text('message.none_unread')} {...why} action={action} />;
}
