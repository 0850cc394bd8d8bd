import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { isNoContactDay } from '#web/record/form/moments/contact-days.ts';
import { dayKeys } from '#web/record/form/moments/day-keys.ts';

const stored = 'YYYY-MM-DD HH:mm:ss';
/** As it is shown first, then what may be typed too. */
const formats = ['YYYY-MM-DD HH:mm', stored, 'YYYY-M-D H:mm'];

/** Nine o'clock, of today while it is still to come. */
function nextMorning(): dayjs.Dayjs {
  const today = dayjs().hour(9).startOf('hour');
  return today.isAfter(dayjs()) ? today : today.add(1, 'day');
}

interface Props {
  /** `YYYY-MM-DD HH:mm:ss`, '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly id?: string | undefined;
  /** In a toolbar: its name, shown where no day is chosen; as wide as its text. */
  readonly label?: string | undefined;
  /** Only days on which a next contact may be. */
  readonly isContact?: boolean;
}

/**
 * A day with its time. A day counts as soon as it is pressed, at nine in the morning unless a time was there: whoever
 * saves at once, without leaving the calendar, must not lose it. Arrows go from day to day.
 */
export function MomentInput({ value, onChange, onBlur, id, label, isContact = false }: Props) {
  const send = (chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(stored) : '');
  const moment = value === '' ? null : dayjs(value);
  const isClosed = isContact ? { isClosed: isNoContactDay } : {};
  return (
    <DatePicker
      id={id}
      showTime={{ defaultOpenValue: dayjs('2000-01-01 09:00:00'), format: 'HH:mm' }}
      format={formats}
      {...(isContact && { disabledDate: isNoContactDay })}
      onKeyDown={dayKeys({ value: moment, onChange: send, first: nextMorning, ...isClosed })}
      // typed text is applied when the input is left
      needConfirm={false}
      {...(label === undefined ? { style: { width: '100%' } } : { placeholder: label, 'aria-label': label })}
      value={moment}
      onCalendarChange={send}
      onChange={send}
      onBlur={onBlur}
    />
  );
}
