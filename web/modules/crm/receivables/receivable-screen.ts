import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { bookingConfirmed } from '#web/modules/crm/receivables/booking-confirmed.ts';
import { paidLinesPanel } from '#web/modules/crm/receivables/paid-lines.tsx';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

export const receivableScreen = crmScreenOf(receivableType, receivableCalls, {
  beforeSubmit: bookingConfirmed,
  panels: [paidLinesPanel],
});
