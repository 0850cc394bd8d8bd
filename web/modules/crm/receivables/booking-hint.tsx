import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';
import { bookingAsked } from './booking-asked.ts';
import styles from './booking-hint.module.css';

/** Below the amount: what is due, and what becomes arrears beyond it or is passed by the system. */
export function BookingHint({ field, values }: FieldAidProps) {
  const asked = bookingAsked(values);
  return field.fieldName === 'money' && asked && <Booking asked={asked} />;
}

function Booking({ asked }: { readonly asked: InputOf<typeof receivableCalls.booking> }) {
  const text = useText();
  const { data } = useQuery(callQuery(receivableCalls.booking, asked));
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
