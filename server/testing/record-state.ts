import { sql } from 'kysely';
import type { Company } from '#server/testing/company.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** All that a record is, without the counter of its changes, with its team; null when there is none. */
export async function recordState(company: Company, type: RecordType, id: number): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select (to_jsonb(r) - 'version') || jsonb_build_object('team', (
      select jsonb_agg(jsonb_build_array(user_id, power) order by user_id) from record_team
      where type_code = ${type.code} and record_id = ${id})) as state
    from ${sql.table(type.table)} as r where ${sql.ref(type.idColumn)} = ${id}`.execute(company.db);
  return rows[0]?.state ?? null;
}

/** What the log says of a record, the oldest first. */
export async function recordEventsOf(company: Company, type: RecordType, id: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from event where type_code = ${type.code} and record_id = ${id} order by event_id`.execute(company.db);
  return rows.map((row) => row.type.slice(type.name.length + 1));
}
