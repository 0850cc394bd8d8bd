import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** The group of stages that figures are about unless one is asked for: the oldest in use, or else the oldest; null for none. */
export async function firstStageGroup(db: Database): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select type_id as id from business_type order by status desc, type_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
