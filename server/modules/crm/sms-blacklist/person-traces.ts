import { sql } from 'kysely';
import '#server/modules/crm/sms-blacklist/tables.ts';
import type { PersonTraces } from '#server/platform/erasure.ts';

/** That a person refuses messages is kept: without it, the next one would be sent. */
export const refusedMessages: PersonTraces = {
  kept: {
    what: 'page.sms_blacklist',
    why: 'erasure.why.refused',
    count: async (db, words) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from sms_blacklist where phone = any(${[...words]}::text[])`.execute(db);
      return rows[0]?.count ?? 0;
    },
  },
};
