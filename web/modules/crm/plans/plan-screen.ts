import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';

export const planScreen = crmScreenOf(planType, planCalls);
