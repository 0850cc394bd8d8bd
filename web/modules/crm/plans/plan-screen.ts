import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { ownerFigure } from '#web/record/screen-of.ts';
import { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

export const planScreen = crmScreenOf(planType, planCalls, {
  // the main figures (R12.2)
  figures: [
    { label: 'crm_receivables_plan.customer_id', show: (record) => String(record['customerName'] ?? '') },
    { label: 'crm_receivables_plan.money', show: (record) => withSeparators(String(record['money'] ?? '')) },
    { label: 'crm_receivables_plan.return_date', show: (record) => String(record['returnDate'] ?? '') },
    ownerFigure,
  ],
});
