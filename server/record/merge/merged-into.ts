import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * The records merged into one, directly or through others: their history is part of its own. An undone merge does not
 * count, nor does a record restored from the recycle bin.
 */
export async function mergedInto(db: Database, type: RecordType, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive part (id) as (
      select ${id}::bigint
      union
      select gone.record_id from part
      join operation_row stays on stays.record_id = part.id
      join operation o on o.operation_id = stays.operation_id and o.type_code = ${type.code} and o.verb = 'merged'
        and o.undone_time is null and o.details ->> 'targetId' = part.id::text
      join operation_row gone on gone.operation_id = o.operation_id and gone.record_id <> part.id
      where not exists (
        select from ${sql.table(type.table)} r where r.${sql.ref(type.idColumn)} = gone.record_id and r.deleted_at is null)
    )
    select id from part where id <> ${id}`.execute(db);
  return rows.map((row) => row.id);
}
