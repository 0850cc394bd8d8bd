import { claimBatch, newBatchId } from '#server/platform/files/batches.ts';
import { attachBatch } from '#server/platform/files/files.ts';
import { writeLines } from '#server/record/write/write-lines.ts';
import { recordModule, type LockMode } from '#server/record/registry.ts';
import type { AskedStages } from '#server/record/states/ask-stages.ts';
import { assignNumbers } from '#server/record/sequences/assign-numbers.ts';
import { prepare, type Draft, type Prepared } from '#server/record/write/draft.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import type { Holders } from '#server/record/write/holders.ts';
import { attachNewBatches, insertRecords } from '#server/record/write/insert.ts';
import { followFormulas, recountParents } from '#server/record/write/recompute-rows.ts';
import { checkQuotas, checkRelations, checkUniqueValues, type Batch } from '#server/record/write/stored-checks.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A record to create. */
export interface NewDraft extends Draft {
  readonly row: null;
  /** Null for the pool. */
  readonly ownerUserId: number | null;
  /** The batch that its files were uploaded to; a new one by default. */
  readonly batchId?: string;
  /** The stages that it begins in, by column; by default the first ones of its groups. */
  readonly stages?: AskedStages;
  /** For the log, in addition to the details of all records. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** As in `WrittenRecord`. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Plans new records with their numbers and all problems of each. Their parents, number sequences, unique values and
 * owners' quotas are locked until the transaction ends, in this order, unless the mode is read-only, as for a preview.
 * `holders` are those of a caller that has reserved the unique values already.
 */
export async function planNew<One extends NewDraft>(
  batch: Batch,
  drafts: readonly One[],
  { mode = 'lock', holders }: { readonly mode?: LockMode; readonly holders?: Holders } = {},
): Promise<Prepared<One>[]> {
  const prepared = await prepare(batch.db, batch.actor, batch, drafts);
  const related = mode === 'lock' ? await checkRelations(batch, prepared) : prepared;
  // a preview assigns no numbers
  const numbered = mode === 'lock' ? await assignNumbers(batch, related) : related;
  return checkQuotas(batch, await checkUniqueValues(batch, numbered, { mode, holders }), mode);
}

/** Writes planned records without problems, in few statements; returns their ids in the given order. */
export async function insertPrepared(
  batch: Batch,
  prepared: readonly Prepared<NewDraft>[],
  log: { readonly verb: RecordVerb; readonly details?: Readonly<Record<string, string | number>> },
): Promise<{ readonly ids: number[]; readonly batchIds: string[] }> {
  if (prepared.length === 0) return { ids: [], batchIds: [] };
  const { db, actor, type, fields } = batch;
  for (const { draft } of prepared) if (draft.batchId !== undefined) await claimOwnBatch(batch, draft.batchId);
  const records = prepared.map(({ draft, next }) => ({
    values: next,
    batchId: draft.batchId ?? newBatchId(),
    ownerUserId: draft.ownerUserId,
    stages: draft.stages ?? {},
    versionOf: draft.versionOf ?? null,
    ...(draft.details ? { details: draft.details } : {}),
  }));
  const ids = await insertRecords(db, actor, type, fields, records, log);
  await writeLines(
    db,
    type,
    prepared.map(({ lines }, at) => ({ recordId: ids[at] ?? 0, version: 1, lines })),
  );
  await followFormulas(db, batch, ids);
  await recountParents(db, type, ids);
  const fresh = records.flatMap(({ batchId }, at) =>
    prepared[at]?.draft.batchId === undefined ? [{ batchId, recordId: ids[at] ?? 0 }] : [],
  );
  if (fresh.length > 0) await attachNewBatches(db, actor, type, fresh);
  for (const [at, { draft }] of prepared.entries()) {
    if (draft.batchId !== undefined) await attach(batch, draft.batchId, ids[at] ?? 0);
  }
  await attachFileFields(batch, prepared, ids);
  await recordModule(type.code).rules.afterSave?.(
    db,
    actor,
    prepared.map(({ draft, next, previous, lines }, at) => ({
      id: ids[at] ?? 0,
      next,
      previous,
      lines: lines?.next ?? [],
      input: draft.input,
    })),
  );
  return { ids, batchIds: records.map(({ batchId }) => batchId) };
}

/** A batch that is attached already cannot be used for a new record, whoever owns it. */
async function claimOwnBatch({ db, actor }: Batch, batchId: string): Promise<void> {
  if (!isBatchId(batchId)) throw new AppError('input.field', { parameter: 'batchId' });
  if ((await claimBatch(db, actor, batchId)).type_code !== null) throw new AppError('access.record');
}

const attach = ({ db, actor, type }: Batch, batchId: string, recordId: number): Promise<void> =>
  attachBatch(db, actor, batchId, { typeCode: type.code, recordId });

/** Batches of changed file fields are attached to the record from now on. */
export async function attachFileFields(
  batch: Batch,
  prepared: readonly Pick<Prepared, 'draft' | 'changes' | 'next'>[],
  ids: readonly number[],
): Promise<void> {
  for (const [at, { draft, changes, next }] of prepared.entries()) {
    if (draft.bringsFiles) continue;
    for (const field of changes) {
      const value = next[field.fieldName];
      if (holdsFiles(field) && typeof value === 'string') await attach(batch, value, ids[at] ?? 0);
    }
  }
}
