import { CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { timeWords } from '#web/shell/messages/by-day.ts';
import { messageLooks } from '#web/shell/messages/message-icons.tsx';
import { messageTarget } from '#web/shell/messages/message-target.ts';
import styles from '#web/shell/messages/messages.module.css';
import { Avatar } from '#web/ui/avatar.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import type { MessageRow as Message } from '#shared/messages/message-calls.ts';
import { withEmojiSigns } from '#shared/text/emoji.ts';

interface MessageRowProps {
  readonly row: Message;
  /** Opened, also in another tab: it counts as read. */
  readonly onOpen: () => void;
  /** It leads here: nothing else is open any more. */
  readonly onLeave: () => void;
  readonly onRead: () => void;
  readonly onRemove: () => void;
}

/** Who did what, with what was said; a press leads to the record. */
export function MessageRow({ row, onOpen, onLeave, onRead, onRemove }: MessageRowProps) {
  const text = useText();
  const target = messageTarget(row);
  const isUnread = row.isRead === 0;
  const handleOpen = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
    onOpen();
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) onLeave();
  };
  return (
    <li className={styles['row']} data-unread={isUnread || undefined}>
      {target === null ? (
        <button type="button" className={styles['entry']} data-entry onClick={onOpen}>
          <Told row={row} />
        </button>
      ) : (
        <Link to={target} className={styles['entry']} data-entry onClick={handleOpen}>
          <Told row={row} />
        </Link>
      )}
      <span className={styles['acts']}>
        {isUnread && (
          <Act name="read" label={text('message.read')} icon={<CheckOutlined aria-hidden />} onDo={onRead} />
        )}
        <Act name="remove" label={text('message.delete')} icon={<DeleteOutlined aria-hidden />} onDo={onRemove} />
      </span>
    </li>
  );
}

interface ActProps {
  /** As the keys of the panel find it. */
  readonly name: 'read' | 'remove';
  readonly label: string;
  readonly icon: ReactNode;
  readonly onDo: () => void;
}

const Act = ({ name, label, icon, onDo }: ActProps) => (
  <Button type="text" size="small" data-act={name} icon={icon} aria-label={label} title={label} onClick={onDo} />
);

function Told({ row }: { readonly row: Message }) {
  const text = useText();
  const now = useNow();
  const { icon: Icon, tone } = messageLooks[row.icon];
  const time = timeWords(row.createTime, now);
  return (
    <>
      <span className={styles['who']}>
        <Avatar name={row.realname} img={row.userImg} size={32} isDecorative />
        <span className={styles['what']} data-tone={tone}>
          <Icon aria-hidden />
        </span>
      </span>
      <span className={styles['told']}>
        <span className={styles['title']}>
          <Named sentence={row.title} name={row.typesName} />
        </span>
        {row.content !== '' && <span className={styles['content']}>{withEmojiSigns(row.content)}</span>}
        <span className={styles['meta']}>
          <time title={row.createTime}>{typeof time === 'string' ? time : text(time.code, time.params)}</time>
          {row.settled !== '' && <span className={styles['settled']}>{row.settled}</span>}
        </span>
      </span>
      {row.isRead === 0 && <span className={styles['dot']} role="img" aria-label={text('message.unread')} />}
    </>
  );
}

/** What the document is called is found first. */
function Named({ sentence, name }: { readonly sentence: string; readonly name: string }) {
  const at = name === '' ? -1 : sentence.lastIndexOf(name);
  if (at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <strong>{name}</strong>
      {sentence.slice(at + name.length)}
    </>
  );
}
