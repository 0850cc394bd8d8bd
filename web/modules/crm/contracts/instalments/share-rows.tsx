import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { shareTotal } from '#web/modules/crm/contracts/instalments/instalments.ts';
import styles from '#web/modules/crm/contracts/instalments/instalments.module.css';
import { mostPeriods } from '#shared/crm/plans/plan-calls.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';

interface Props {
  readonly shares: readonly string[];
  /** Number of the first instalment. */
  readonly first: number;
  readonly onChange: (shares: readonly string[]) => void;
}

/** The share of each instalment in per cent, and what they come to. */
export function ShareRows({ shares, first, onChange }: Props) {
  const text = useText();
  const total = shareTotal(shares);
  return (
    <fieldset className={styles['shares']}>
      <legend>{text('plan.shares')}</legend>
      {shares.map((share, at) => (
        // shares have no identity but their place
        <div key={at}>
          <span>{text('plan.period', { num: first + at })}</span>
          <Input
            inputMode="decimal"
            maxLength={6}
            suffix="%"
            aria-label={text('plan.share_of', { num: first + at })}
            value={share}
            onChange={({ target }) => onChange(shares.with(at, target.value.trim()))}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={text('plan.share_remove', { num: first + at })}
            disabled={shares.length === 1}
            onClick={() => onChange(shares.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={shares.length >= mostPeriods}
          onClick={() => onChange([...shares, ''])}
        >
          {text('plan.share_add')}
        </Button>
        <output data-wrong={total === null || compared(total, '100') !== 0 || undefined}>
          {text('plan.share_total', { total: total ?? '?' })}
        </output>
      </div>
    </fieldset>
  );
}
