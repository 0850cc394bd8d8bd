import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { disposition } from '#server/platform/files/file-name.ts';
import {
  filesOfBatches,
  listFiles,
  reachFile,
  removeFile,
  removeFilesOfBatch,
  renameFile,
  storeUpload,
} from '#server/platform/files/files.ts';
import { isGoodLink } from '#server/platform/files/links.ts';
import { route, type FileAnswer, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

async function rowOf(db: Database, actor: Actor, fileId: number, batchId: string): Promise<FileRow> {
  const row = (await filesOfBatches(db, actor, [batchId])).get(batchId)?.find((file) => file.fileId === fileId);
  if (!row) throw new AppError('access.record');
  return row;
}

export const fileRoutes = (services: Services): Route[] => [
  route(fileCalls.upload, async ({ db, actor, input, upload }) => {
    if (!upload) throw new AppError('file.missing');
    const kind = input.type === 'img' ? 'image' : 'attachment';
    const { fileId, batchId } = await storeUpload({ files: services.files, db: services.pool.db }, actor, upload, {
      kind,
      batchId: input.batchId,
    });
    return rowOf(db, actor, fileId, batchId);
  }),
  route(fileCalls.ofBatch, async ({ db, actor, input }) => listFiles(db, actor, input.batchId)),
  route(fileCalls.one, async ({ db, actor, input }) => {
    const row = await reachFile(db, actor, input.id, 'read');
    return rowOf(db, actor, row.file_id, row.batch_id);
  }),
  route(fileCalls.remove, async ({ db, actor, input }) => {
    await removeFile(db, actor, input.id);
    return null;
  }),
  route(fileCalls.removeOfBatch, async ({ db, actor, input }) => {
    await removeFilesOfBatch(db, actor, input.batchId);
    return null;
  }),
  route(fileCalls.rename, async ({ db, actor, input }) => {
    await renameFile(db, actor, input.fileId, input.name);
    return null;
  }),
  route(fileCalls.bytes, async ({ db, actor, input }) => bytesOf(services, db, actor, input.fileId)),
  route(fileCalls.download, async ({ db, actor, input }) => {
    if (!(await isGoodLink(db, input, actor.userId))) throw new AppError('access.record');
    return bytesOf(services, db, actor, input.fileId);
  }),
];

/** Only pictures that we have re-encoded may be displayed inside a page (security U3). */
async function bytesOf(services: Services, db: Database, actor: Actor, fileId: number): Promise<FileAnswer> {
  const row = await reachFile(db, actor, fileId, 'read');
  const { stream, size } = await services.files.open(row.storage_key);
  const kind = row.content_type.startsWith('image/') ? 'inline' : 'attachment';
  return { content: stream, contentType: row.content_type, disposition: disposition(kind, row.name), size };
}
