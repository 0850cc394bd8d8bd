import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import { scoped } from '#server/record/access/scope.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { SentLine } from '#server/record/lines/prepare-lines.ts';
import type { Values } from '#server/record/registry.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import { applyChanges, checkStored } from '#server/record/write/apply-changes.ts';
import { refuseOverlap } from '#server/record/write/conflict.ts';
import { isWritten, prepare, refuseFirst } from '#server/record/write/draft.ts';
import type { RecordVerb } from '#server/record/rows/events.ts';
import type { UnlistedValue } from '#server/record/fields/input.ts';
import { insertPrepared, planNew } from '#server/record/write/insert-prepared.ts';
import type { Batch } from '#server/record/write/stored-checks.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface SaveRequest {
  /** Absent for a new record. */
  readonly id?: number;
  /** Version the client has seen; without it only the sent fields are written (security C10). */
  readonly version?: number;
  readonly batchId?: string;
  /** The record as it is, when the caller has locked it in the actor's reach to write. */
  readonly locked?: StoredRow | undefined;
  readonly values: Values;
  readonly unlisted?: readonly UnlistedValue[];
  /** The lines that it is to have; without them they stay as they are. */
  readonly lines?: readonly SentLine[] | undefined;
  /** All that the contract of the call takes, for the rules of the type. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** How the log calls it. */
  readonly verb?: RecordVerb;
  readonly details?: Readonly<Record<string, string | number>>;
  /** The right that a change takes in place of that to edit. */
  readonly right?: Permission;
}

export interface Saved {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly created: boolean;
}

/** Creates or changes one record, in the caller's transaction: a batch of one for the writer. */
export async function saveRecord(db: Database, actor: Actor, type: RecordType, request: SaveRequest): Promise<Saved> {
  const batch = { db, actor, type, fields: await fieldsOf(db, actor, type) };
  return request.id === undefined ? create(batch, request) : change(batch, request.id, request);
}

async function create(batch: Batch, { values: sent, unlisted, batchId, ...request }: SaveRequest): Promise<Saved> {
  const { actor, type } = batch;
  if (!actor.mayDo(permissionOf(type, 'save'))) throw new AppError('access.denied');
  const draft = {
    row: null,
    sent,
    ownerUserId: actor.userId,
    input: request.input,
    ...(unlisted ? { unlisted } : {}),
    ...(request.lines ? { lines: { sent: request.lines } } : {}),
    ...(batchId === undefined ? {} : { batchId }),
  };
  const prepared = await planNew(batch, [draft]);
  refuseFirst(prepared, actor.language);
  const log = { verb: request.verb ?? ('created' as const), details: request.details ?? {} };
  const { ids } = await insertPrepared(batch, prepared, log);
  return { id: ids[0] ?? 0, title: titleOf(type, prepared[0]?.next), version: 1, created: true };
}

async function change(batch: Batch, id: number, request: SaveRequest): Promise<Saved> {
  const { db, actor, type } = batch;
  if (!actor.mayDo(request.right ?? permissionOf(type, 'update'))) throw new AppError('access.denied');
  const row = request.locked ?? (await lockRow(db, actor, type, id, request.values));
  requireOpen(type, [row], actor.language);
  const { values: sent, unlisted, input } = request;
  const lines = request.lines && { sent: request.lines, seen: request.version };
  const prepared = await prepare(db, actor, batch, [{ row, sent, input, lines, ...(unlisted ? { unlisted } : {}) }]);
  refuseFirst(
    prepared.map(({ refused }) => ({ problems: refused })),
    actor.language,
  );
  if (request.version !== undefined && request.version !== row.version)
    await refuseOverlap(batch, row, prepared[0] ?? { sent: [], lines: null }, request.version);
  const checked = await checkStored(batch, prepared);
  refuseFirst(checked, actor.language);
  await applyChanges(batch, checked, {
    verb: request.verb ?? 'changed',
    ...(request.details ? { details: request.details } : {}),
  });
  const isChanged = checked.some(isWritten);
  return { id, title: titleOf(type, checked[0]?.next), version: row.version + (isChanged ? 1 : 0), created: false };
}

const titleOf = (type: RecordType, values: Values = {}): string => String(values[type.titleField] ?? '');

/** The row for update, when the actor may write it; absent and out of scope look the same. */
export async function lockRow(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  named: Values = {},
): Promise<StoredRow> {
  await lockAncestors(db, type, [id], [named]);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and ${scoped(actor, type, 'write').where} for update`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('access.record');
  return row;
}
