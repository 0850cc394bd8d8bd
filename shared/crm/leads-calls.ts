import { leadsType } from '#shared/crm/leads-type.ts';
import { typeCalls } from '#shared/record/type-calls.ts';

export const leadsCalls = {
  ...typeCalls(leadsType),
};
