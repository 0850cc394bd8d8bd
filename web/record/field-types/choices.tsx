import { Checkbox, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { AddingSelect } from '#web/record/field-types/adding-select.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { textOf, type FilterProps, type InputProps, type InputType } from '#web/record/field-types/input-type.ts';
import styles from '#web/record/field-types/choices.module.css';
import { clearing } from '#web/ui/paged-select.tsx';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';

export const select: InputType = {
  input: (props) => (props.field.rules?.addedBy ? <AddingSelect {...props} /> : <OneOf {...props} />),
};

const OneOf = ({ field, value, onChange, id }: InputProps) => (
  <Select
    id={id}
    allowClear={clearing()}
    showSearch={field.setting.length > 8}
    value={textOf(value) || undefined}
    placeholder={field.inputTips}
    options={field.setting.map(optionOf)}
    onChange={(next) => onChange(next ?? '')}
  />
);

/** One of few rows of a table, such as a group of stages. */
export const oneOfRows: InputType = {
  input: ({ field, value, onChange, id }) => (
    <Select
      id={id}
      allowClear={clearing()}
      value={Number(value) || undefined}
      placeholder={field.inputTips}
      options={field.setting.map(optionOf)}
      onChange={(next) => onChange(next ?? '')}
    />
  ),
};

/** A stage: those of the group that is selected in the form. */
export function StageInput({ field, value, values, onChange, id }: InputProps) {
  const text = useText();
  const group = Number(values[field.groupField ?? '']);
  const offered = field.setting.filter((option) => typeof option === 'object' && Number(option.group) === group);
  return (
    <Select
      id={id}
      disabled={offered.length === 0}
      value={Number(value) || undefined}
      placeholder={offered.length === 0 ? text('form.choose_group') : field.inputTips}
      options={offered.map(optionOf)}
      onChange={onChange}
    />
  );
}

export const checkbox: InputType = {
  input: (props) => (props.field.rules?.addedBy ? <AddingSelect {...props} isSeveral /> : <SomeOf {...props} />),
};

const SomeOf = ({ field, value, onChange, id }: InputProps) => (
  <TabLeaves>
    <Select
      id={id}
      mode="multiple"
      allowClear={clearing()}
      value={Array.isArray(value) ? (value as string[]) : []}
      placeholder={field.inputTips}
      options={field.setting.map(optionOf)}
      onChange={onChange}
    />
  </TabLeaves>
);

/** A field's options, including states: several where records have one of them. */
export function ChoiceFilter({ field, operator, value, onChange }: FilterProps) {
  const text = useText();
  if ((operator === 'is' || operator === 'isNot') && pageTypeOf(field).look !== 'chips')
    return (
      <div role="group" aria-label={text('filter.pick_value')} className={styles['choices']}>
        <Checkbox.Group<string | number>
          value={chosenIn(value.value)}
          options={field.setting.map(optionOf)}
          onChange={(next) => onChange({ value: next.length === 1 ? next[0] : next })}
        />
      </div>
    );
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

const chosenIn = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' || typeof one === 'number');
