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
import { RunRecord } from '#web/modules/crm/to-do/run/run-record.tsx';
import type { ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoCalls, type RunItem } from '#shared/crm/to-do-calls.ts';
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
  return (
    <section className={styles['page']}>
      <header className={styles['head']}>
        <h1>{text('page.queue')}</h1>
        <ReminderSwitch />
      </header>
      <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('queue.empty')}>
        {(data) => <Queue key={round} found={data} screens={screens} onAgain={() => void again()} />}
      </PageState>
    </section>
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
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  useShortcut('ArrowRight', () => move(1));
  useShortcut('ArrowLeft', () => move(-1));
  useShortcut('ArrowDown', () => move(1));
  useShortcut('ArrowUp', () => move(-1));
  useShortcut('s', () => markAndGoOn('skipped'));
  useShortcut('c', () => numbers[0] && void copyNumber(text, numbers[0].shown), { isOn: numbers.length > 0 });
  useShortcut('d', () => call.current?.click(), { isOn: numbers.length > 0 });
  const done = countOf(progress, 'done');
  const skipped = countOf(progress, 'skipped');
  if (!item || !screen) {
    return (
      <EmptyState
        text={`${text('queue.finished')} ${text('queue.finished_hint', { done, skipped })}`}
        action={
          <Button type="primary" onClick={onAgain}>
            {text('queue.again')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <div className={styles['progress']}>
        <span role="status">{text('queue.progress', { at: progress.at + 1, of: items.length })}</span>
        <ProgressBar
          className={styles['line'] ?? ''}
          aria-label={text('page.queue')}
          percent={Math.round(((done + skipped) / items.length) * 100)}
          showInfo={false}
          size="small"
        />
        {totalRow > items.length && (
          <span className={styles['quiet']}>{text('queue.more', { count: totalRow - items.length })}</span>
        )}
      </div>
      <div className={styles['columns']} key={keyOf(item)}>
        <RunRecord item={item} screen={screen} numbers={numbers} mark={progress.marks[keyOf(item)]} call={call} />
        <RunNote
          item={item}
          screen={screen}
          isFocused={wasTyping}
          onSaved={() => markAndGoOn('done')}
          onSkip={() => markAndGoOn('skipped')}
          onPrevious={() => move(-1)}
          onNext={() => move(1)}
        />
        <RunFacts item={item} />
      </div>
      <p className={styles['keys']}>{text('queue.keys')}</p>
    </>
  );
}

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
