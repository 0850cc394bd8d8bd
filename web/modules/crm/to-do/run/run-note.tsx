import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { Composer } from '#web/record/follow-up/composer.tsx';
import { useFollowUp } from '#web/record/follow-up/use-follow-up.ts';
import { morningIn, soonDays } from '#web/record/next-contact/soon.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toDoCalls, type RunItem } from '#shared/crm/to-do-calls.ts';
import styles from './run.module.css';

interface NoteProps {
  readonly item: RunItem;
  readonly screen: RecordScreen;
  /** The previous item had a note as well: keep the caret here. */
  readonly isFocused: boolean;
  readonly onSaved: () => void;
  readonly onSkip: () => void;
}

/** The result of the conversation and the next contact; saving goes to the next record. */
export function RunNote({ item, screen, isFocused, onSaved, onSkip }: NoteProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const { draft, change } = useFollowUp(screen, item.id);
  const area = () => box.current?.querySelector('textarea');
  useEffect(() => {
    if (isFocused) box.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [isFocused]);
  const turnSoon = (days: number) => {
    const time = morningIn(days);
    change({ nextTime: draft.nextTime === time ? '' : time });
  };
  const [tomorrow, soon, week] = soonDays;
  useShortcut(tomorrow.key, () => turnSoon(tomorrow.days));
  useShortcut(soon.key, () => turnSoon(soon.days));
  useShortcut(week.key, () => turnSoon(week.days));
  useShortcut('Enter', () => area()?.focus());
  useShortcut('Escape', () => area()?.blur(), { whileTyping: true });
  return (
    <section className={styles['note']} aria-label={text('queue.note')}>
      <Composer
        screen={screen}
        id={item.id}
        box={box}
        isTall={!isPhone}
        publishWord={text('queue.save')}
        onPublished={() => {
          onSaved();
          void refreshCalls(client, toDoCalls.num);
        }}
        acts={
          <Button onClick={onSkip}>
            {text('queue.skip')} {!isPhone && <kbd aria-hidden>S</kbd>}
          </Button>
        }
      />
    </section>
  );
}
