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
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { kindOf, redraw } from '#server/platform/files/file-kinds.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { mayReachRecord } from '#server/platform/files/record-access.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import type { FileRow } from '#shared/record/record-calls.ts';
import { uploadLimits, type UploadKind } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const filesPerBatch = 50;
const bytesPerUser = 2 * 1024 ** 3;

export interface Stored {
  readonly fileId: number;
  readonly batchId: string;
  readonly name: string;
  readonly size: number;
  readonly storageKey: string;
}

/**
 * Keeps an upload: the object is durable first, then its row is written (security D7). Pictures are drawn anew; what is
 * no picture is kept as it came. `kind` says what may come.
 */
export async function storeUpload(
  deps: { readonly files: FileStore; readonly db: Kysely<Tables> },
  actor: Actor,
  upload: Upload,
  options: { readonly kind: UploadKind; readonly batchId?: string | undefined; readonly shared?: boolean; readonly maxBytes?: number | undefined },
): Promise<Stored> {
  if (upload.size === 0) throw new AppError('file.empty');
  const maxBytes = options.maxBytes ?? uploadLimits[options.kind];
  if (upload.size > maxBytes) throw new AppError('file.too_large', { megabytes: maxBytes / 1048576 });
  const name = cleanFileName(upload.name);
  const batchId = options.batchId ?? randomUUID();
  if (!isBatchId(batchId)) throw new AppError('input.field', { field: 'batchId' });
  const isSheet = options.kind === 'sheet';
  const kind = isSheet ? { contentType: 'application/octet-stream', fileType: 'file' as const } : await kindOf(upload.path, name, options.kind);
  const drawn = `${upload.path}.drawn`;
  try {
    const source = kind.fileType === 'img' ? drawn : upload.path;
    if (kind.fileType === 'img') await redraw(upload.path, drawn, kind.contentType);
    const size = (await stat(source)).size;
    const sha256 = kind.fileType === 'img' ? await hashOf(source) : upload.sha256;
    await requireRoom(deps.db, actor, batchId, size);
    const storageKey = await deps.files.put(source);
    const row = await inTransaction(deps.db, async (trx) => {
      await claimBatch(trx, actor, batchId, options.shared ?? false);
      return trx
        .insertInto('stored_file')
        .values({ batch_id: batchId, name, size, content_type: kind.contentType, file_type: kind.fileType, storage_key: storageKey, sha256, create_user_id: actor.userId })
        .returning('file_id')
        .executeTakeFirstOrThrow();
    });
    return { fileId: row.file_id, batchId, name, size, storageKey };
  } finally {
    await rm(drawn, { force: true });
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

async function requireRoom(db: Database, actor: Actor, batchId: string, size: number): Promise<void> {
  const { rows } = await sql<{ used: number; files: number }>`
    select coalesce(sum(size), 0)::bigint as used, count(*) filter (where batch_id = ${batchId}) as files
    from stored_file where create_user_id = ${actor.userId} or batch_id = ${batchId}`.execute(db);
  if ((rows[0]?.files ?? 0) >= filesPerBatch) throw new AppError('file.batch_full');
  if ((rows[0]?.used ?? 0) + size > bytesPerUser) throw new AppError('file.quota');
}

interface Batch {
  readonly batch_id: string;
  readonly create_user_id: number;
  readonly type_code: number | null;
  readonly record_id: number | null;
  readonly shared: boolean;
}

const batchOf = (db: Database, batchId: string): Promise<Batch | undefined> =>
  db.selectFrom('file_batch').select(['batch_id', 'create_user_id', 'type_code', 'record_id', 'shared']).where('batch_id', '=', batchId).executeTakeFirst();

/** A batch is its creator's until it is attached; then it follows the record (security A5). */
async function mayUse(db: Database, actor: Actor, batch: Batch, need: 'read' | 'write'): Promise<boolean> {
  if (batch.type_code !== null && batch.record_id !== null) return mayReachRecord(db, actor, batch.type_code, batch.record_id, need);
  return batch.create_user_id === actor.userId || (batch.shared && need === 'read');
}

async function claimBatch(db: Database, actor: Actor, batchId: string, shared: boolean): Promise<Batch> {
  await db
    .insertInto('file_batch')
    .values({ batch_id: batchId, create_user_id: actor.userId, type_code: null, record_id: null, shared })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const batch = await batchOf(db, batchId);
  if (!batch || !(await mayUse(db, actor, batch, 'write'))) throw new AppError('access.record');
  return batch;
}

/** From now on the batch follows the record; a batch of somebody else or of another record is refused. */
export async function attachBatch(db: Database, actor: Actor, batchId: string, to: { readonly typeCode: number; readonly recordId: number }): Promise<void> {
  const batch = await claimBatch(db, actor, batchId, false);
  if (batch.type_code === to.typeCode && batch.record_id === to.recordId) return;
  if (batch.type_code !== null || batch.create_user_id !== actor.userId) throw new AppError('access.record');
  await db.updateTable('file_batch').set({ type_code: to.typeCode, record_id: to.recordId }).where('batch_id', '=', batchId).execute();
}

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes}B` : bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)}KB` : `${(bytes / 1024 ** 2).toFixed(1)}MB`;

/** Files by batch, with links for the actor. The caller has checked that the actor may see the batches' records. */
export async function filesOfBatches(db: Database, actor: Actor, batchIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  const files = new Map<string, FileRow[]>();
  if (batchIds.length === 0) return files;
  const rows = await db.selectFrom('stored_file').selectAll().where('batch_id', 'in', [...batchIds]).orderBy('file_id').execute();
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
    files.set(row.batch_id, [...(files.get(row.batch_id) ?? []), file]);
  }
  return files;
}

/** Files of a batch that the actor may read; an unknown batch has none. */
export async function listFiles(db: Database, actor: Actor, batchId: string): Promise<FileRow[]> {
  const batch = await batchOf(db, batchId);
  if (!batch) return [];
  if (!(await mayUse(db, actor, batch, 'read'))) throw new AppError('access.record');
  return (await filesOfBatches(db, actor, [batchId])).get(batchId) ?? [];
}

/** The row of a file within the actor's reach; absent and out of reach look the same. */
export async function reachFile(db: Database, actor: Actor, fileId: number, need: 'read' | 'write') {
  const row = await db.selectFrom('stored_file').selectAll().where('file_id', '=', fileId).executeTakeFirst();
  const batch = row && (await batchOf(db, row.batch_id));
  if (!row || !batch || !(await mayUse(db, actor, batch, need))) throw new AppError('access.record');
  return row;
}

export async function renameFile(db: Database, actor: Actor, fileId: number, rawName: string): Promise<void> {
  const row = await reachFile(db, actor, fileId, 'write');
  const extension = /\.[^.]+$/.exec(row.name)?.[0] ?? '';
  const name = cleanFileName(rawName);
  // what a file is does not change with its name
  const kept = name.toLowerCase().endsWith(extension.toLowerCase()) ? name : cleanFileName(name + extension);
  await db.updateTable('stored_file').set({ name: kept }).where('file_id', '=', fileId).execute();
}

/** The row goes first; the sweeper removes the object once no backup needs it (security D7). */
export async function removeFile(db: Database, actor: Actor, fileId: number): Promise<void> {
  const row = await reachFile(db, actor, fileId, 'write');
  await db.deleteFrom('stored_file').where('file_id', '=', fileId).execute();
  await db.insertInto('file_removal').values({ storage_key: row.storage_key }).onConflict((conflict) => conflict.doNothing()).execute();
  await audit(db, { userId: actor.userId, what: 'file.delete', subject: `file ${fileId}`, result: 'done', address: actor.address });
}
