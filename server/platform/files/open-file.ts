import type { Selectable } from 'kysely';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { claimBatch, newBatchId } from '#server/platform/files/batches.ts';
import { reachFile } from '#server/platform/files/files.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Gives an upload of the actor to the company: every colleague may read it from then on, and nobody removes it. `check`
 * throws for a file that is not wanted; it is judged by what the store holds, which was drawn anew when it came.
 * @throws AppError `access.record` for a file of another person or record
 */
export async function openToColleagues(
  db: Database,
  actor: Actor,
  fileId: number,
  check: (file: Selectable<Tables['stored_file']>) => Promise<void> | void,
): Promise<void> {
  const file = await reachFile(db, actor, fileId, 'write');
  const former = await claimBatch(db, actor, file.batch_id);
  if (former.type_code !== null) throw new AppError('access.record');
  await check(file);
  // a batch of its own, so that nothing else in the former one is opened to colleagues
  const batchId = newBatchId();
  await claimBatch(db, actor, batchId, true);
  await db.updateTable('stored_file').set({ batch_id: batchId }).where('file_id', '=', fileId).execute();
}
