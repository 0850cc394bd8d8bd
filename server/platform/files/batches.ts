import { randomUUID } from 'node:crypto';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { mayReachRecord } from '#server/platform/files/record-access.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * The id of a new batch. It begins with the time, as UUIDs of version 7 do: batches that are made one after the
 * other stand together in the indexes, where those of an import would touch a page each.
 */
export function newBatchId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export interface Batch {
  readonly batch_id: string;
  readonly create_user_id: number;
  readonly type_code: number | null;
  readonly record_id: number | null;
  readonly shared: boolean;
}

const columns = ['batch_id', 'create_user_id', 'type_code', 'record_id', 'shared'] as const;

export const findBatch = (db: Database, batchId: string): Promise<Batch | undefined> =>
  db.selectFrom('file_batch').select(columns).where('batch_id', '=', batchId).executeTakeFirst();

/**
 * A batch belongs to its creator until it is attached; then access follows the record (security A5). Everybody may read
 * a shared one, such as a person's picture; only its creator changes it.
 */
export async function mayUse(db: Database, actor: Actor, batch: Batch, need: 'read' | 'write'): Promise<boolean> {
  if (batch.type_code !== null && batch.record_id !== null)
    return mayReachRecord(db, actor, batch.type_code, batch.record_id, need, batch.batch_id);
  if (batch.shared) return need === 'read';
  return batch.create_user_id === actor.userId;
}

/** The batch if the actor can reach it; missing and out of reach look the same. */
export async function reachBatch(db: Database, actor: Actor, batchId: string, need: 'read' | 'write'): Promise<Batch> {
  const batch = await findBatch(db, batchId);
  if (!batch || !(await mayUse(db, actor, batch, need))) throw new AppError('access.record');
  return batch;
}

/**
 * Creates the batch if there is none and locks it until the transaction ends; refuses one that the actor may not write
 * to.
 */
export async function claimBatch(db: Database, actor: Actor, batchId: string, shared = false): Promise<Batch> {
  const made = await db
    .insertInto('file_batch')
    .values({ batch_id: batchId, create_user_id: actor.userId, type_code: null, record_id: null, shared })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made) return made;
  const batch = await db
    .selectFrom('file_batch')
    .select(columns)
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!batch || !(await mayUse(db, actor, batch, 'write'))) throw new AppError('access.record');
  return batch;
}
