import { sql } from 'kysely';
import { limitTypes, requireRoom } from '#server/modules/crm/customers/pool/limits.ts';
import { daysLeft } from '#server/modules/crm/customers/pool/days-left.ts';
import type { Rules } from '#server/record/registry.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** What is special about customers: they have limits and can be in the pool. */
export const customerRules: Rules = {
  beforeOwn: [(db, ownerUserId, gain) => requireRoom(db, limitTypes.own, ownerUserId, gain)],
  resetOnOwnerChange: () => ({
    followup: sql`0::smallint`,
    owner_since: sql`now()`,
    pool_time: sql`null::timestamptz`,
  }),
  rowExtras: daysLeft,
  onPoolRead: async (db: Database, actor, customerId) => {
    await db.insertInto('pool_view').values({ customer_id: customerId, user_id: actor.userId }).execute();
  },
};
