import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Input, Select, type GetRef } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef } from 'react';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useNoteDraft } from '#web/modules/crm/to-do/run/note-draft.ts';
import { keyOf } from '#web/modules/crm/to-do/run/run-progress.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { toDoCalls, type RunItem } from '#shared/crm/to-do-calls.ts';
import { isContactDay } from '#shared/record/contact-day.ts';
import { recordLogCalls } from '#shared/record/record-log-calls.ts';
import { companyTime } from '#shared/record/time.ts';
import { addDays } from '#shared/text/period.ts';
import styles from './run.module.css';

interface NoteProps {
  readonly item: RunItem;
  readonly screen: RecordScreen;
  /** The one before was written too: go on typing. */
  readonly isFocused: boolean;
  readonly onSaved: () => void;
  readonly onSkip: () => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

const format = 'YYYY-MM-DD HH:mm:ss';
const now = (): string => companyTime(Date.now());
/** In the morning of that day. */
const morning = (days: number): string => `${addDays(now().slice(0, 10), days)} 09:00:00`;
/** Each with the key that chooses it, which is its number of days. */
const soon = [
  ['run.tomorrow', '1'],
  ['run.in_three_days', '3'],
  ['run.in_a_week', '7'],
] as const;

/** What came of the talk, and when the next one is; saving goes on to the next record. */
export function RunNote({ item, screen, isFocused, onSaved, onSkip, onPrevious, onNext }: NoteProps) {
  const text = useText();
  const client = useQueryClient();
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const { note, change, forget } = useNoteDraft(keyOf(item));
  const categories = useQuery({ ...callQuery(recordLogCalls.categories, {}), staleTime: 600_000 });
  const category = note.category || (categories.data?.[0] ?? '');
  const add = useAction(screen.calls.followUp);
  useEffect(() => {
    if (isFocused) box.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const save = async () => {
    if (add.isPending) return;
    const content = note.content.trim();
    if (content === '') {
      box.current?.focus();
      return toast.warning(text('detail.write_follow_up'));
    }
    try {
      await add.mutateAsync({
        typesId: item.id,
        content,
        category,
        businessIds: [],
        contactsIds: [],
        mentionIds: [],
        ...(note.nextTime === '' ? {} : { nextTime: note.nextTime }),
      });
    } catch {
      // told already; what was written stays
      return;
    }
    forget();
    onSaved();
    void refreshCalls(client, toDoCalls.num, screen.calls.followUps, screen.calls.read, screen.calls.list);
  };
  const turnSoon = (days: string) => {
    const time = morning(Number(days));
    change({ nextTime: note.nextTime === time ? '' : time });
  };
  useShortcut('1', () => turnSoon('1'));
  useShortcut('3', () => turnSoon('3'));
  useShortcut('7', () => turnSoon('7'));
  useShortcut('Control+Enter', () => void save(), { whileTyping: true });
  useShortcut('Enter', () => box.current?.focus());
  useShortcut('Escape', () => box.current?.blur(), { whileTyping: true });
  return (
    <section className={styles['note']} aria-label={text('run.note')}>
      <Input.TextArea
        ref={box}
        value={note.content}
        rows={4}
        maxLength={1000}
        placeholder={text('detail.write_follow_up')}
        aria-label={text('run.note')}
        onChange={(event) => change({ content: event.target.value })}
      />
      <div className={styles['options']}>
        <Select
          aria-label={text('detail.category')}
          value={category || undefined}
          className={styles['category'] ?? ''}
          options={(categories.data ?? []).map((value) => ({ value, label: value }))}
          onChange={(next) => change({ category: next })}
        />
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          disabledDate={(day) => !isContactDay(day.format('YYYY-MM-DD'), now())}
          placeholder={text('run.next')}
          aria-label={text('run.next')}
          value={note.nextTime === '' ? null : dayjs(note.nextTime)}
          onChange={(next) => change({ nextTime: next ? next.format(format) : '' })}
        />
        {soon.map(([label, days]) => {
          const isChosen = note.nextTime === morning(Number(days));
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
        <Button aria-label={text('run.previous')} onClick={onPrevious}>
          ‹
        </Button>
        <Button aria-label={text('run.following')} onClick={onNext}>
          ›
        </Button>
        <Button onClick={onSkip}>{text('run.skip')}</Button>
        <Button type="primary" className={styles['save'] ?? ''} loading={add.isPending} onClick={() => void save()}>
          {text('run.save')}
        </Button>
      </div>
    </section>
  );
}
