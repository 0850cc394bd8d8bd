import { sql } from 'kysely';
import '#server/modules/admin/staff-sheets/tables.ts';
import type { PersonTraces } from '#server/platform/erasure.ts';

/** What imports of staff keep for their undo. */
export const staffSheetTraces: PersonTraces = {
  ofStaff: async (db, { words }) => {
    await sql`
      update staff_import set made = json_without_words(made, ${[...words]}::text[]),
        changed = json_without_words(changed, ${[...words]}::text[])
      where exists (select from unnest(${[...words]}::text[]) as word where strpos(concat(made, changed), word) > 0)`.execute(
      db,
    );
  },
};
