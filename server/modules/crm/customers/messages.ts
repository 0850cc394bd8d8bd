import { numbered } from '#server/messages/general-types.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** Messages about customers, by the numbers that older clients know. */
export const customerMessages = numbered(customerType, { 'team.added': 23, 'team.left': 29, 'team.removed': 32 });
