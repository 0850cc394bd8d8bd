import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FilterProps, InputType } from '#web/record/field-types/input-type.ts';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import { MomentInput } from '#web/record/form/moments/moment-input.tsx';
import { isSpan, spans } from '#shared/text/span.ts';

const dayFormat = 'YYYY-MM-DD';
const momentFormat = 'YYYY-MM-DD HH:mm:ss';

const pickerValue = (value: unknown) => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

/** Days relative to today. */
function SpanFilter({ value, onChange }: Pick<FilterProps, 'value' | 'onChange'>) {
  const text = useText();
  return (
    <Select
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={text('filter.pick_value')}
      placeholder={text('filter.pick_value')}
      value={isSpan(value.value) ? value.value : undefined}
      options={spans.map((span) => ({ value: span, label: text(`span.${span}`) }))}
      onChange={(next) => onChange({ value: next })}
    />
  );
}

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
    if (operator === 'period') return <SpanFilter value={value} onChange={onChange} />;
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
