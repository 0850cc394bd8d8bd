import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { requireStorage } from '#server/platform/files/usage.ts';

/** A batch whose files are copied, and the batch that gets the copies. */
export interface BatchCopy {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies files into other batches, keeping their times. The copies belong to the actor and count against the actor's
 * quota, so nobody fills another person's (security U6). Callers have checked that the files may be read and the
 * batches written. The sweeper removes what a rollback leaves in the store.
 * @throws AppError `file.batch_full`, `file.quota`
 */
export async function copyFiles(
  store: { readonly files: FileStore; readonly folder: string },
  db: Database,
  actor: Actor,
  copies: readonly BatchCopy[],
): Promise<void> {
  if (copies.length === 0) return;
  const targets = new Map(copies.map(({ from, to }) => [from, to]));
  const rows = await db
    .selectFrom('stored_file')
    .selectAll()
    .where('batch_id', 'in', [...targets.keys()])
    .orderBy('file_id')
    .execute();
  // nobody may have uploaded anything yet
  if (rows.length > 0) await mkdir(store.folder, { recursive: true, mode: 0o700 });
  for (const { file_id: _id, storage_key: key, batch_id: from, ...row } of rows) {
    const to = targets.get(from) ?? '';
    await requireStorage(db, actor.userId, to, row.size, true);
    // the object first, then its row (security D7)
    const copy = await copyObject(store, key);
    await db
      .insertInto('stored_file')
      .values({ ...row, batch_id: to, storage_key: copy, create_user_id: actor.userId })
      .execute();
  }
}

/** Objects never change, so copies can be hard links where the file system has them. */
async function copyObject({ files, folder }: { files: FileStore; folder: string }, key: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.copy`);
  try {
    await link(files.pathOf(key), path);
  } catch {
    await copyFile(files.pathOf(key), path);
  }
  return files.put(path);
}
