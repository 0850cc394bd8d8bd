import { Input, InputNumber, Radio, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { TypedInstalments } from '#web/modules/crm/contracts/instalments/instalments.ts';
import styles from '#web/modules/crm/contracts/instalments/instalments.module.css';
import { ShareRows } from '#web/modules/crm/contracts/instalments/share-rows.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import { useFieldOptions } from '#web/record/field-types/use-field-options.ts';
import { mostPeriods } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';

interface Props {
  readonly value: TypedInstalments;
  /** Number of the first instalment. */
  readonly first: number;
  readonly onChange: (changed: Partial<TypedInstalments>) => void;
}

export function InstalmentsFields({ value, first, onChange }: Props) {
  const text = useText();
  const methods = useFieldOptions(planType, 'return_type');
  const number = (key: 'count' | 'months' | 'remind', min: number, max: number) => (
    <InputNumber
      min={min}
      max={max}
      precision={0}
      inputMode="numeric"
      value={value[key]}
      onChange={(typed) => onChange({ [key]: typed })}
    />
  );
  return (
    <>
      <Radio.Group
        className={styles['split'] ?? ''}
        aria-label={text('plan.split')}
        value={value.split}
        onChange={({ target }) => onChange({ split: target.value === 'shares' ? 'shares' : 'even' })}
        options={[
          { value: 'even', label: text('plan.split_even') },
          { value: 'shares', label: text('plan.split_shares') },
        ]}
      />
      {value.split === 'shares' && (
        <ShareRows shares={value.shares} first={first} onChange={(shares) => onChange({ shares })} />
      )}
      <div className={styles['fields']}>
        {value.split === 'even' && (
          <ActionField label={text('plan.count')}>{number('count', 1, mostPeriods)}</ActionField>
        )}
        <ActionField label={text('plan.first_date')}>
          <DayInput value={value.firstDate} onChange={(firstDate) => onChange({ firstDate })} />
        </ActionField>
        <ActionField label={text('plan.months_apart')}>{number('months', 0, mostMonths)}</ActionField>
        <ActionField label={text('crm_receivables_plan.return_type')}>
          <Select
            {...methods}
            value={methods.loading ? undefined : value.returnType}
            onChange={(returnType) => onChange({ returnType })}
          />
        </ActionField>
        <ActionField label={text('crm_receivables_plan.remind')}>{number('remind', 0, mostDays)}</ActionField>
      </div>
      <ActionField label={text('crm_receivables_plan.remark')}>
        <Input.TextArea
          rows={2}
          maxLength={1000}
          value={value.remark}
          onChange={({ target }) => onChange({ remark: target.value })}
        />
      </ActionField>
    </>
  );
}

/** As the call takes them. */
const mostMonths = 24;
const mostDays = 365;
