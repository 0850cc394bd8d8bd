import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countRequests } from './queries.ts';

/** Requests for the to-do page: those to decide, and the own ones with news. */
export const rightsToDo = {
  counter: 'rightsRequest',
  count: async (db: Database, actor: Actor): Promise<number | null> => {
    const { waiting, decided } = await countRequests(db, actor);
    return waiting + decided > 0 ? waiting + decided : null;
  },
};
