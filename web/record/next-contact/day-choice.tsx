import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { monthDays, monthName, monthOf, nextMonth, weekNames } from '#web/record/next-contact/month.ts';
import { morning } from '#web/record/next-contact/soon.ts';
import styles from '#web/record/next-contact/next-contact.module.css';
import { isContactDay } from '#shared/record/contact-day.ts';
import { useNow } from '#web/ui/values/use-now.ts';

const halfHours = Array.from({ length: 48 }, (_, at) => {
  const time = `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`;
  return { value: `${time}:00`, label: time };
});

interface DayChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
}

/** A month whose days are pressed, and the hour. Each press counts at once; 确定 only closes. */
export function DayChoice({ value, onChange, onDone }: DayChoiceProps) {
  const text = useText();
  const { language } = usePreferences();
  const isPhone = useIsPhone();
  const now = useNow();
  const today = now.slice(0, 10);
  const [month, setMonth] = useState(monthOf(value || today));
  const [day, time] = [value.slice(0, 10), value.slice(11) || morning];
  const times = halfHours.some((one) => one.value === time)
    ? halfHours
    : [{ value: time, label: time.slice(0, 5) }, ...halfHours];
  return (
    <div className={styles['choice']}>
      <div className={styles['month']}>
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden />}
          aria-label={text('moment.month_before')}
          onClick={() => setMonth(nextMonth(month, -1))}
        />
        <strong aria-live="polite">{monthName(month, language)}</strong>
        <Button
          type="text"
          icon={<RightOutlined aria-hidden />}
          aria-label={text('moment.month_after')}
          onClick={() => setMonth(nextMonth(month, 1))}
        />
      </div>
      <div className={styles['days']}>
        {weekNames(language).map((name) => (
          <span key={name} className={styles['week']} aria-hidden>
            {name}
          </span>
        ))}
        {monthDays(month).map((one) => (
          <button
            key={one}
            type="button"
            // says the day as it is written on it (WCAG 2.5.3)
            aria-label={one.replace(/-0(\d)$/, '-$1')}
            aria-pressed={one === day}
            aria-current={one === today ? 'date' : undefined}
            data-outside={monthOf(one) !== month}
            disabled={!isContactDay(one, now)}
            onClick={() => onChange(`${one} ${time}`)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
      <div className={styles['hour']}>
        {isPhone ? (
          // the wheel of the phone
          <Input
            type="time"
            aria-label={text('moment.time')}
            value={time.slice(0, 5)}
            disabled={day === ''}
            onChange={({ target }) => target.value !== '' && onChange(`${day} ${target.value}:00`)}
          />
        ) : (
          <Select
            aria-label={text('moment.time')}
            value={time}
            options={times}
            disabled={day === ''}
            onChange={(next) => onChange(`${day} ${next}`)}
          />
        )}
        <Button type="primary" onClick={onDone}>
          {text('action.ok')}
        </Button>
      </div>
    </div>
  );
}
