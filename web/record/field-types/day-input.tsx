import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const stored = 'YYYY-MM-DD';

interface Props {
  /** `YYYY-MM-DD`, '' for none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly id?: string | undefined;
}

/** A day of the calendar. One that is typed counts as soon as it is whole. */
export function DayInput({ value = '', onChange, onBlur, id }: Props) {
  const send = (chosen: unknown) => onChange?.(dayjs.isDayjs(chosen) ? chosen.format(stored) : '');
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      value={value === '' ? null : dayjs(value)}
      onCalendarChange={send}
      onChange={send}
      onBlur={onBlur}
    />
  );
}
