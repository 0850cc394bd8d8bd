import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { dayKeys } from '#web/record/form/moments/day-keys.ts';

const stored = 'YYYY-MM-DD';

interface Props {
  /** `YYYY-MM-DD`, '' for none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly id?: string | undefined;
}

/** A day of the calendar. One that is typed counts as soon as it is whole; arrows go from day to day. */
export function DayInput({ value = '', onChange, onBlur, id }: Props) {
  const send = (chosen: unknown) => onChange?.(dayjs.isDayjs(chosen) ? chosen.format(stored) : '');
  const day = value === '' ? null : dayjs(value);
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      value={day}
      onKeyDown={dayKeys({ value: day, onChange: send, first: dayjs })}
      onCalendarChange={send}
      onChange={send}
      onBlur={onBlur}
    />
  );
}
