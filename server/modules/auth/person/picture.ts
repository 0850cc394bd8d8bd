import type { Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { storeUpload } from '#server/platform/files/files.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Link to a person's picture for one reader (security U7), empty without one. */
export async function pictureOf(db: Database, fileId: number | null, readerId: number): Promise<string> {
  return fileId === null ? '' : (await linkMaker(db, readerId))(fileId);
}

/**
 * Sets a person's picture: the actor's own, or anybody's with `manage:users:userUpdate` (R5.13). Every colleague may
 * read it. Returns its link.
 * @throws AppError `access.denied`, `user.unknown`, `file.*`
 */
export async function changePicture(
  deps: { readonly files: FileStore; readonly db: Kysely<Tables> },
  actor: Actor,
  userId: number,
  upload: Upload,
): Promise<string> {
  if (userId !== actor.userId && !actor.mayDo('manage:users:userUpdate')) throw new AppError('access.denied');
  const user = await deps.db.selectFrom('app_user').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (!user) throw new AppError('user.unknown');
  const { fileId } = await storeUpload(deps, actor, upload, { kind: 'image', shared: true });
  await inTransaction(deps.db, (trx) => replacePicture(trx, userId, fileId));
  return pictureOf(deps.db, fileId, actor.userId);
}

/** The previous picture's row is deleted with the change; the sweeper removes its content (security D7). */
async function replacePicture(db: Database, userId: number, fileId: number): Promise<void> {
  const former = await db
    .selectFrom('app_user')
    .select('img_file_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('app_user').set({ img_file_id: fileId }).where('user_id', '=', userId).execute();
  if (former.img_file_id === null) return;
  const gone = await db
    .deleteFrom('stored_file')
    .where('file_id', '=', former.img_file_id)
    .returning('storage_key')
    .execute();
  if (gone.length === 0) return;
  await db
    .insertInto('file_removal')
    .values(gone)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
