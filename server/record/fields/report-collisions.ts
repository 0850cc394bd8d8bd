import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import { recordModules } from '#server/record/registry.ts';

/**
 * Reports records whose unique value is another's but for width and what is not seen (migration 0048), one line a
 * field, until one of them is renamed, merged or deleted.
 */
export async function reportCollisions(db: Database, log: Log): Promise<void> {
  for (const { type } of recordModules()) {
    const { rows } = await sql<{ field_name: string; ids: number[] }>`
      select f.field_name, jsonb_agg(c.record_id order by c.record_id) as ids
      from unique_collision c join record_field f using (field_id)
      join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = c.record_id
      where f.type_code = ${type.code} and r.deleted_at is null
        and not exists (select from unique_value u where u.field_id = c.field_id and u.record_id = c.record_id)
      group by f.field_name order by f.field_name`.execute(db);
    for (const { field_name: field, ids } of rows)
      log.warn(
        { type: type.name, field, ids },
        'these records have a unique value that another has, written otherwise',
      );
  }
}
