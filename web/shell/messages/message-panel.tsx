import { CheckOutlined, ClearOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { MessageKinds } from '#web/shell/messages/message-kinds.tsx';
import { MessageList } from '#web/shell/messages/message-list.tsx';
import styles from '#web/shell/messages/messages.module.css';
import { useMessageActs, type Shown } from '#web/shell/messages/use-messages.ts';
import { walk } from '#web/shell/messages/walk.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { messageCalls } from '#shared/messages/message-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

interface MessagePanelProps {
  readonly counts: OutputOf<typeof messageCalls.unread> | undefined;
  readonly onClose: () => void;
}

/** The messages of the reader, by kind or unread ones alone. */
export function MessagePanel({ counts, onClose }: MessagePanelProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [shown, setShown] = useState<Shown>({ onlyUnread: false, label: null });
  const acts = useMessageActs();
  const box = useRef<HTMLElement>(null);
  // arrows and Escape are for what has just been opened
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const wanted = shown.label === null ? {} : { label: shown.label };
  const unread = counts?.allCount ?? 0;

  const handleClear = async () => {
    const kind = shown.label === null ? null : text(`message.label_${shown.label}` as MessageKey);
    const isSure = await confirm({
      title: kind === null ? text('message.clear_ask') : text('message.clear_ask_kind', { kind }),
      text: text('message.clear_hint'),
      okText: text('action.clear'),
      isDangerous: true,
    });
    if (!isSure) return;
    const { count } = await acts.clear.mutateAsync(wanted);
    toast.success(text('message.cleared', { count }));
  };

  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles['box']}
      aria-label={text('message.title')}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : walk(event))}
    >
      <header className={styles['head']}>
        {!isPhone && <h2 className={styles['heading']}>{text('message.title')}</h2>}
        <Segmented<boolean>
          size={isPhone ? 'middle' : 'small'}
          aria-label={text('message.title')}
          value={shown.onlyUnread}
          options={[
            { value: false, label: text('message.all') },
            { value: true, label: text('message.only_unread') },
          ]}
          onChange={(onlyUnread) => setShown({ ...shown, onlyUnread })}
        />
        <span className={styles['tools']}>
          {unread > 0 && (
            <Button
              type="text"
              size={isPhone ? 'middle' : 'small'}
              icon={<CheckOutlined aria-hidden />}
              loading={acts.readAll.isPending}
              onClick={() => acts.readAll.mutate(wanted)}
            >
              {text('message.read_all')}
            </Button>
          )}
          <Button
            type="text"
            size={isPhone ? 'middle' : 'small'}
            icon={<ClearOutlined aria-hidden />}
            aria-label={text('message.clear')}
            title={text('message.clear')}
            onClick={() => void handleClear()}
          />
        </span>
      </header>
      <MessageKinds counts={counts} label={shown.label} onChange={(label) => setShown({ ...shown, label })} />
      <MessageList
        shown={shown}
        acts={acts}
        onShowAll={() => setShown({ onlyUnread: false, label: null })}
        onLeave={onClose}
      />
      {!isPhone && <footer className={styles['keys']}>{text('message.keys')}</footer>}
    </section>
  );
}
