import { numbered } from '#server/messages/general-types.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/** Messages about contracts, by the numbers that older clients know. */
export const contractMessages = numbered(contractType, {
  'approval.rejected': 10,
  'approval.passed': 11,
  'approval.asked': 26,
  'team.added': 24,
  'team.left': 30,
  'team.removed': 33,
});
