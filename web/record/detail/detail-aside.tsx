import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import { When } from '#web/record/follow-up/when.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Due } from '#web/ui/values/moment.tsx';
import { daysTo } from '#web/ui/values/moment-words.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import styles from '#web/record/detail/detail-aside.module.css';
import type { Row } from '#web/record/row.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { companyTime } from '#shared/record/time.ts';

interface AsideProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
  /** The tab that is open: what it shows is not shown twice. */
  readonly tab: string;
  /** Goes to the box for a follow-up; absent for who may not write one. */
  readonly onWrite?: () => void;
}

/** Beside the tabs of a record: what is next, what waits, and who works on it (ui "Drawer template"). */
export function DetailAside({ screen, id, record, tab, onWrite }: AsideProps) {
  const text = useText();
  const may = useMay();
  const team = screen.panels.find(
    ({ key, access }) => key === 'team' && tab !== key && (access === undefined || may(access)),
  );
  const waiting = waitingOf(record);
  const hasFollowUps = can(screen.type, 'followUps');
  const hasNext = screen.type.fields.some(({ fieldName }) => fieldName === 'next_time');
  const isFollowed = hasFollowUps || hasNext;
  if (!isFollowed && !team) return null;
  return (
    <aside className={styles['aside']} aria-label={text('aside.title')}>
      {isFollowed && (
        <Part title={text('aside.next')}>
          <dl>
            {hasNext && (
              <>
                <dt>{text('detail.next_time')}</dt>
                <dd>
                  {record['nextTime'] ? (
                    <Due value={String(record['nextTime'])} isMet={isMet(record)} />
                  ) : (
                    text('aside.no_next')
                  )}
                </dd>
              </>
            )}
            {hasFollowUps && (
              <>
                <dt>{text('aside.last')}</dt>
                <dd>{record['lastTime'] ? <When time={String(record['lastTime'])} /> : text('aside.never')}</dd>
              </>
            )}
          </dl>
          {onWrite && (
            <Button size="small" onClick={onWrite}>
              {text('cell.follow_up')}
            </Button>
          )}
        </Part>
      )}
      {isFollowed && (
        <Part title={text('aside.to_do')}>
          {waiting.length === 0 && text('aside.nothing')}
          <div className={styles['states']}>
            {waiting.map(({ label, params, tone }) => (
              <StatusTag key={label} tone={tone}>
                {text(label, params)}
              </StatusTag>
            ))}
          </div>
        </Part>
      )}
      {team && (
        <Part title={text(team.label)}>
          <team.Panel screen={screen} id={id} record={record} />
        </Part>
      )}
    </aside>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Nothing is planned, or it has been done since. */
function isMet(record: Row): boolean {
  const next = String(record['nextTime'] ?? '');
  return next === '' || String(record['lastTime'] ?? '') >= next;
}

/** What somebody should do about a record soon. */
function waitingOf(record: Row): Chip[] {
  const days = isMet(record) ? 1 : daysTo(String(record['nextTime']), companyTime(Date.now()));
  return [
    ...(days < 0 ? [{ label: 'aside.late', tone: 'danger' } as const] : []),
    ...(days === 0 ? [{ label: 'aside.today', tone: 'warning' } as const] : []),
    ...(record['followup'] === 0 ? [{ label: 'aside.unfollowed', tone: 'primary' } as const] : []),
  ];
}
