import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';
import { bookingAsked, surplusOf } from './booking-asked.ts';
import styles from './booking-hint.module.css';

/** Below the amount: what is due, and what becomes arrears or credit beyond it or is passed by the system. */
export function BookingHint({ field, values }: FieldAidProps) {
  const asked = bookingAsked(values);
  return field.fieldName === 'money' && asked && <Booking asked={asked} />;
}

function Booking({ asked }: { readonly asked: InputOf<typeof receivableCalls.booking> }) {
  const text = useText();
  // what vanished for a moment would move the buttons below from under the finger
  const { data } = useQuery({ ...callQuery(receivableCalls.booking, asked), placeholderData: keepPreviousData });
  if (!data) return null;
  const surplus = surplusOf(data);
  return (
    <p className={styles['hint']} role="status">
      {data.due !== '' && text('receivable.due', { due: withSeparators(data.due) })}
      {!['', '0.00'].includes(data.remainder) && (
        <strong>{text('receivable.remainder', { money: withSeparators(data.remainder) })}</strong>
      )}
      {surplus && <strong>{text('receivable.surplus', surplus)}</strong>}
      {data.passes === 1 && <strong>{text('receivable.coupon_passes')}</strong>}
    </p>
  );
}
