import { sql } from 'kysely';
import { dueParts, isFollowedUp, recordToDo, type ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

/** Leads that their owner has not followed up yet; in the queue also those whose contact is due (R20.3). */
export const leadsToDo: ToDoModule = {
  kinds: [recordToDo('followLeads', async (_db, _actor, state) => isFollowedUp(state))],
  run: [
    ...dueParts(leadsType),
    {
      reason: 'new',
      type: leadsType,
      wanted: async () => ({ where: isFollowedUp(1), at: sql`r.create_time` }),
    },
  ],
};
