import sharp from 'sharp';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { claimBatch, newBatchId } from '#server/platform/files/batches.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { reachFile } from '#server/platform/files/files.ts';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const accepted = ['image/png', 'image/jpeg'];

/**
 * Makes an upload of the actor the photo of a card: every colleague may read it from then on, and nobody removes it. It is
 * judged by what the store holds, which was drawn anew when it came.
 * @throws AppError `access.record` for a file of another person or record, `business_card.photo_large`,
 * `business_card.photo_shape`
 */
export async function takePhoto(db: Database, files: FileStore, actor: Actor, fileId: number): Promise<void> {
  const file = await reachFile(db, actor, fileId, 'write');
  const former = await claimBatch(db, actor, file.batch_id);
  if (former.type_code !== null) throw new AppError('access.record');
  if (!accepted.includes(file.content_type)) throw new AppError('business_card.photo_shape');
  if (file.size > cardPhoto.maxBytes) throw new AppError('business_card.photo_large');
  const { width, height } = await sharp(files.pathOf(file.storage_key)).metadata();
  if (width !== cardPhoto.width || height !== cardPhoto.height) throw new AppError('business_card.photo_shape');
  // a batch of its own, so that nothing else in the former one is opened to colleagues
  const batchId = newBatchId();
  await claimBatch(db, actor, batchId, true);
  await db.updateTable('stored_file').set({ batch_id: batchId }).where('file_id', '=', fileId).execute();
}
