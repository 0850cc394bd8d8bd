import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { isNoContactDay } from '#web/record/form/contact-days.ts';

const stored = 'YYYY-MM-DD HH:mm:ss';

interface Props {
  /** `YYYY-MM-DD HH:mm:ss`, '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly id?: string | undefined;
  /** In a toolbar: its name, shown where no day is chosen; as wide as its text, which has no seconds. */
  readonly label?: string | undefined;
  /** Only days on which a next contact may be. */
  readonly isContact?: boolean;
}

/**
 * A day with its time. A day counts as soon as it is pressed, at nine in the morning unless a time was there: whoever
 * saves at once, without leaving the calendar, must not lose it.
 */
export function MomentInput({ value, onChange, onBlur, id, label, isContact = false }: Props) {
  const send = (chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(stored) : '');
  return (
    <DatePicker
      id={id}
      showTime={{ defaultOpenValue: dayjs('2000-01-01 09:00:00'), ...(label !== undefined && { format: 'HH:mm' }) }}
      {...(isContact && { disabledDate: isNoContactDay })}
      // typed text is applied when the input is left
      needConfirm={false}
      {...(label === undefined
        ? { style: { width: '100%' } }
        : { placeholder: label, 'aria-label': label, format: 'YYYY-MM-DD HH:mm' })}
      value={value === '' ? null : dayjs(value)}
      onCalendarChange={send}
      onChange={send}
      onBlur={onBlur}
    />
  );
}
