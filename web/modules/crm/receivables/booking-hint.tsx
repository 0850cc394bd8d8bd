import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { paymentMethodField } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './booking-hint.module.css';

/** The id of a chosen record, as form values have it. */
const idIn = (values: FormValues, fieldName: string, key: string): number | undefined => {
  const value = values[fieldName];
  const chosen: unknown = Array.isArray(value) ? value[0]?.[key as never] : value;
  const id = Number(chosen);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** Below the amount: what is due, and what becomes arrears beyond it or is passed by the system. */
export function BookingHint({ field, values }: FieldAidProps) {
  const contractId = idIn(values, 'contract_id', 'contractId');
  if (field.fieldName !== 'money' || contractId === undefined) return null;
  return <Booking contractId={contractId} values={values} />;
}

function Booking({ contractId, values }: { readonly contractId: number; readonly values: FormValues }) {
  const text = useText();
  const { data } = useQuery(
    callQuery(receivableCalls.booking, {
      contractId,
      planId: idIn(values, 'plan_id', 'planId'),
      money: String(values['money'] ?? ''),
      method: String(values[paymentMethodField] ?? ''),
    }),
  );
  if (!data) return null;
  return (
    <p className={styles['hint']} role="status">
      {data.due !== '' && text('receivable.due', { due: withSeparators(data.due) })}
      {!['', '0.00'].includes(data.remainder) && (
        <strong>{text('receivable.remainder', { money: withSeparators(data.remainder) })}</strong>
      )}
      {data.passes === 1 && <strong>{text('receivable.coupon_passes')}</strong>}
    </p>
  );
}
