import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/invoices/left-hint.module.css';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { isEmptyLine, type FormLine } from '#web/record/lines/form-lines.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** The id of the chosen contract, as form values have it. */
function contractIn(values: FormValues): number | undefined {
  const value = values['contract_id'];
  const chosen: unknown = Array.isArray(value) ? (value[0] as { contractId?: unknown } | undefined)?.contractId : value;
  const id = Number(chosen);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Below the amount: what of the contract is left, and that lines give the amount. */
export function LeftHint({ field, values }: FieldAidProps) {
  const contractId = contractIn(values);
  const text = useText();
  if (field.fieldName !== 'money') return null;
  const lines = values[invoiceType.lines.key] as readonly FormLine[] | undefined;
  const hasLines = lines?.some((line) => !isEmptyLine(line)) === true;
  return (
    <div className={styles['hint']} role="status">
      {contractId !== undefined && <Left contractId={contractId} />}
      {hasLines && <span>{text('invoice.money_of_lines')}</span>}
    </div>
  );
}

function Left({ contractId }: { readonly contractId: number }) {
  const text = useText();
  const { data } = useQuery({ ...callQuery(invoiceCalls.left, { contractId }), retry: false });
  if (!data) return null;
  if (data.isInForce === 0) return <strong>{text('invoice.contract_waits')}</strong>;
  return (
    <span>{text('invoice.left', { money: withSeparators(data.contractMoney), left: withSeparators(data.left) })}</span>
  );
}
