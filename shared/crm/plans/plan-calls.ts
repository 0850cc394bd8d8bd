import { planType } from '#shared/crm/plans/plan-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const planCalls = typeCalls(planType);
