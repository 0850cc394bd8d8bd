import { call } from '#web/lib/http/client.ts';
import type { BeforeSubmit } from '#web/record/approval/form/submit-check.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { bookingAsked, surplusOf } from './booking-asked.ts';

/**
 * What a payment leaves open of its plan becomes arrears, and what is beyond its contract credit, which is confirmed; one by
 * coupon in full needs nobody.
 */
export const bookingConfirmed: BeforeSubmit = async ({ values }) => {
  const asked = bookingAsked(values);
  if (!asked) return {};
  // a refusal has been reported
  const booking = await call(receivableCalls.booking, asked).catch(() => null);
  if (!booking) return null;
  const { remainder, passes } = booking;
  const surplus = surplusOf(booking);
  return {
    ...(surplus ? { entity: { takesSurplus: 1 } } : {}),
    passesItself: passes === 1,
    questions: [
      ...(remainder === '0.00'
        ? []
        : [{ message: 'receivable.remainder', params: { money: withSeparators(remainder) } } as const]),
      ...(surplus ? [{ message: 'receivable.surplus', params: surplus } as const] : []),
      ...(passes === 1 ? [{ message: 'receivable.coupon_passes' } as const] : []),
    ],
  };
};
