import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Radio, Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { TypedInstalments } from '#web/modules/crm/contracts/instalments/instalments.ts';
import styles from '#web/modules/crm/contracts/instalments/instalments.module.css';
import { ShareRows } from '#web/modules/crm/contracts/instalments/share-rows.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { optionOf } from '#web/record/cells/field-options.ts';
import { mostPeriods } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

interface Props {
  readonly value: TypedInstalments;
  /** Number of the first instalment. */
  readonly first: number;
  readonly onChange: (changed: Partial<TypedInstalments>) => void;
}

export function InstalmentsFields({ value, first, onChange }: Props) {
  const text = useText();
  const form = useQuery(callQuery(fieldCalls.form, { label: planType.code }));
  const methods = (form.data?.find(({ fieldName }) => fieldName === 'return_type')?.setting ?? []).map(optionOf);
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
          <Input type="date" value={value.firstDate} onChange={({ target }) => onChange({ firstDate: target.value })} />
        </ActionField>
        <ActionField label={text('plan.months_apart')}>{number('months', 0, mostMonths)}</ActionField>
        <ActionField label={text('crm_receivables_plan.return_type')}>
          <Select
            loading={form.isPending}
            value={methods.length === 0 ? undefined : value.returnType}
            onChange={(returnType) => onChange({ returnType })}
            options={methods}
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
