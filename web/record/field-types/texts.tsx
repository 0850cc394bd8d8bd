import { Input, Space } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { textOf, type FilterProps, type InputProps, type InputType } from '#web/record/field-types/input-type.ts';
import { companionIn, oneForm } from '#web/record/form/form-values.ts';
import { AreaCodeSelect } from '#web/record/inputs/area-code-select.tsx';
import { defaultAreaCode } from '#shared/record/phone.ts';
import { textLimit } from '#shared/text/text-limit.ts';

/** Most characters of an input of several lines (R9.13). */
const textareaLimit = 200;

export const plain = (
  { field, value, onChange, onBlur, id }: InputProps,
  more: { readonly inputMode?: 'decimal' | 'email' | 'tel'; readonly placeholder?: string } = {},
) => (
  <Input
    id={id}
    value={textOf(value)}
    maxLength={field.maxLength ?? textLimit}
    placeholder={field.inputTips}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onBlur}
    {...more}
  />
);

export const text: InputType = { input: (props) => plain(props) };
export const email: InputType = { input: (props) => plain(props, { inputMode: 'email' }) };

export const textarea: InputType = {
  input: ({ field, value, onChange, onBlur, id }) => (
    <Input.TextArea
      id={id}
      rows={3}
      showCount
      maxLength={field.maxLength ?? textareaLimit}
      value={textOf(value)}
      placeholder={field.inputTips}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
};

/** The number that a new record will get, unless one is typed. */
function NumberInput(props: InputProps) {
  const text = useText();
  const { inputTips, sequence } = props.field;
  if (!sequence?.onSave) return plain(props);
  const placeholder = sequence.next
    ? text('form.next_number', { number: sequence.next })
    : text('form.assigned_on_save');
  return plain(props, { placeholder: inputTips || placeholder });
}

export const sequence: InputType = { input: (props) => <NumberInput {...props} /> };

/** The area code is inside the mobile's input (R10.4). */
function MobileInput(props: InputProps) {
  const companion = companionIn(props.field, props.values);
  const handleBlur = () => {
    props.onBlur();
    // +60 12-345 6789 is split
    const { [props.field.fieldName]: number, ...code } = oneForm(props.field, props.values);
    if (number === undefined || number === props.value) return;
    for (const [name, value] of Object.entries(code)) props.setValue(name, value);
    props.onChange(number);
  };
  const input = plain({ ...props, onBlur: handleBlur }, { inputMode: 'tel' });
  if (companion === null) return input;
  return (
    <Space.Compact block>
      <AreaCodeSelect
        name={props.field.name}
        value={textOf(props.values[companion]) || defaultAreaCode}
        onChange={(code) => props.setValue(companion, code)}
      />
      {input}
    </Space.Compact>
  );
}

export const mobile: InputType = { input: (props) => <MobileInput {...props} /> };

export function TextFilter({ value, onChange }: Pick<FilterProps, 'value' | 'onChange'>) {
  const text = useText();
  return (
    <Input
      aria-label={text('filter.pick_value')}
      placeholder={text('filter.pick_value')}
      value={String(value.value ?? '')}
      maxLength={textLimit}
      onChange={(event) => onChange({ value: event.target.value })}
    />
  );
}
