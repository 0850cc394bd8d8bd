import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const opportunityCalls = typeCalls(opportunityType);
