import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/contracts/instalments/instalments.module.css';
import type { Instalment } from '#shared/crm/plans/periods.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

interface Props {
  readonly instalments: readonly Instalment[];
  /** Number of the first one. */
  readonly first: number;
}

/** The instalments that would be made, and their sum. */
export function InstalmentsPreview({ instalments, first }: Props) {
  const text = useText();
  return (
    <table className={styles['preview']} aria-label={text('plan.instalments')}>
      <thead>
        <tr>
          <th>{text('crm_receivables_plan.num')}</th>
          <th>{text('plan.day')}</th>
          <th>{text('plan.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {instalments.map(({ date, money }, at) => (
          <tr key={first + at}>
            <td>{text('plan.period', { num: first + at })}</td>
            <td>{date}</td>
            <td>{withSeparators(money)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th colSpan={2}>{text('plan.sum')}</th>
          <td>{withSeparators(sumOf(instalments.map(({ money }) => money)))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
