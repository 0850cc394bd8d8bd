import { sql } from 'kysely';
import '#server/platform/files/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';

const orphanHours = 24;
/** Objects stay as long as a nightly backup may still name them. */
const retentionDays = 7;

/** Removes objects that no row names: left behind by interrupted uploads, or deleted long enough ago (security D7). */
export async function sweepFiles({ files, db, now = Date.now() }: { files: FileStore; db: Database; now?: number }): Promise<number> {
  let removed = 0;
  const old = await sql<{ storage_key: string }>`
    select storage_key from file_removal where removed_at < now() - make_interval(days => ${retentionDays})`.execute(db);
  for (const { storage_key: key } of old.rows) {
    await files.remove(key);
    await db.deleteFrom('file_removal').where('storage_key', '=', key).execute();
    removed += 1;
  }
  for await (const { key, modifiedAt } of files.list()) {
    if (now - modifiedAt.getTime() < orphanHours * 3_600_000) continue;
    const { rows } = await sql<{ one: number }>`
      select 1 as one from stored_file where storage_key = ${key} union all select 1 from file_removal where storage_key = ${key}`.execute(db);
    if (rows.length > 0 || !/^[0-9a-f]{48}$/.test(key)) continue;
    await files.remove(key);
    removed += 1;
  }
  return removed;
}
