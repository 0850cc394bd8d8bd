import { Button, DatePicker, Input, Select, Space } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { ProvincePicker } from '#web/record/inputs/province-picker.tsx';
import { RelatedInput } from '#web/record/inputs/related-input.tsx';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { fieldNamed } from '#shared/record/relations/child-relations.ts';
import type { FormType } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedForms } from '#shared/record/relations/relation.ts';
import { takesNoValue, type Operator } from '#shared/record/operator.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

/** Builds one condition: field, operator and value. */
export function ConditionForm({
  type,
  fields,
  onAdd,
}: {
  readonly type: RecordType;
  readonly fields: readonly FilterField[];
  readonly onAdd: (condition: Condition) => void;
}) {
  const text = useText();
  const isPhone = useIsPhone();
  const [fieldName, setFieldName] = useState<string>();
  const [operator, setOperator] = useState<string>();
  const [value, setValue] = useState<{ value?: unknown; name?: string; start?: string; end?: string }>({});
  const field = fields.find((one) => one.fieldName === fieldName);
  const chosen = operator ?? field?.operators[0];
  const isComplete =
    field &&
    chosen &&
    (takesNoValue(chosen as Operator) ||
      (chosen === 'between' ? value.start || value.end : String(value.value ?? '') !== ''));
  return (
    <Space orientation="vertical" style={{ width: isPhone ? '100%' : 280 }}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        aria-label={text('filter.pick_field')}
        placeholder={text('filter.pick_field')}
        value={fieldName}
        options={fields.map((one) => ({ value: one.fieldName, label: one.name }))}
        onChange={(next: string) => {
          setFieldName(next);
          setOperator(undefined);
          setValue({});
        }}
      />
      {field && (
        <Select
          style={{ width: '100%' }}
          aria-label={text('filter.pick_operator')}
          value={chosen}
          options={field.operators
            .filter((one) => one !== 'in')
            .map((one) => ({ value: one, label: text(operatorKey(one)) }))}
          onChange={(next) => {
            // an id for one is a name for the other
            if (isRelated(field.formType as FormType)) setValue({});
            setOperator(next);
          }}
        />
      )}
      {field && chosen && !takesNoValue(chosen as Operator) && (
        <ValueInput type={type} field={field} operator={chosen} value={value} onChange={setValue} />
      )}
      <Button
        type="primary"
        block
        disabled={!isComplete}
        onClick={() =>
          field &&
          chosen &&
          onAdd({ fieldName: field.fieldName, formType: field.formType, condition: chosen, ...value })
        }
      >
        {text('action.ok')}
      </Button>
    </Space>
  );
}

/** Compare the name of a related record instead of the record. */
const takesText = new Set(['contains', 'notContains']);

interface ValueProps {
  readonly type: RecordType;
  readonly field: FilterField;
  readonly operator: string;
  readonly value: { readonly value?: unknown; readonly name?: string; readonly start?: string; readonly end?: string };
  readonly onChange: (value: { value?: unknown; name?: string; start?: string; end?: string }) => void;
}

function ValueInput({ type, field, operator, value, onChange }: ValueProps) {
  const text = useText();
  const [record, setRecord] = useState<unknown>([]);
  const [people, setPeople] = useState<{ userId: number; realname: string }[]>([]);
  if (operator === 'between') {
    return (
      <DatePicker.RangePicker
        allowEmpty
        value={[value.start ? dayjs(value.start) : null, value.end ? dayjs(value.end) : null]}
        onChange={(range) =>
          onChange({ start: range?.[0]?.format('YYYY-MM-DD') ?? '', end: range?.[1]?.format('YYYY-MM-DD') ?? '' })
        }
      />
    );
  }
  if (field.formType === 'user') {
    return (
      <UserPicker
        value={people}
        onChange={(next) => {
          setPeople([...next]);
          onChange({ value: next[0]?.userId, name: next[0]?.realname });
        }}
      />
    );
  }
  const related = fieldNamed(type, field.fieldName);
  if (related && !takesText.has(operator)) {
    const { formType, relation } = related;
    return (
      <RelatedInput
        formType={formType}
        to={relation.to}
        label={text('filter.pick_value')}
        value={record}
        onChange={(next) => {
          const { idKey, nameKey } = relatedForms[formType];
          const [chosen] = next as Record<string, unknown>[];
          setRecord(next);
          onChange({ value: chosen?.[idKey], name: String(chosen?.[nameKey] ?? '') });
        }}
      />
    );
  }
  if (field.setting.length > 0) {
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
  if (field.formType === 'date' || field.formType === 'datetime') {
    return (
      <DatePicker
        style={{ width: '100%' }}
        showTime={field.formType === 'datetime'}
        needConfirm={false}
        onChange={(next) =>
          onChange({ value: next ? next.format(field.formType === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss') : '' })
        }
      />
    );
  }
  const typed = (
    <Input
      aria-label={text('filter.pick_value')}
      placeholder={text('filter.pick_value')}
      value={String(value.value ?? '')}
      maxLength={200}
      onChange={(event) => onChange({ value: event.target.value })}
    />
  );
  if (field.formType !== 'map_address') return typed;
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <ProvincePicker onChange={(province) => onChange({ value: province })} />
      {typed}
    </Space>
  );
}
