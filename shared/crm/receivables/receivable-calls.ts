import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const receivableCalls = typeCalls(receivableType);
