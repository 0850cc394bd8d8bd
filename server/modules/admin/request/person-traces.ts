import { sql } from 'kysely';
import type { PersonTraces } from '#server/platform/erasure.ts';

/** What was asked for about somebody. */
export const requestTraces: PersonTraces = {
  ofStaff: async (db, { words }) => {
    await sql`
      update rights_request set changes = json_without_words(changes, ${[...words]}::text[]),
        gains = json_without_words(gains, ${[...words]}::text[])
      where exists (select from unnest(${[...words]}::text[]) as word where strpos(concat(changes, gains), word) > 0)`.execute(
      db,
    );
  },
};
