import { numbered } from '#server/messages/general-types.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

/** Messages about receivables, by the numbers that older clients know. */
export const receivableMessages = numbered(receivableType, {
  'approval.rejected': 12,
  'approval.passed': 13,
  'approval.asked': 27,
});
