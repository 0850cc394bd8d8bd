import { numbered } from '#server/messages/general-types.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** Messages about opportunities, by the numbers that older clients know. */
export const opportunityMessages = numbered(opportunityType, { 'team.added': 22, 'team.left': 28, 'team.removed': 31 });
