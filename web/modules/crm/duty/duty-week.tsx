import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { dutyMoment, slotClock, slotsOf, weekDays } from '#shared/crm/duty/duty-window.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { AdviserChips } from './adviser-chips.tsx';
import { dateOf, type DutyDay, type DutyDraft, type Schedule } from './duty-draft.ts';
import styles from './duty.module.css';

interface DutyWeekProps {
  readonly schedule: Schedule;
  readonly draft: DutyDraft;
  /** 0 or 1. */
  readonly week: number;
  readonly onDay: (index: number, day: DutyDay) => void;
  /** What can be done with the week. */
  readonly children?: ReactNode;
}

interface DayRow extends DutyDay {
  readonly index: number;
  readonly date: string;
  /** Its duty is under way. */
  readonly isRunning: boolean;
  /** 周三, or 第一周周三 where there are two. */
  readonly name: string;
}

/** A week of the schedule as a table; on a phone a card for each day. */
export function DutyWeek({ schedule, draft, week, onDay, children }: DutyWeekProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const running = dutyMoment(useNow()).day;
  const { days } = draft;
  const rows = days.slice(week * weekDays, (week + 1) * weekDays).map((day, place): DayRow => {
    const index = week * weekDays + place;
    const date = dateOf(schedule, days.length, index);
    return { ...day, index, date, isRunning: date === running, name: nameOf(text, index, days.length) };
  });
  const put = ({ index, advisers, isSplit }: DayRow, change: Partial<DutyDay>) =>
    onDay(index, { advisers, isSplit, ...change });
  const chips = (row: DayRow) => (
    <AdviserChips day={row.name} advisers={row.advisers} onChange={(advisers) => put(row, { advisers })} />
  );
  const split = (row: DayRow) => (
    <Switch
      checked={row.isSplit}
      aria-label={text('duty.split_of', { day: row.name })}
      onChange={(isSplit) => put(row, { isSplit })}
    />
  );
  return (
    <section className={styles['week']}>
      <WeekHead
        title={text(titleOf(week, days.length))}
        from={rows[0]?.date ?? ''}
        to={rows.at(-1)?.date ?? ''}
        isRunning={rows[0]?.date === schedule.monday}
      >
        {children}
      </WeekHead>
      {isPhone ? (
        <ul className="boxes">
          {rows.map((row) => (
            <li key={row.index} className={styles['card']}>
              <DayHead row={row} />
              {chips(row)}
              <div className={styles['splitLine']}>
                <span>{text('duty.split')}</span>
                {split(row)}
              </div>
              <Slots row={row} />
              {takesTurns(row) && (
                <p>
                  {text('duty.max_count_label')}: <Most row={row} draft={draft} />
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <PlainTable<DayRow>
          rowKey="index"
          className={styles['table'] ?? ''}
          scroll={{}}
          tableLayout="fixed"
          dataSource={rows}
          columns={[
            { key: 'day', title: text('duty.weekday'), width: 136, render: (_value, row) => <DayHead row={row} /> },
            { key: 'advisers', title: text('duty.advisers'), render: (_value, row) => chips(row) },
            { key: 'split', title: text('duty.split'), width: 80, render: (_value, row) => split(row) },
            { key: 'slots', title: text('duty.slots'), width: 168, render: (_value, row) => <Slots row={row} /> },
            {
              key: 'most',
              title: text('duty.max_count_label'),
              width: 96,
              render: (_value, row) => <Most row={row} draft={draft} />,
            },
          ]}
        />
      )}
    </section>
  );
}

const titleOf = (week: number, count: number): MessageKey =>
  count === weekDays ? 'duty.every_week' : week === 0 ? 'duty.first_week' : 'duty.second_week';

function nameOf(text: Text, index: number, count: number): string {
  const day = text(weekdayOf(index));
  if (count === weekDays) return day;
  return text(index < weekDays ? 'duty.first_week_day' : 'duty.second_week_day', { day });
}

const weekdayOf = (index: number): MessageKey => `duty.weekday_${index % weekDays}` as MessageKey;

const takesTurns = ({ advisers, isSplit }: DutyDay): boolean => !isSplit && advisers.length > 1;

interface WeekHeadProps {
  readonly title: string;
  /** Its first and last day. */
  readonly from: string;
  readonly to: string;
  readonly isRunning: boolean;
  readonly children: ReactNode;
}

function WeekHead({ title, from, to, isRunning, children }: WeekHeadProps) {
  const text = useText();
  return (
    <header className={styles['weekHead']}>
      <h2>{title}</h2>
      <span>{text('duty.dates', { from: from.slice(5), to: to.slice(5) })}</span>
      {isRunning && <StatusTag tone="primary">{text('duty.this_week')}</StatusTag>}
      <span className={styles['weekActs']}>{children}</span>
    </header>
  );
}

function DayHead({ row: { index, date, isRunning } }: { readonly row: DayRow }) {
  const text = useText();
  return (
    <span className={styles['day']}>
      <strong>{text(weekdayOf(index))}</strong>
      <small>{date.slice(5)}</small>
      {isRunning && <em>{text('duty.running')}</em>}
    </span>
  );
}

/** The hours of each adviser where the day is split, else the whole duty. */
function Slots({ row: { advisers, isSplit } }: { readonly row: DayRow }) {
  const text = useText();
  if (advisers.length === 0) return <Dash />;
  const slots = slotsOf(isSplit ? advisers.length : 1);
  return (
    <ol className={styles['slots']} aria-label={text('duty.slots')}>
      {slots.map((slot, place) => (
        <li key={slot.from}>
          <span>{slotClock(slot)}</span>
          {isSplit && <span>{advisers[place]?.realname}</span>}
        </li>
      ))}
    </ol>
  );
}

function Most({ row, draft }: { readonly row: DayRow; readonly draft: DutyDraft }) {
  const text = useText();
  return takesTurns(row) && draft.maxCount !== null ? text('duty.max_count_each', { count: draft.maxCount }) : <Dash />;
}
