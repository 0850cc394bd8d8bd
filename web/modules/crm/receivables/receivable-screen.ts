import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { bookingConfirmed } from '#web/modules/crm/receivables/booking-confirmed.ts';
import { paidLinesPanel } from '#web/modules/crm/receivables/paid-lines.tsx';
import { createTimeFigure, ownerFigure } from '#web/record/screen-of.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

export const receivableScreen = crmScreenOf(receivableType, receivableCalls, {
  beforeSubmit: bookingConfirmed,
  // the main figures (R12.2)
  figures: [
    { label: 'crm_receivables.customer_id', show: (record) => String(record['customerName'] ?? '') },
    { label: 'crm_receivables.money', show: (record) => withSeparators(String(record['money'] ?? '')) },
    ownerFigure,
    createTimeFigure,
  ],
  panels: [paidLinesPanel],
});
