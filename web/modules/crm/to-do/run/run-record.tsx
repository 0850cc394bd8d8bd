import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import type { PhoneNumber } from '#web/record/cells/phone-numbers.ts';
import { Phones } from '#web/modules/crm/to-do/run/phones.tsx';
import type { Mark } from '#web/modules/crm/to-do/run/run-progress.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Due, Moment } from '#web/ui/values/moment.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import type { RunItem, RunReason } from '#shared/crm/to-do-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { kindText } from '#shared/record/follow-up-kinds.ts';
import styles from './run.module.css';

const tones: Readonly<Record<RunReason, StatusTone>> = {
  overdue: 'danger',
  today: 'warning',
  pool: 'warning',
  new: 'primary',
};
/** Number of recent follow-ups shown. */
const latest = 3;

interface RecordProps {
  readonly item: RunItem;
  readonly screen: RecordScreen;
  readonly numbers: readonly PhoneNumber[];
  readonly mark: Mark | undefined;
  /** A link that calls the first number. */
  readonly call: Ref<HTMLAnchorElement>;
}

/** Whom it is about, why now, and the numbers. */
export function RunRecord({ item, screen, numbers, mark, call }: RecordProps) {
  const text = useText();
  const path = recordPath(item.types, item.id);
  return (
    <section>
      <header className={styles['who']}>
        <h2>{item.name}</h2>
        <StatusTag tone="neutral">{text(screen.type.name as MessageKey)}</StatusTag>
        <StatusTag tone={tones[item.reason]}>{text(`queue.reason.${item.reason}`)}</StatusTag>
        {mark && <StatusTag tone={mark === 'done' ? 'success' : 'neutral'}>{text(`queue.${mark}_mark`)}</StatusTag>}
        {path !== null && (
          <Link className={styles['open'] ?? ''} to={path}>
            {text('queue.open')}
          </Link>
        )}
      </header>
      <p className={styles['why']}>
        {item.nextTime && (
          <>
            <Due value={item.nextTime} isMet={mark === 'done'} />{' '}
            {text('queue.was_due', { time: item.nextTime.slice(0, 16) })}
          </>
        )}
        {item.poolDay !== null && ` ${text('queue.pool_day', { days: item.poolDay })}`}
      </p>
      <Phones numbers={numbers} first={call} />
    </section>
  );
}

/** What was said last. */
export function Latest({ item, screen }: Pick<RecordProps, 'item' | 'screen'>) {
  const text = useText();
  const query = useQuery(callQuery(screen.calls.followUps, { [screen.type.idKey]: item.id, page: 1, limit: latest }));
  return (
    <section className={styles['part']}>
      <h3>{text('queue.last')}</h3>
      <PageState query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles['quiet']}>{text('queue.no_last')}</p>
          ) : (
            <ol className={styles['latest']}>
              {rows.map((row) => (
                <li key={row.recordId}>
                  <Avatar name={row.realname} img={row.userImg} size={28} isDecorative />
                  <div>
                    <p className={styles['by']}>
                      <strong>{row.realname}</strong> {kindText(text, row.category)} <Moment value={row.createTime} />
                    </p>
                    <p>{withEmojiSigns(row.content)}</p>
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </PageState>
    </section>
  );
}
