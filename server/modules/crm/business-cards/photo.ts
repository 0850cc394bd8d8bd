import sharp from 'sharp';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { openToColleagues } from '#server/platform/files/open-file.ts';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const accepted = ['image/png', 'image/jpeg'];

/**
 * Makes an upload of the actor the photo of a card.
 * @throws AppError `access.record` for a file of another person or record, `business_card.photo_large`,
 * `business_card.photo_shape`
 */
export const takePhoto = (db: Database, files: FileStore, actor: Actor, fileId: number): Promise<void> =>
  openToColleagues(db, actor, fileId, async (file) => {
    if (!accepted.includes(file.content_type)) throw new AppError('business_card.photo_shape');
    if (file.size > cardPhoto.maxBytes) throw new AppError('business_card.photo_large');
    const { width, height } = await sharp(files.pathOf(file.storage_key)).metadata();
    if (width !== cardPhoto.width || height !== cardPhoto.height) throw new AppError('business_card.photo_shape');
  });
