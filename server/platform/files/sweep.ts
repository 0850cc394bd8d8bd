import { sql, type Kysely } from 'kysely';
import '#server/platform/files/tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { removeOldFiles, type FileStore } from '#server/platform/files/file-store.ts';

const orphanHours = 24;
/** Objects are kept for as long as a nightly backup may refer to them. */
const retentionDays = 7;
/** A form that has not been saved by now will not be saved. */
const unattachedDays = 30;
const portion = 500;

export interface SweepDeps {
  readonly files: FileStore;
  readonly db: Kysely<Tables>;
  /** Folder of multipart uploads; what a killed process left there is removed too (security D10). */
  readonly uploadFolder?: string;
  /** Current time in milliseconds; the age of objects is measured against it. */
  readonly now?: number;
}

/**
 * Removes objects without a row (from interrupted uploads, or deleted long enough ago) and the files of batches that
 * were never attached (security D7). Returns how many objects and temporary files were removed. May be repeated and
 * interrupted anywhere.
 */
export async function sweepFiles({ files, db, uploadFolder, now = Date.now() }: SweepDeps): Promise<number> {
  await dropUnattached(db);
  const limit = new Date(now - orphanHours * 3_600_000);
  const temporary =
    (await files.removeUnfinished(limit)) +
    (uploadFolder === undefined ? 0 : await removeOldFiles(uploadFolder, limit));
  return temporary + (await removeDeleted(files, db)) + (await removeOrphans(files, db, limit));
}

/** Rows of files in batches that were never attached; their objects follow after the retention. */
async function dropUnattached(db: Kysely<Tables>): Promise<void> {
  const isOld = sql<boolean>`b.type_code is null and not b.shared and b.create_time < now() - make_interval(days => ${unattachedDays})`;
  // a file that another table refers to, such as that of an import, lives as long as that row
  const { rows: holders } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'stored_file'::regclass`.execute(db);
  const isHeld = holders.map(
    ({ name, column }) => sql`exists (select 1 from ${sql.table(name)} as h where h.${sql.ref(column)} = f.file_id)`,
  );
  const isInUse = sql.join(
    [sql`f.create_time >= now() - make_interval(days => ${unattachedDays})`, ...isHeld],
    sql` or `,
  );
  for (;;) {
    const dropped = await inTransaction(db, async (trx) => {
      const { rows: old } = await sql<{ batch_id: string }>`
        select b.batch_id from file_batch as b
        where ${isOld} and not exists (select 1 from stored_file as f where f.batch_id = b.batch_id and (${isInUse}))
        order by b.batch_id limit ${portion} for update skip locked`.execute(trx);
      if (old.length === 0) return 0;
      const batchIds = old.map((row) => row.batch_id);
      // files that arrived before the lock was taken are recent and stay, with their batch
      const { rows: gone } = await sql<{ storage_key: string }>`
        delete from stored_file where batch_id in (${sql.join(batchIds)})
          and create_time < now() - make_interval(days => ${unattachedDays})
        returning storage_key`.execute(trx);
      if (gone.length > 0)
        await trx
          .insertInto('file_removal')
          .values(gone)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await sql`
        delete from file_batch as b where b.batch_id in (${sql.join(batchIds)})
          and not exists (select 1 from stored_file as f where f.batch_id = b.batch_id)`.execute(trx);
      return old.length;
    });
    if (dropped < portion) return;
  }
}

/** Objects whose rows are gone for longer than backups are kept. */
async function removeDeleted(files: FileStore, db: Kysely<Tables>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows } = await sql<{ storage_key: string }>`
      select r.storage_key from file_removal as r
      where r.removed_at < now() - make_interval(days => ${retentionDays})
        and not exists (select 1 from stored_file as f where f.storage_key = r.storage_key)
      limit ${portion}`.execute(db);
    if (rows.length === 0) return removed;
    const keys = rows.map((row) => row.storage_key);
    for (const key of keys) await files.remove(key);
    await db.deleteFrom('file_removal').where('storage_key', 'in', keys).execute();
    removed += keys.length;
  }
}

/** Objects that never got a row. */
async function removeOrphans(files: FileStore, db: Kysely<Tables>, limit: Date): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const removeUnnamed = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key
      where not exists (select 1 from stored_file as f where f.storage_key = key)
        and not exists (select 1 from file_removal as r where r.storage_key = key)`.execute(db);
    for (const { key } of rows) await files.remove(key);
    removed += rows.length;
    keys = [];
  };
  for await (const { key, modifiedAt } of files.list()) {
    if (modifiedAt >= limit) continue;
    keys.push(key);
    if (keys.length === portion) await removeUnnamed();
  }
  if (keys.length > 0) await removeUnnamed();
  return removed;
}
