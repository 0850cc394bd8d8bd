import { ConfigProvider, DatePicker, Input, Select, Space } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { AddressInput } from '#web/record/inputs/address-input.tsx';
import { isNoContactDay } from '#web/record/form/contact-days.ts';
import { DecimalInput } from '#web/record/inputs/decimal-input.tsx';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import { optionOf } from '#web/record/cells/field-options.ts';
import { companionIn, oneForm } from '#web/record/form/form-values.ts';
import { wholeOf } from '#web/record/form/within.ts';
import { RelatedInput } from '#web/record/inputs/related-input.tsx';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { readMoney } from '#shared/record/field-types/money.ts';
import { readPercent } from '#shared/record/field-types/percent.ts';
import { heldType, type Address, type FormType } from '#shared/record/field.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { forRelated, type RelatedFormType } from '#shared/record/relations/relation.ts';
import { areaCodes, defaultAreaCode } from '#shared/record/phone.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';

/** Longest texts that people type (R9.13). */
const textLimit = 50;
const textareaLimit = 200;

export interface InputProps {
  /** The type whose field it is. */
  readonly type: RecordType;
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  /** Values of the whole form, for inputs that hold two. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly setValue: (fieldName: string, value: unknown) => void;
  readonly batchId: string;
  readonly id: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const plain = (
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

const decimal = (
  { field, value, onChange, onBlur, id }: InputProps,
  read: (written: string) => string | null,
  suffix?: string,
) => (
  <DecimalInput
    id={id}
    value={textOf(value)}
    maxLength={field.maxLength ?? textLimit}
    placeholder={field.inputTips}
    read={read}
    suffix={suffix}
    onChange={onChange}
    onBlur={onBlur}
  />
);

const day = (value: unknown) => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

/** The area code stands inside the mobile's input (R10.4). */
function MobileInput(props: InputProps) {
  const text = useText();
  const companion = companionIn(props.field, props.values);
  const handleBlur = () => {
    props.onBlur();
    // +60 12-345 6789 comes apart
    const { [props.field.fieldName]: number, ...code } = oneForm(props.field, props.values);
    if (number === undefined || number === props.value) return;
    for (const [name, value] of Object.entries(code)) props.setValue(name, value);
    props.onChange(number);
  };
  const input = plain({ ...props, onBlur: handleBlur }, { inputMode: 'tel' });
  if (companion === null) return input;
  return (
    <Space.Compact block>
      <Select
        aria-label={text('phone.area_code', { name: props.field.name })}
        style={{ width: 92 }}
        value={textOf(props.values[companion]) || defaultAreaCode}
        options={areaCodes.map((code) => ({
          value: code,
          label: `+${code} ${text(`phone.area.${code}` as MessageKey)}`,
        }))}
        labelRender={({ value }) => `+${value}`}
        popupMatchSelectWidth={false}
        // all of them without scrolling
        listHeight={areaCodes.length * 32}
        onChange={(code) => props.setValue(companion, code)}
      />
      {input}
    </Space.Compact>
  );
}

/** A record of another type; of those that belong to what another field of the form points to, where they have to. */
function RecordInput({
  formType,
  type,
  field,
  value,
  values,
  onChange,
  id,
}: InputProps & { formType: RelatedFormType }) {
  const relation = declaredField(type, field.fieldName)?.relation;
  if (!relation) return null;
  return (
    <RelatedInput
      id={id}
      formType={formType}
      to={relation.to}
      parent={wholeOf(type, relation, values)}
      disabled={field.disabled === 1}
      value={value}
      onChange={onChange}
    />
  );
}

/** One input per form type; the map is complete, so a new type does not compile without its input. */
/** The number that a new record will get, for somebody who does not type one. */
function NumberInput(props: InputProps) {
  const text = useText();
  const { inputTips, sequence } = props.field;
  if (!sequence?.onSave) return plain(props);
  const placeholder = sequence.next
    ? text('form.next_number', { number: sequence.next })
    : text('form.assigned_on_save');
  return plain(props, { placeholder: inputTips || placeholder });
}

const inputs: Record<FormType, (props: InputProps) => ReactNode> = {
  text: (props) => plain(props),
  number: (props) => plain(props, { inputMode: 'decimal' }),
  floatnumber: (props) => decimal(props, readMoney),
  percent: (props) => decimal(props, readPercent, '%'),
  sequence: (props) => <NumberInput {...props} />,
  email: (props) => plain(props, { inputMode: 'email' }),
  mobile: (props) => <MobileInput {...props} />,
  textarea: ({ field, value, onChange, onBlur, id }) => (
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
  select: ({ field, value, onChange, id }) => (
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
  checkbox: ({ field, value, onChange, id }) => (
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
  date: ({ value, onChange, onBlur, id }) => (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      value={day(value)}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : '')}
      onBlur={onBlur}
    />
  ),
  datetime: ({ field, value, onChange, onBlur, id }) => (
    <DatePicker
      id={id}
      showTime
      // what was typed counts when the input is left
      needConfirm={false}
      {...(field.fieldName === 'next_time' && { disabledDate: isNoContactDay })}
      style={{ width: '100%' }}
      value={day(value)}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD HH:mm:ss') : '')}
      onBlur={onBlur}
    />
  ),
  user: ({ field, value, onChange, id }) => (
    <UserPicker
      id={id}
      disabled={field.disabled === 1}
      multiple
      value={Array.isArray(value) ? (value as { userId: number; realname: string }[]) : []}
      onChange={onChange}
    />
  ),
  structure: ({ field, value, onChange, id }) => (
    <DepartmentPicker
      id={id}
      disabled={field.disabled === 1}
      multiple
      value={Array.isArray(value) ? (value as { deptId: number; name: string }[]) : []}
      onChange={onChange}
    />
  ),
  ...forRelated((formType) => (props: InputProps) => <RecordInput formType={formType} {...props} />),
  file: ({ field, value, onChange, batchId }) => (
    <FileInput
      disabled={field.disabled === 1}
      batchId={batchId}
      value={Array.isArray(value) ? (value as FileRow[]) : []}
      onChange={onChange}
    />
  ),
  map_address: ({ value, onChange, id }) => (
    <AddressInput id={id} value={(value as Address | '') || ''} onChange={onChange} />
  ),
};

/** The input of a field; one that the user may only read, or that the server computes, takes nothing. */
export function FieldInput(props: InputProps) {
  const text = useText();
  if (props.field.computed === 1) {
    const field = { ...props.field, inputTips: text('form.computed') };
    return <ConfigProvider componentDisabled>{plain({ ...props, field })}</ConfigProvider>;
  }
  const input = inputs[heldType(props.field)](props);
  return props.field.disabled === 1 ? <ConfigProvider componentDisabled>{input}</ConfigProvider> : input;
}

/** Inputs that need the whole width of a form. */
export const isWide = (formType: string): boolean => ['textarea', 'map_address', 'file'].includes(formType);
