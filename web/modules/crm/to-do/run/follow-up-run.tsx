import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress as ProgressBar } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import { copyNumber } from '#web/modules/crm/to-do/run/phones.tsx';
import { ReminderSwitch } from '#web/modules/crm/to-do/run/reminder-switch.tsx';
import { RunFacts } from '#web/modules/crm/to-do/run/run-facts.tsx';
import { RunNote } from '#web/modules/crm/to-do/run/run-note.tsx';
import { countOf, keyOf, mark, start, step, type Mark } from '#web/modules/crm/to-do/run/run-progress.ts';
import { RunQueue } from '#web/modules/crm/to-do/run/run-queue.tsx';
import { Latest, RunRecord } from '#web/modules/crm/to-do/run/run-record.tsx';
import type { ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoCalls, type RunItem } from '#shared/crm/to-do-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import styles from './run.module.css';

/** The records that need a follow-up, one after the other, by keyboard or touch. */
export function FollowUpRun({ screens }: { readonly screens: ToDoScreens }) {
  const text = useText();
  const [round, setRound] = useState(0);
  // data of an earlier visit is outdated
  const query = useQuery({ ...callQuery(toDoCalls.run, {}), gcTime: 0 });
  const again = async () => {
    await query.refetch();
    setRound(round + 1);
  };
  if (query.data && query.data.list.length > 0)
    return <Queue key={round} found={query.data} screens={screens} onAgain={() => void again()} />;
  return (
    <Page title={text('page.queue')} acts={<ReminderSwitch />}>
      <PageBody>
        <PageState query={query} isEmpty={() => true} emptyText={text('queue.empty')}>
          {() => null}
        </PageState>
      </PageBody>
    </Page>
  );
}

interface QueueProps {
  readonly found: { readonly list: readonly RunItem[]; readonly totalRow: number };
  readonly screens: ToDoScreens;
  readonly onAgain: () => void;
}

function Queue({ found, screens, onAgain }: QueueProps) {
  const text = useText();
  // fixed when the queue is opened, so that nothing moves while it is read
  const [{ list: items, totalRow }] = useState(found);
  const [progress, setProgress] = useState(start);
  const [wasTyping, setWasTyping] = useState(false);
  const item = items[progress.at];
  const screen = item && Object.values(screens).find(({ type }) => type.code === item.typeCode);
  const numbers = item ? phoneNumbers(item) : [];
  const call = useRef<HTMLAnchorElement>(null);
  usePrefetched(items[progress.at + 1], screens);
  const move = (by: -1 | 1) => {
    setWasTyping(false);
    setProgress((before) => step(items, before, by));
  };
  const markAndGoOn = (as: Mark) => {
    if (!item) return;
    setWasTyping(as === 'done' && document.activeElement?.tagName === 'TEXTAREA');
    // the answer to a save may arrive when another item is shown
    setProgress((before) => mark(items, before, item, as));
  };
  const moveByKey = (by: -1 | 1) => {
    leaveButton();
    move(by);
  };
  useShortcut('j', () => moveByKey(1));
  useShortcut('k', () => moveByKey(-1));
  useShortcut('ArrowRight', () => moveByKey(1));
  useShortcut('ArrowLeft', () => moveByKey(-1));
  useShortcut('ArrowDown', () => moveByKey(1));
  useShortcut('ArrowUp', () => moveByKey(-1));
  useShortcut('s', () => markAndGoOn('skipped'));
  useShortcut('c', () => numbers[0] && void copyNumber(text, numbers[0].shown), { isOn: numbers.length > 0 });
  useShortcut('d', () => call.current?.click(), { isOn: numbers.length > 0 });
  const done = countOf(progress, 'done');
  const skipped = countOf(progress, 'skipped');
  const title = text('page.queue');
  if (!item || !screen) {
    return (
      <Page title={title} acts={<ReminderSwitch />}>
        <EmptyState
          text={`${text('queue.finished')} ${text('queue.finished_hint', { done, skipped })}`}
          action={
            <Button type="primary" onClick={onAgain}>
              {text('queue.again')}
            </Button>
          }
        />
      </Page>
    );
  }
  const left = items.length - done - skipped;
  return (
    <Page
      title={title}
      views={
        <div className={styles['progress']}>
          <ProgressBar
            className={styles['line'] ?? ''}
            aria-label={title}
            percent={Math.round(((done + skipped) / items.length) * 100)}
            showInfo={false}
            size="small"
          />
          <span role="status">{text('queue.progress', { at: progress.at + 1, of: items.length })}</span>
          <span className={styles['quiet']}>
            {text('queue.left', { count: left, minutes: Math.max(1, Math.round(left * minutesEach)) })}
            {totalRow > items.length && ` · ${text('queue.more', { count: totalRow - items.length })}`}
          </span>
          <Button
            type="text"
            size="small"
            icon={<UpOutlined aria-hidden />}
            aria-label={text('queue.previous')}
            onClick={() => move(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<DownOutlined aria-hidden />}
            aria-label={text('queue.following')}
            onClick={() => move(1)}
          />
        </div>
      }
      acts={<ReminderSwitch />}
    >
      <div className={styles['run']}>
        <RunQueue items={items} progress={progress} onGo={(at) => setProgress((before) => ({ ...before, at }))} />
        <div className={styles['record']} key={keyOf(item)}>
          <RunRecord item={item} screen={screen} numbers={numbers} mark={progress.marks[keyOf(item)]} call={call} />
          <RunFacts item={item} />
          <Latest item={item} screen={screen} />
        </div>
        <RunNote
          key={`note ${keyOf(item)}`}
          item={item}
          screen={screen}
          isFocused={wasTyping}
          onSaved={() => markAndGoOn('done')}
          onSkip={() => markAndGoOn('skipped')}
        />
      </div>
      <p className={styles['keys']}>
        {keys.map(({ signs, word }) => (
          <span key={word}>
            {signs.map((sign) => (
              <kbd key={sign}>{sign}</kbd>
            ))}
            {text(word)}
          </span>
        ))}
      </p>
    </Page>
  );
}

/** The next Enter writes, and does not press the button that was pressed before. */
function leaveButton(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Minutes that a record takes by experience, a call included. */
const minutesEach = 1.5;

/** The keys of the page, as they stand below it. */
const keys = [
  { signs: ['J', 'K'], word: 'queue.key.move' },
  { signs: ['D'], word: 'queue.key.call' },
  { signs: ['C'], word: 'queue.key.copy' },
  { signs: ['↵'], word: 'queue.key.write' },
  { signs: ['1', '3', '7'], word: 'queue.key.days' },
  { signs: ['S'], word: 'queue.key.skip' },
  { signs: ['Ctrl ↵'], word: 'queue.key.save' },
  { signs: ['Esc'], word: 'queue.key.leave' },
] as const satisfies readonly { readonly signs: readonly string[]; readonly word: MessageKey }[];

/** Prefetches the next one. */
function usePrefetched(next: RunItem | undefined, screens: ToDoScreens): void {
  const client = useQueryClient();
  useEffect(() => {
    const screen = next && Object.values(screens).find(({ type }) => type.code === next.typeCode);
    if (!next || !screen) return;
    void client.prefetchQuery(callQuery(fieldCalls.information, { types: next.typeCode, id: next.id }));
    void client.prefetchQuery(callQuery(screen.calls.followUps, { [screen.type.idKey]: next.id, page: 1, limit: 3 }));
  }, [client, next, screens]);
}
