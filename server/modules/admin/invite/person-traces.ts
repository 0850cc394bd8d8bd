import { sql } from 'kysely';
import '#server/modules/admin/invite/tables.ts';
import type { PersonTraces } from '#server/platform/erasure.ts';

/** What somebody wrote who asked to join. */
export const applicationTraces: PersonTraces = {
  ofStaff: async (db, { userIds, words }) => {
    await sql`
      delete from invite_application
      where user_id = any(${[...userIds]}::int[]) or username = any(${[...words]}::text[])`.execute(db);
  },
};
