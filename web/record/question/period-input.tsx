import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** Days as `YYYY-MM-DD`; '' leaves an end open. */
export interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

interface PeriodInputProps {
  readonly label: string;
  /** Said where an end is open. */
  readonly placeholders: readonly [start: string, end: string];
  readonly value: Days;
  readonly onChange: (days: Days) => void;
  readonly className?: string | undefined;
}

const format = 'YYYY-MM-DD';

/** A period of days that may be open at either end. */
export const PeriodInput = ({ label, placeholders, value, onChange, className }: PeriodInputProps) => (
  <DatePicker.RangePicker
    className={className ?? ''}
    allowEmpty={[true, true]}
    aria-label={label}
    placeholder={[...placeholders]}
    value={[value.startDate === '' ? null : dayjs(value.startDate), value.endDate === '' ? null : dayjs(value.endDate)]}
    onChange={(range) =>
      onChange({ startDate: range?.[0]?.format(format) ?? '', endDate: range?.[1]?.format(format) ?? '' })
    }
  />
);
