import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import { scoped } from '#server/record/access/scope.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { linesChanged, type SentLine } from '#server/record/lines/prepare-lines.ts';
import type { StoredLine } from '#server/record/lines/stored-lines.ts';
import type { Values } from '#server/record/registry.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import { enterAskedStages, requireOwnStages, type AskedStages } from '#server/record/states/ask-stages.ts';
import { applyChanges, checkStored } from '#server/record/write/apply-changes.ts';
import { refuseOverlap } from '#server/record/write/conflict.ts';
import { isWritten, prepare, refuseFirst, type Prepared } from '#server/record/write/draft.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import type { MaskedValue, UnlistedValue } from '#server/record/fields/input.ts';
import { insertPrepared, planNew } from '#server/record/write/insert-prepared.ts';
import { refuseStored, type Batch } from '#server/record/write/stored-checks.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface SaveRequest {
  /** Absent for a new record. */
  readonly id?: number;
  /** The version that the client has seen; without it only the sent fields are written (security C10). */
  readonly version?: number;
  readonly batchId?: string;
  /** The current record, when the caller has locked it with write access. */
  readonly locked?: StoredRow | undefined;
  readonly values: Values;
  readonly unlisted?: readonly UnlistedValue[];
  readonly masked?: readonly MaskedValue[];
  /** Of a new record: what it takes over from another, for which no right to the field is required. */
  readonly carried?: Values;
  /** Of a new record: fields without a computed default, as somebody has emptied them. */
  readonly emptied?: ReadonlySet<string>;
  /** Of a new record: the one that it is to become. */
  readonly versionOf?: number;
  /** Its new lines; unchanged without them. */
  readonly lines?: readonly SentLine[] | undefined;
  /** The stages that the form asks for, by column. */
  readonly stages?: AskedStages;
  /** The complete input of the call, for the rules of the type. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Its event name in the log. */
  readonly verb?: RecordVerb;
  readonly details?: Readonly<Record<string, string | number>>;
  /** The right that a change requires instead of that to edit. */
  readonly right?: Permission;
}

export interface Saved {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly created: boolean;
  /** The former values of what the save has changed; none for a new record. */
  readonly before: Values;
  /** Its former lines, if they have changed. */
  readonly linesBefore: readonly StoredLine[] | null;
}

/** Creates or changes one record, in the caller's transaction: a batch of one for the writer. */
export async function saveRecord(db: Database, actor: Actor, type: RecordType, request: SaveRequest): Promise<Saved> {
  const batch = { db, actor, type, fields: await fieldsOf(db, actor, type) };
  return request.id === undefined ? create(batch, request) : change(batch, request.id, request);
}

const nothingBefore = { before: {}, linesBefore: null } as const;

async function create(
  batch: Batch,
  { values: sent, unlisted, masked, batchId, stages = {}, ...request }: SaveRequest,
): Promise<Saved> {
  const { db, actor, type } = batch;
  if (!actor.mayDo(permissionOf(type, 'save'))) throw new AppError('access.denied');
  const draft = {
    row: null,
    sent,
    ownerUserId: actor.userId,
    input: request.input,
    stages,
    emptied: request.emptied,
    versionOf: request.versionOf,
    ...(request.carried ? { carried: request.carried } : {}),
    ...(unlisted ? { unlisted } : {}),
    ...(masked ? { masked } : {}),
    ...(request.lines ? { lines: { sent: request.lines } } : {}),
    ...(batchId === undefined ? {} : { batchId }),
  };
  const prepared = await planNew(batch, [draft]);
  await refuseStored(batch, prepared);
  await requireOwnStages(db, actor, type, stages, prepared[0]?.next ?? {});
  const log = { verb: request.verb ?? ('created' as const), details: request.details ?? {} };
  const { ids } = await insertPrepared(batch, prepared, log);
  return { id: ids[0] ?? 0, title: titleOf(type, prepared[0]?.next), version: 1, created: true, ...nothingBefore };
}

async function change(batch: Batch, id: number, request: SaveRequest): Promise<Saved> {
  const { db, actor, type } = batch;
  if (!actor.mayDo(request.right ?? permissionOf(type, 'update'))) throw new AppError('access.denied');
  const row = request.locked ?? (await lockRow(db, actor, type, id, request.values));
  requireOpen(type, [row], actor.language);
  const { values: sent, unlisted, masked, input } = request;
  const seen = seenOf(request, row);
  const lines = request.lines && { sent: request.lines, seen };
  const draft = { row, sent, input, lines, ...(unlisted ? { unlisted } : {}), ...(masked ? { masked } : {}) };
  const prepared = await prepare(db, actor, batch, [draft]);
  refuseFirst(
    prepared.map(({ refused }) => ({ problems: refused })),
    actor.language,
  );
  if (seen !== undefined && seen !== row.version)
    await refuseOverlap(batch, row, prepared[0] ?? { sent: [], lines: null }, seen);
  const checked = await checkStored(batch, prepared);
  await refuseStored(batch, checked);
  await applyChanges(batch, checked, {
    verb: request.verb ?? 'changed',
    ...(request.details ? { details: request.details } : {}),
  });
  const [saved] = checked.filter(isWritten);
  const entered = await enterAskedStages(db, actor, type, { id, row, asked: request.stages ?? {}, seen });
  return {
    id,
    title: titleOf(type, checked[0]?.next),
    version: row.version + (saved ? 1 : 0) + entered,
    created: false,
    ...(saved ? whatWas(saved) : nothingBefore),
  };
}

/**
 * A version that the record has not reached, as after a restored backup, says nothing about what its sender has seen.
 */
const seenOf = ({ version }: SaveRequest, row: StoredRow): number | undefined =>
  version !== undefined && version > row.version ? 0 : version;

const whatWas = ({ changes, previous, lines }: Prepared): Pick<Saved, 'before' | 'linesBefore'> => ({
  before: Object.fromEntries(changes.map(({ fieldName }) => [fieldName, previous?.[fieldName] ?? null])),
  linesBefore: linesChanged(lines) ? lines.previous : null,
});

const titleOf = (type: RecordType, values: Values = {}): string => String(values[type.titleField] ?? '');

/** The row for update, if the actor may write it; missing and out of scope look the same. */
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
