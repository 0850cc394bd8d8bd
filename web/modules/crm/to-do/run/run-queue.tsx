import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { keyOf, type Progress } from '#web/modules/crm/to-do/run/run-progress.ts';
import { Due } from '#web/ui/values/moment.tsx';
import type { RunItem } from '#shared/crm/to-do-calls.ts';
import styles from './run.module.css';

interface QueueProps {
  readonly items: readonly RunItem[];
  readonly progress: Progress;
  readonly onGo: (at: number) => void;
}

/** All that is in the queue, by reason: what is done, what is now, and what comes. */
export function RunQueue({ items, progress, onGo }: QueueProps) {
  const text = useText();
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [progress.at]);
  return (
    <nav className={styles['queue']} aria-label={text('queue.list')}>
      {items.map((item, at) => {
        const mark = progress.marks[keyOf(item)];
        const isFirst = item.reason !== items[at - 1]?.reason;
        return (
          <div key={keyOf(item)}>
            {isFirst && (
              <h3>
                {text(`queue.reason.${item.reason}`)}
                <span>{items.filter(({ reason }) => reason === item.reason).length}</span>
              </h3>
            )}
            <button
              type="button"
              {...(at === progress.at && { ref: current, 'aria-current': 'step' as const })}
              data-done={mark !== undefined}
              onClick={() => onGo(at)}
            >
              {mark === 'done' ? (
                <CheckCircleFilled aria-label={text('queue.done_mark')} />
              ) : mark === 'skipped' ? (
                <MinusCircleOutlined aria-label={text('queue.skipped_mark')} />
              ) : (
                <span className={styles['ring']} />
              )}
              <span className={styles['name']}>{item.name}</span>
              <span className={styles['due']}>
                {item.nextTime && <Due value={item.nextTime} isMet={mark === 'done'} />}
              </span>
            </button>
          </div>
        );
      })}
    </nav>
  );
}
