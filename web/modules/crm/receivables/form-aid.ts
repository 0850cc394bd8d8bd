import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Says what a receivable comes to while it is typed. */
export const bookingAid: FormAid = {
  key: 'booking',
  types: ['crm_receivables'],
  Below: lazyOverlay(() => import('#web/modules/crm/receivables/booking-hint.tsx'), 'BookingHint'),
};
