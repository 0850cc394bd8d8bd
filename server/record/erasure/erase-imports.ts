import { sql, type RawBuilder } from 'kysely';
import '#server/record/import/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { removeStoredFiles } from '#server/platform/files/files.ts';
import { mendsKey } from '#server/record/import/input/mends.ts';

/** Rows of imports, `i` of the import `t`, lose their cells, and finished imports of which one is the sheet. */
export async function eraseImports(db: Database, rows: RawBuilder<boolean>): Promise<void> {
  const { rows: tasks } = await sql<{ importId: number; fileId: number | null }>`
    with emptied as (
      update import_row i set cells = '[]', params = '{}', further = null from import_task t
      where t.import_id = i.import_id and ${rows} returning i.import_id
    )
    select t.import_id as "importId", t.file_id as "fileId" from import_task t
    where t.import_id in (select import_id from emptied) and t.finish_time is not null for update`.execute(db);
  if (tasks.length === 0) return;
  await sql`
    update import_task set file_id = null, mapping = mapping - ${mendsKey}::text
    where import_id = any(${tasks.map(({ importId }) => importId)}::bigint[])`.execute(db);
  await removeStoredFiles(
    db,
    tasks.flatMap(({ fileId }) => fileId ?? []),
  );
}
