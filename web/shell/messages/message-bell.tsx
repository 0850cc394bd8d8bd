import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { setTitleCount } from '#web/lib/screen/page-title.ts';
import { usePush } from '#web/lib/push/push.ts';
import styles from '#web/shell/messages/message-bell.module.css';
import { refreshMessages } from '#web/shell/messages/use-messages.ts';
import { NumberBadge } from '#web/ui/number-badge.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { messageCalls } from '#shared/messages/message-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

const MessagePanel = lazyOverlay(() => import('#web/shell/messages/message-panel.tsx'), 'MessagePanel');

/** The number of unread messages, also in the title of the window, and the messages. */
export function MessageBell() {
  const text = useText();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const { data: counts } = useQuery(callQuery(messageCalls.unread, {}));
  usePush(pushTypes.messages, () => void refreshMessages(client));
  const unread = counts?.allCount ?? 0;
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  const handleClose = () => {
    setOpen(false);
    bell.current?.focus();
  };
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text('message.title')}
      placement="bottomRight"
      content={<MessagePanel counts={counts} onClose={handleClose} />}
    >
      <Button
        ref={bell}
        type="text"
        icon={<BellOutlined aria-hidden />}
        title={text('message.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className="only-read">{text('message.open')}</span>
        <span className={styles['count']}>
          <NumberBadge count={unread} />
        </span>
      </Button>
    </Popup>
  );
}
