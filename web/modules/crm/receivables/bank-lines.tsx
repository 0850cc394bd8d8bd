import { Button } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm as ask, toast } from '#web/ui/feedback.tsx';
import { bankCalls, type BankLine, type BankMatch } from '#shared/crm/receivables/bank-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './bank-page.module.css';

/** Payments with what they may be for: a person confirms each. */
export function BankLines({ lines }: { readonly lines: readonly BankLine[] }) {
  const text = useText();
  const after = { refreshes: [bankCalls.list], onDone: () => toast.success(textOf('action.done')) };
  const confirm = useAction(bankCalls.confirm, after);
  const setStatus = useAction(bankCalls.setStatus, after);
  const isBusy = confirm.isPending || setStatus.isPending;
  const handleConfirm = async ({ lineId }: BankLine, match: BankMatch) => {
    const { contractId, planId, arrearsId, money, surplus } = match;
    const isOver = surplus !== '0.00';
    if (isOver) {
      const params = { due: withSeparators(money), money: withSeparators(surplus) };
      const okText = text('bank.confirm', { contract: match.contractName });
      if (!(await ask({ title: text('receivable.surplus', params), okText }))) return;
    }
    confirm.mutate({
      lineId,
      contractId,
      planId: planId ?? undefined,
      arrearsId: arrearsId ?? undefined,
      ...(isOver ? { takesSurplus: 1 } : {}),
    });
  };
  const partOf = ({ planNum, arrearsId, surplus }: BankMatch): string => {
    if (surplus !== '0.00') return ` · ${text('bank.with_surplus', { money: withSeparators(surplus) })}`;
    if (arrearsId !== null) return ` · ${text('bank.of_arrears')}`;
    return planNum === '' ? '' : ` · ${text('bank.of_plan', { num: planNum })}`;
  };
  return (
    <ul className={styles['lines']}>
      {lines.map((line) => (
        <li key={line.lineId}>
          <span className={styles['payment']}>
            <strong>{line.payer}</strong>
            <strong>{withSeparators(line.money)}</strong>
          </span>
          <small>
            {[line.paidOn, line.reference, line.summary, line.handledBy].filter((part) => part !== '').join(' · ')}
          </small>
          <span className={styles['matches']}>
            {line.status === 0 && line.matches.length === 0 && <span>{text('bank.no_match')}</span>}
            {line.matches.map((match) => (
              <Button
                key={match.contractId}
                size="small"
                type={match.isExact === 1 ? 'primary' : 'default'}
                disabled={isBusy}
                onClick={() => void handleConfirm(line, match)}
              >
                {text('bank.confirm', { contract: match.contractName })}
                {partOf(match)}
              </Button>
            ))}
            {line.status !== 1 && (
              <Button
                size="small"
                type="text"
                disabled={isBusy}
                onClick={() => setStatus.mutate({ lineId: line.lineId, status: line.status === 0 ? 2 : 0 })}
              >
                {text(line.status === 0 ? 'bank.pass_over' : 'bank.take_back')}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
