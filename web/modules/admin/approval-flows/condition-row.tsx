import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import type { FlowCategory } from '#shared/approval/flow-calls.ts';
import { takesNoValue, type SteadyOperator } from '#shared/record/operator.ts';
import type { ConditionDraft } from './flow-draft.ts';
import { factName, usualFacts } from './flow-words.ts';
import styles from './flows.module.css';

interface ConditionRowProps {
  readonly category: FlowCategory;
  readonly condition: ConditionDraft;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

const amounts: readonly SteadyOperator[] = ['gt', 'egt', 'lt', 'elt', 'is'];
const choices: readonly SteadyOperator[] = ['in', 'isNot', 'isNull', 'isNotNull'];
const others: readonly SteadyOperator[] = ['is', 'isNot', 'contains', 'gt', 'egt', 'lt', 'elt', 'isNull', 'isNotNull'];

/** One condition of a flow: on the amount, the department of the owner, or a field. */
export function ConditionRow({ category, condition, onChange, onRemove }: ConditionRowProps) {
  const text = useText();
  const { fieldName, condition: operator, value, chosen } = condition;
  const optionsOf = (name: string) => category.fields.find((field) => field.fieldName === name)?.options ?? [];
  const operatorsOf = (name: string): readonly SteadyOperator[] =>
    name === 'amount' ? amounts : name === 'department' ? ['in'] : optionsOf(name).length > 0 ? choices : others;
  const begin = (name: string) =>
    onChange({ ...condition, fieldName: name, condition: operatorsOf(name)[0] ?? 'is', value: '', chosen: [] });
  const options = optionsOf(fieldName);
  return (
    <div className={styles['row']}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={fieldName}
        aria-label={text('flow.field')}
        popupMatchSelectWidth={false}
        options={[...usualFacts, ...category.fields.map((field) => field.fieldName)].map((name) => ({
          value: name,
          label: factName(text, category, name),
        }))}
        onChange={begin}
      />
      <Select
        value={operator}
        aria-label={text('flow.operator')}
        popupMatchSelectWidth={false}
        options={operatorsOf(fieldName).map((one) => ({ value: one, label: text(operatorKey(one)) }))}
        onChange={(next) => onChange({ ...condition, condition: next })}
      />
      {takesNoValue(operator) ? (
        <span className={styles['space']} />
      ) : fieldName === 'department' ? (
        <DepartmentPicker
          multiple
          value={chosen.map((one) => ({ deptId: Number(one.value), name: one.name }))}
          onChange={(next) =>
            onChange({ ...condition, chosen: next.map(({ deptId, name }) => ({ value: String(deptId), name })) })
          }
        />
      ) : options.length > 0 ? (
        <Select
          mode="multiple"
          className={styles['value'] ?? ''}
          value={chosen.map((one) => one.value)}
          aria-label={text('flow.value')}
          options={options.map((one) => ({ value: one, label: one }))}
          onChange={(next) => onChange({ ...condition, chosen: next.map((one) => ({ value: one, name: one })) })}
        />
      ) : (
        <Input
          className={styles['value'] ?? ''}
          maxLength={50}
          value={value}
          inputMode={fieldName === 'amount' ? 'decimal' : 'text'}
          aria-label={text('flow.value')}
          onChange={({ target }) => onChange({ ...condition, value: target.value, chosen: [] })}
        />
      )}
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={text('flow.remove_condition')}
        onClick={onRemove}
      />
    </div>
  );
}
