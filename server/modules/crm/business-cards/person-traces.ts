import { sql } from 'kysely';
import '#server/modules/crm/business-cards/tables.ts';
import type { PersonTraces } from '#server/platform/erasure.ts';
import { removeStoredFiles } from '#server/platform/files/files.ts';

/** The cards of people of the staff, with their photos. */
export const cardTraces: PersonTraces = {
  ofStaff: async (db, { userIds }) => {
    const { rows } = await sql<{ photo: number | null }>`
      delete from business_card where user_id = any(${[...userIds]}::int[]) returning photo_file_id as photo`.execute(
      db,
    );
    await removeStoredFiles(
      db,
      rows.flatMap(({ photo }) => photo ?? []),
    );
  },
};
