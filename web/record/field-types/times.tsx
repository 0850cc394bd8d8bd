import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps, InputType } from '#web/record/field-types/input-type.ts';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import { MomentInput } from '#web/record/form/moments/moment-input.tsx';

const dayFormat = 'YYYY-MM-DD';
const momentFormat = 'YYYY-MM-DD HH:mm:ss';

const pickerValue = (value: unknown) => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

/** Both use ranges of days. */
const timeFilter = (format: string) =>
  function TimeFilter({ operator, value, onChange }: FilterProps) {
    if (operator === 'between')
      return (
        <DatePicker.RangePicker
          allowEmpty
          value={[value.start ? dayjs(value.start) : null, value.end ? dayjs(value.end) : null]}
          onChange={(range) =>
            onChange({ start: range?.[0]?.format(dayFormat) ?? '', end: range?.[1]?.format(dayFormat) ?? '' })
          }
        />
      );
    return (
      <DatePicker
        style={{ width: '100%' }}
        value={pickerValue(value.value)}
        showTime={format === momentFormat}
        needConfirm={false}
        onChange={(next) => onChange({ value: next ? next.format(format) : '' })}
      />
    );
  };

export const date: InputType = {
  input: ({ value, onChange, onBlur, id }) => (
    <DayInput id={id} value={typeof value === 'string' ? value : ''} onChange={onChange} onBlur={onBlur} />
  ),
  filter: timeFilter(dayFormat),
};

export const datetime: InputType = {
  input: ({ field, value, onChange, onBlur, id }) => (
    <MomentInput
      id={id}
      isContact={field.fieldName === 'next_time'}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      onBlur={onBlur}
    />
  ),
  filter: timeFilter(momentFormat),
};
