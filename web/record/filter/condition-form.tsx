import { Button, Select, Space } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import type { FilterValue } from '#web/record/field-types/input-type.ts';
import { FilterInput } from '#web/record/field-types/field-input.tsx';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import type { FormType } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { takesNoValue, type Operator } from '#shared/record/operator.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

const valueIn = ({ value, start, end, name }: Condition = {}): FilterValue =>
  Object.fromEntries(Object.entries({ value, start, end, name }).filter(([, one]) => one !== undefined));

/**
 * Builds one condition: field, operator and value. It begins with the open list of fields, goes on in the value, and ends
 * with Enter there.
 */
export function ConditionForm({
  type,
  fields,
  edited,
  onDone,
}: {
  readonly type: RecordType;
  readonly fields: readonly FilterField[];
  /** The condition as it was; absent for a new one. */
  readonly edited?: Condition;
  readonly onDone: (condition: Condition) => void;
}) {
  const text = useText();
  const isPhone = useIsPhone();
  const [fieldName, setFieldName] = useState(edited?.fieldName);
  const [operator, setOperator] = useState<string | undefined>(edited?.condition);
  const [value, setValue] = useState<FilterValue>(valueIn(edited));
  const field = fields.find((one) => one.fieldName === fieldName);
  // of days, most people ask for this week and not for a date
  const chosen = operator ?? (field?.operators.includes('period') ? 'period' : field?.operators[0]);
  const isComplete =
    field &&
    chosen &&
    (takesNoValue(chosen as Operator) ||
      (chosen === 'between' ? value.start || value.end : String(value.value ?? '') !== ''));
  const finish = () => {
    if (isComplete) onDone({ fieldName: field.fieldName, formType: field.formType, condition: chosen, ...value });
  };
  // a list or a calendar has its own use for the key
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) finish();
  };
  const input = useRef<HTMLDivElement>(null);
  const isNext = fieldName !== edited?.fieldName;
  useEffect(() => {
    if (isNext && !isPhone) input.current?.querySelector('input')?.focus();
  }, [fieldName, isNext, isPhone]);
  return (
    <Space orientation="vertical" style={{ width: isPhone ? '100%' : 280 }}>
      <Select
        autoFocus={!isPhone}
        defaultOpen={!isPhone && !edited}
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
            // the id for one operator is the name for the other
            if (isRelated(field.formType as FormType) || (next === 'period') !== (chosen === 'period')) setValue({});
            setOperator(next);
          }}
        />
      )}
      {field && chosen && !takesNoValue(chosen as Operator) && (
        <div ref={input} role="presentation" onKeyDown={handleKeyDown}>
          <FilterInput type={type} field={field} operator={chosen} value={value} onChange={setValue} />
        </div>
      )}
      <Button type="primary" block disabled={!isComplete} onClick={finish}>
        {text('action.ok')}
      </Button>
    </Space>
  );
}
