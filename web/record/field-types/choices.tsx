import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { textOf, type FilterProps, type InputType } from '#web/record/field-types/input-type.ts';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';

export const select: InputType = {
  input: ({ field, value, onChange, id }) => (
    <Select
      id={id}
      allowClear
      showSearch={field.setting.length > 8}
      value={textOf(value) || undefined}
      placeholder={field.inputTips}
      options={field.setting.map(optionOf)}
      onChange={(next) => onChange(next ?? '')}
    />
  ),
};

export const checkbox: InputType = {
  input: ({ field, value, onChange, id }) => (
    <TabLeaves>
      <Select
        id={id}
        mode="multiple"
        allowClear
        value={Array.isArray(value) ? (value as string[]) : []}
        placeholder={field.inputTips}
        options={field.setting.map(optionOf)}
        onChange={onChange}
      />
    </TabLeaves>
  ),
};

/** One of a field's options, including states. */
export function ChoiceFilter({ field, value, onChange }: FilterProps) {
  const text = useText();
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={text('filter.pick_value')}
      value={value.value}
      options={field.setting.map(optionOf)}
      onChange={(next) => onChange({ value: next })}
    />
  );
}
