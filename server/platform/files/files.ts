import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { claimBatch, findBatch, mayUse, reachBatch } from '#server/platform/files/batches.ts';
import { cleanFileName, extensionOf, hasDangerousExtension } from '#server/platform/files/file-name.ts';
import { kindOf, redraw } from '#server/platform/files/file-kinds.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { requireStorage } from '#server/platform/files/usage.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import { uploadLimits, type UploadKind } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface Stored {
  readonly fileId: number;
  readonly batchId: string;
  readonly name: string;
  readonly size: number;
  readonly storageKey: string;
}

export interface UploadOptions {
  /** The accepted uploads (security U1). */
  readonly kind: UploadKind;
  /** The batch to add to; a new one if unset. */
  readonly batchId?: string | undefined;
  /** A new batch that every colleague may read. */
  readonly shared?: boolean;
  /** Overrides the limit of the kind. */
  readonly maxBytes?: number | undefined;
  /** Where clients list it: among pictures or files; by default according to `kind`. */
  readonly fileType?: 'img' | 'file';
}

/**
 * Stores an upload: the object is made durable first, then its row is written (security D7). Pictures are re-encoded;
 * other files are stored unchanged.
 * @throws AppError `file.*`, `access.record` for a batch that the actor may not write to
 */
export async function storeUpload(
  deps: { readonly files: FileStore; readonly db: Kysely<Tables> },
  actor: Actor,
  upload: Upload,
  options: UploadOptions,
): Promise<Stored> {
  const placed = await placeUpload(deps, actor, upload, options);
  try {
    return await inTransaction(deps.db, (trx) => recordUpload(trx, actor, placed));
  } catch (error) {
    // our own refusals have certainly rolled back; after any other error the row may exist, and the sweeper decides
    if (error instanceof AppError) await deps.files.remove(placed.storageKey);
    throw error;
  }
}

/** An upload in the store that no row refers to yet. */
export interface PlacedUpload extends Omit<Content, 'path'> {
  readonly batchId: string;
  readonly storageKey: string;
  readonly options: UploadOptions;
}

/**
 * First step of `storeUpload`, for callers that run the second in their own transaction; a caller that does not must
 * remove the object.
 */
export async function placeUpload(
  { files, db }: { readonly files: FileStore; readonly db: Kysely<Tables> },
  actor: Actor,
  upload: Upload,
  options: UploadOptions,
): Promise<PlacedUpload> {
  const batchId = options.batchId ?? randomUUID();
  if (!isBatchId(batchId)) throw new AppError('input.field', { parameter: 'batchId' });
  // checked here so that a refused upload leaves nothing in the store (security A12), and again where it is binding
  const batch = await findBatch(db, batchId);
  if (batch && !(await mayUse(db, actor, batch, 'write'))) throw new AppError('access.record');
  await requireStorage(db, actor.userId, batchId, upload.size, false);
  const drawn = `${upload.path}.drawn`;
  try {
    const { path, ...content } = await prepare(upload, drawn, options);
    return { ...content, batchId, storageKey: await files.put(path), options };
  } finally {
    await rm(drawn, { force: true });
  }
}

/** Second step of `storeUpload`: inserts the file's row, if the quota allows it. */
export async function recordUpload(trx: Database, actor: Actor, placed: PlacedUpload): Promise<Stored> {
  const { batchId, storageKey, name, size, options } = placed;
  await claimBatch(trx, actor, batchId, options.shared);
  await requireStorage(trx, actor.userId, batchId, size, true);
  const { file_id: fileId } = await trx
    .insertInto('stored_file')
    .values({
      batch_id: batchId,
      name,
      size,
      content_type: placed.contentType,
      file_type: options.fileType ?? (options.kind === 'image' ? 'img' : 'file'),
      storage_key: storageKey,
      sha256: placed.sha256,
      create_user_id: actor.userId,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return { fileId, batchId, name, size, storageKey };
}

interface Content {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly contentType: string;
}

/** Checks size, name and type; a picture is at `drawn` afterwards. */
async function prepare(upload: Upload, drawn: string, options: UploadOptions): Promise<Content> {
  if (upload.size === 0) throw new AppError('file.empty');
  requireSize(upload, options.maxBytes ?? uploadLimits[options.kind]);
  const name = cleanFileName(upload.name);
  const kind = await kindOf(upload.path, name, options.kind);
  if (!kind.isPicture)
    return { path: upload.path, name, size: upload.size, sha256: upload.sha256, contentType: kind.contentType };
  requireSize(upload, uploadLimits.image);
  const { contentType, extension } = await redraw(upload.path, drawn, kind.contentType);
  const newName =
    extension === undefined ? name : cleanFileName(`${name.slice(0, name.lastIndexOf('.') + 1)}${extension}`);
  return { path: drawn, name: newName, size: (await stat(drawn)).size, sha256: await hashOf(drawn), contentType };
}

function requireSize(upload: Upload, maxBytes: number): void {
  if (upload.size > maxBytes) throw new AppError('file.too_large', { megabytes: maxBytes / 1048576 });
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/**
 * From now on access to the batch follows the record, which the caller has checked; follow-ups name the record they
 * belong to.
 * @throws AppError `access.record` for a batch of another person or of another record (security A5)
 */
export async function attachBatch(
  db: Database,
  actor: Actor,
  batchId: string,
  to: { readonly typeCode: number; readonly recordId: number; readonly isNew?: true },
): Promise<void> {
  const batch = await claimBatch(db, actor, batchId);
  if (!to.isNew && batch.type_code === to.typeCode && batch.record_id === to.recordId) return;
  if (batch.type_code !== null) throw new AppError('access.record');
  await db
    .updateTable('file_batch')
    .set({ type_code: to.typeCode, record_id: to.recordId })
    .where('batch_id', '=', batchId)
    .execute();
}

const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes}B`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)}KB`
      : `${(bytes / 1024 ** 2).toFixed(1)}MB`;

/**
 * Files by batch, with links for the actor. The caller has checked that the actor may see the records of the batches.
 */
export async function filesOfBatches(
  db: Database,
  actor: Actor,
  batchIds: readonly string[],
): Promise<Map<string, FileRow[]>> {
  const files = new Map<string, FileRow[]>();
  if (batchIds.length === 0) return files;
  const rows = await db
    .selectFrom('stored_file')
    .selectAll()
    .where('batch_id', 'in', [...batchIds])
    .orderBy('file_id')
    .execute();
  if (rows.length === 0) return files;
  const names = await directoryOf(db, actor.rights.version);
  const link = await linkMaker(db, actor.userId);
  for (const row of rows) {
    const url = link(row.file_id);
    const file: FileRow = {
      fileId: row.file_id,
      batchId: row.batch_id,
      name: row.name,
      size: sizeText(row.size),
      createUserId: row.create_user_id,
      createUserName: names.user(row.create_user_id) ?? '',
      createTime: row.create_time,
      filePath: url,
      url,
      fileType: row.file_type,
    };
    const list = files.get(row.batch_id);
    if (list) list.push(file);
    else files.set(row.batch_id, [file]);
  }
  return files;
}

/** Files of a batch that the actor may read. */
export async function listFiles(db: Database, actor: Actor, batchId: string): Promise<FileRow[]> {
  await reachBatch(db, actor, batchId, 'read');
  return (await filesOfBatches(db, actor, [batchId])).get(batchId) ?? [];
}

/** The row of a file if the actor can reach it; missing and out of reach look the same. */
export async function reachFile(db: Database, actor: Actor, fileId: number, need: 'read' | 'write') {
  const row = await db.selectFrom('stored_file').selectAll().where('file_id', '=', fileId).executeTakeFirst();
  if (!row) throw new AppError('access.record');
  await reachBatch(db, actor, row.batch_id, need);
  return row;
}

/** Renames a file; its content does not change, so its extension is kept. */
export async function renameFile(db: Database, actor: Actor, fileId: number, rawName: string): Promise<void> {
  const row = await reachFile(db, actor, fileId, 'write');
  const name = cleanFileName(rawName);
  const extension = extensionOf(row.name);
  const kept = extension === '' || extensionOf(name) === extension ? name : cleanFileName(`${name}.${extension}`);
  if (hasDangerousExtension(kept)) throw new AppError('file.name');
  await db.updateTable('stored_file').set({ name: kept }).where('file_id', '=', fileId).execute();
}

export async function removeFile(db: Database, actor: Actor, fileId: number): Promise<void> {
  await reachFile(db, actor, fileId, 'write');
  await removeStoredFiles(db, [fileId]);
  await audit(db, {
    userId: actor.userId,
    what: 'file.delete',
    subject: `file ${fileId}`,
    result: 'done',
    address: actor.address,
  });
}

/** Removes all files of a batch; the batch stays with its record. */
export async function removeFilesOfBatch(db: Database, actor: Actor, batchId: string): Promise<void> {
  await reachBatch(db, actor, batchId, 'write');
  await dropFilesOfBatch(db, actor, batchId);
}

/** As `removeFilesOfBatch`, for callers that have done their own permission check. */
export async function dropFilesOfBatch(db: Database, actor: Actor, batchId: string): Promise<void> {
  const rows = await db.selectFrom('stored_file').select('file_id').where('batch_id', '=', batchId).execute();
  await dropFiles(db, actor, `batch ${batchId}`, rows);
}

/** All files of records, including those of their follow-ups; the same callers as `dropFilesOfBatch`. */
export async function dropFilesOfRecords(
  db: Database,
  actor: Actor,
  typeCode: number,
  recordIds: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('stored_file as f')
    .innerJoin('file_batch as b', 'b.batch_id', 'f.batch_id')
    .select(['f.file_id', 'b.record_id'])
    .where('b.type_code', '=', typeCode)
    .where(sql<boolean>`b.record_id = any(${[...recordIds]}::bigint[])`)
    .execute();
  for (const [recordId, own] of Map.groupBy(rows, (row) => row.record_id))
    await dropFiles(db, actor, `record ${typeCode}/${recordId}`, own);
}

async function dropFiles(
  db: Database,
  actor: Actor,
  holder: string,
  rows: readonly { readonly file_id: number }[],
): Promise<void> {
  const fileIds = rows.map((row) => row.file_id);
  if (fileIds.length === 0) return;
  await removeStoredFiles(db, fileIds);
  const subject = `${holder} files ${fileIds.join(',')}`;
  await audit(db, { userId: actor.userId, what: 'file.delete', subject, result: 'done', address: actor.address });
}

/**
 * For callers that have done their own permission check. The rows go first; the sweeper removes the objects once no backup needs them (security D7).
 * @throws AppError `file.in_use` for a file that something else needs, such as an import
 */
export async function removeStoredFiles(db: Database, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  try {
    const gone = await db
      .deleteFrom('stored_file')
      .where('file_id', 'in', [...fileIds])
      .returning('storage_key')
      .execute();
    if (gone.length === 0) return;
    await db
      .insertInto('file_removal')
      .values(gone)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw new AppError('file.in_use');
    throw error;
  }
}
