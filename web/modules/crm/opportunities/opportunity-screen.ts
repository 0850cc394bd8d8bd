import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

export const opportunityScreen = crmScreenOf(opportunityType, opportunityCalls);
