import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, type GetRef } from 'antd';
import { useEffect, useRef } from 'react';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { FollowUpOptions } from '#web/record/follow-up/follow-up-options.tsx';
import { useFollowUp } from '#web/record/follow-up/use-follow-up.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toDoCalls, type RunItem } from '#shared/crm/to-do-calls.ts';
import { companyTime } from '#shared/record/time.ts';
import { addDays } from '#shared/text/period.ts';
import styles from './run.module.css';

interface NoteProps {
  readonly item: RunItem;
  readonly screen: RecordScreen;
  /** The previous item had a note as well: keep the caret here. */
  readonly isFocused: boolean;
  readonly onSaved: () => void;
  readonly onSkip: () => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** In the morning of that day. */
const morning = (days: number): string => `${addDays(companyTime(Date.now()).slice(0, 10), days)} 09:00:00`;
/** Each with its shortcut key, which is the number of days. */
const soon = [
  ['queue.tomorrow', '1'],
  ['queue.in_three_days', '3'],
  ['queue.in_a_week', '7'],
] as const;

/** The result of the conversation and the next contact; saving goes to the next record. */
export function RunNote({ item, screen, isFocused, onSaved, onSkip, onPrevious, onNext }: NoteProps) {
  const text = useText();
  const client = useQueryClient();
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const followUp = useFollowUp(screen, item.id);
  const { draft, change } = followUp;
  useEffect(() => {
    if (isFocused) box.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const save = async () => {
    if (draft.content.trim() === '') box.current?.focus();
    if (!(await followUp.publish())) return;
    onSaved();
    void refreshCalls(client, toDoCalls.num);
  };
  const turnSoon = (days: string) => {
    const time = morning(Number(days));
    change({ nextTime: draft.nextTime === time ? '' : time });
  };
  useShortcut('1', () => turnSoon('1'));
  useShortcut('3', () => turnSoon('3'));
  useShortcut('7', () => turnSoon('7'));
  useShortcut('Control+Enter', () => void save(), { whileTyping: true });
  useShortcut('Enter', () => box.current?.focus());
  useShortcut('Escape', () => box.current?.blur(), { whileTyping: true });
  return (
    <section className={styles['note']} aria-label={text('queue.note')}>
      <Input.TextArea
        ref={box}
        value={draft.content}
        rows={4}
        maxLength={1000}
        placeholder={text('detail.write_follow_up')}
        aria-label={text('queue.note')}
        onChange={(event) => change({ content: event.target.value })}
      />
      <div className={styles['options']}>
        <FollowUpOptions followUp={followUp} />
        {soon.map(([label, days]) => {
          const isChosen = draft.nextTime === morning(Number(days));
          return (
            <Button
              key={label}
              type={isChosen ? 'primary' : 'default'}
              ghost={isChosen}
              aria-pressed={isChosen}
              onClick={() => turnSoon(days)}
            >
              {text(label)}
            </Button>
          );
        })}
      </div>
      <div className={styles['bar']}>
        <Button aria-label={text('queue.previous')} onClick={onPrevious}>
          ‹
        </Button>
        <Button aria-label={text('queue.following')} onClick={onNext}>
          ›
        </Button>
        <Button onClick={onSkip}>{text('queue.skip')}</Button>
        <Button
          type="primary"
          className={styles['save'] ?? ''}
          loading={followUp.isPending}
          onClick={() => void save()}
        >
          {text('queue.save')}
        </Button>
      </div>
    </section>
  );
}
