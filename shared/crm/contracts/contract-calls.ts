import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const contractCalls = typeCalls(contractType);
