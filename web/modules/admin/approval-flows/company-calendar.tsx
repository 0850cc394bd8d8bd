import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { flowCalls } from '#shared/approval/flow-calls.ts';
import styles from './calendar.module.css';
import { daysOfMonth, isUsualWorkday, monthAfter, weekdayOf } from './month.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The days on which time limits run: Monday to Friday, and what differs from it. A press changes a day. */
export function CompanyCalendar() {
  const text = useText();
  const now = useNow();
  const [month, setMonth] = useState(now.slice(0, 7));
  const [name, setName] = useState('');
  const days = daysOfMonth(month);
  const query = useQuery(callQuery(flowCalls.days, { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' }));
  const set = useAction(flowCalls.setDays, { refreshes: [flowCalls.days] });
  return (
    <>
      <p className={styles['note']}>{text('flow.calendar_note')}</p>
      <div className={styles['tools']}>
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={text('flow.month_before')}
          onClick={() => setMonth(monthAfter(month, -1))}
        />
        <strong aria-live="polite">{month}</strong>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={text('flow.month_after')}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
        <Input
          maxLength={50}
          value={name}
          placeholder={text('flow.day_name')}
          aria-label={text('flow.day_name')}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <PageState query={query}>
        {(exceptions) => (
          <div className={styles['month']} role="group" aria-label={month}>
            {weekdays.map((day) => (
              <span key={day} className={styles['weekday']}>
                {text(`flow.${day}`)}
              </span>
            ))}
            {days.map((day) => {
              const exception = exceptions.find(({ workDate }) => workDate === day);
              const isWorking = exception ? exception.isWorking === 1 : isUsualWorkday(day);
              const words = text(isWorking ? 'flow.working' : 'flow.free');
              return (
                <button
                  key={day}
                  type="button"
                  style={{ gridColumn: weekdayOf(day) + 1 }}
                  data-working={isWorking}
                  data-exception={exception !== undefined}
                  disabled={set.isPending}
                  // begins with what is seen
                  aria-label={`${Number(day.slice(8))} ${exception?.name || words} ${day} ${words}`}
                  onClick={() => set.mutate({ days: [{ workDate: day, isWorking: isWorking ? 0 : 1, name }] })}
                >
                  <b>{Number(day.slice(8))}</b> <small>{exception?.name || words}</small>
                </button>
              );
            })}
          </div>
        )}
      </PageState>
    </>
  );
}
