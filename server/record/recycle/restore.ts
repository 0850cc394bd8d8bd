import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordEvents, type NewEvent } from '#server/record/rows/events.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { forgetFollowUps } from '#server/record/follow-ups/write.ts';
import { findHolders } from '#server/record/write/holders.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { ownedColumns, pooledColumns } from '#server/record/ownership/owner-columns.ts';
import { beyondQuota } from '#server/record/ownership/quota.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import { alongOnly, goingAlong, sinceThen, type GoingAlong } from '#server/record/relations/going-along.ts';
import { countText } from '#server/record/relations/in-the-way.ts';
import type { Whole } from '#server/record/relations/remove-along.ts';
import { unattachedAmong, type Unattached } from '#server/record/rows/related.ts';
import { valuesOf } from '#server/record/rows/row.ts';
import { lockAround } from '#server/record/rollups/lock-ancestors.ts';
import { binScope } from '#server/record/access/scope.ts';
import { becomes, takenError, type Unique } from '#server/record/write/unique.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { forReader, ruleProblems } from '#server/record/write/draft.ts';
import { refusal } from '#server/record/fields/input.ts';

export interface Restored {
  /** Null when none was restored. */
  readonly operationId: number | null;
  readonly count: number;
  readonly failed: { readonly id: number; readonly msg: string }[];
}

/** A record in the bin, locked. */
interface Deleted {
  readonly id: number;
  readonly ownerUserId: number | null;
  readonly values: Values;
  /** It is to become another record, and holds nothing unique. */
  readonly isVersion: boolean;
}

/** A record to be restored, and its future owner; null = the pool. */
interface Returning {
  readonly id: number;
  readonly ownerUserId: number | null;
  /** Its owner has left the company. */
  readonly isOrphan: boolean;
}

/**
 * Restores deleted records with all their data, and with the children deleted with them. A record stays and is reported
 * if it is no longer in the bin, belongs to a deleted record, has a unique value taken meanwhile (R7.8) or an owner
 * without quota for it. A former employee is replaced by the pool, or by the actor where the type has none. One action,
 * which `operation/undo` reverts.
 * @throws AppError `access.record` when none is there, `record.conflict`
 */
export async function restoreRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  versions: Readonly<Record<string, number>> = {},
): Promise<Restored> {
  const wanted = [...new Set(ids)];
  await lockAround(db, type, wanted);
  const locked = await lockRecords(db, actor, type, wanted, {
    reach: binScope(actor, type),
    versions,
    isPartial: true,
  });
  if (locked.length === 0) throw new AppError('access.record');
  const found = new Set(locked.map(({ id }) => id));
  const gone = wanted.filter((id) => !found.has(id));
  const refused = new Map(gone.map((id) => [id, translate(actor.language, 'recycle.gone')]));
  // which, while they are there
  const along = await goingAlong(db, type, [...found], sinceThen);
  const own = await returningAmong(db, actor, type, [...found]);
  for (const [id, msg] of own.refused) refused.set(id, msg);
  const failed = [...refused].map(([id, msg]) => ({ id, msg }));
  if (own.back.length === 0) return { operationId: null, count: 0, failed };
  const access = permissionOf(type, 'delete');
  const operationId = await bringBack(db, actor, type, own.back, { access });
  const left = await bringAlong(db, actor, { type, back: own.back, along }, { access, partOf: operationId });
  return { operationId, count: own.back.length, failed: [...failed, ...left] };
}

/** Of locked records in the bin, those that can be restored, and the reasons for the others. */
async function returningAmong(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<{ readonly back: readonly Returning[]; readonly refused: ReadonlyMap<number, string> }> {
  const refused = new Map<number, string>();
  const left = <One extends { readonly id: number }>(all: readonly One[]) => all.filter(({ id }) => !refused.has(id));
  const fields = await fieldsOf(db, actor, type);
  const records = (await storedRows(db, type, ids)).map((row): Deleted => ({
    id: Number(row[type.idColumn]),
    ownerUserId: row.owner_user_id,
    values: valuesOf(row, fields),
    isVersion: becomes(type, row) !== null,
  }));
  for (const [{ id }, unattached] of await unattachedAmong(db, fields, records))
    refused.set(id, unattachedText(actor, unattached));
  for (const [id, unique] of await takenAmong(db, type, fields, left(records)))
    refused.set(id, tellOf(actor, takenError(unique)));
  const lines = await linesOf(db, type, ids);
  for (const { id, values } of left(records)) {
    const [problem] = ruleProblems(type, values, values, lines.get(id));
    if (problem) refused.set(id, tellOf(actor, refusal(forReader(fields, problem))));
  }
  const { unrestorable } = recordModule(type.code).rules;
  const wanted = left(records).map(({ id }) => id);
  if (unrestorable && wanted.length > 0)
    for (const [id, error] of await unrestorable(db, actor, wanted)) refused.set(id, tellOf(actor, error));
  const returning = await withOwners(db, actor, type, left(records));
  for (const [{ id }, refusal] of await beyondQuota(db, type, returning)) refused.set(id, tellOf(actor, refusal));
  return { back: left(returning), refused };
}

/** Restores the children deleted with restored records; those that stay are reported for their parent. */
async function bringAlong(
  db: Database,
  actor: Actor,
  parents: { readonly type: RecordType; readonly back: readonly Returning[]; readonly along: GoingAlong },
  whole: Whole,
): Promise<Restored['failed']> {
  const there = new Map([[parents.type.code, new Set(parents.back.map(({ id }) => id))]]);
  const failed: Restored['failed'] = [];
  for (const { type: child, records } of alongOnly(parents.along)) {
    const wanted = [...records].flatMap(([id, { parent }]) =>
      parent && there.get(parent.code)?.has(parent.id) ? [id] : [],
    );
    const { back, refused } = await returningAmong(db, actor, child, wanted);
    if (back.length > 0) await bringBack(db, actor, child, back, whole);
    const known = there.get(child.code) ?? new Set();
    there.set(child.code, new Set([...known, ...back.map(({ id }) => id)]));
    const byRoot = Map.groupBy(refused.keys(), (id) => records.get(id)?.root ?? 0);
    for (const [id, left] of byRoot) {
      const children = countText(actor.language, { type: child, total: left.length });
      failed.push({ id, msg: translate(actor.language, 'recycle.children_left', { children }) });
    }
  }
  return failed;
}

const tellOf = (actor: Actor, { code, params }: AppError): string => translate(actor.language, code, params);

/** Required parents are restored first. */
const unattachedText = (actor: Actor, { field, title }: Unattached): string =>
  field.hidden
    ? translate(actor.language, 'field.unseen')
    : translate(actor.language, 'recycle.unattached', { name: field.name, title });

/** Unique values that live records have by now; of two in the bin with the same one, the older record gets it. */
async function takenAmong(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  records: readonly Deleted[],
): Promise<ReadonlyMap<number, Unique>> {
  const holders = await findHolders(db, type, fields, records);
  const taken = new Map<number, Unique>();
  for (const { id, values } of records.filter(({ isVersion }) => !isVersion)) {
    const unique = holders.taken(values);
    if (unique) taken.set(id, unique);
    else holders.take(values, id);
  }
  return taken;
}

/** A type without its own list in the pool is there only with its parent. */
const hasOwnPool = ({ pool }: RecordType): boolean => pool?.code !== undefined;

async function withOwners(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly Deleted[],
): Promise<Returning[]> {
  const owners = [...new Set(rows.flatMap(({ ownerUserId }) => ownerUserId ?? []))];
  const { rows: gone } = await sql<{ user_id: number }>`
    select user_id from app_user where user_id = any(${owners}::int[]) and status = 0`.execute(db);
  const leavers = new Set(gone.map((row) => row.user_id));
  return rows.map(({ id, ownerUserId }) => {
    const isOrphan = ownerUserId !== null && leavers.has(ownerUserId);
    return { id, isOrphan, ownerUserId: isOrphan ? (hasOwnPool(type) ? null : actor.userId) : ownerUserId };
  });
}

async function bringBack(
  db: Database,
  actor: Actor,
  type: RecordType,
  back: readonly Returning[],
  log: Pick<Whole, 'access'> & Partial<Whole>,
): Promise<number> {
  const orphans = back.filter(({ isOrphan }) => isOrphan).map(({ id }) => id);
  const given = hasOwnPool(type) ? pooledColumns(type) : ownedColumns(type, actor.userId);
  const isOrphan = sql`r.${sql.ref(type.idColumn)} = any(${orphans}::bigint[])`;
  const moved = Object.entries(given).map(
    ([column, value]) => [column, sql`case when ${isOrphan} then ${value} else r.${sql.ref(column)} end`] as const,
  );
  const ids = back.map(({ id }) => id);
  const operationId = await changeMany(db, actor, type, ids, {
    ...log,
    verb: 'restored',
    set: {
      deleted_at: sql`null::timestamptz`,
      delete_user_id: sql`null::int`,
      ...(orphans.length > 0 ? Object.fromEntries(moved) : {}),
    },
    touches: false,
    keepsTeam: orphans.length > 0,
  });
  // a merged record has left its follow-ups with the survivor
  await forgetFollowUps(db, type, ids);
  if (orphans.length > 0) await tellMoved(db, actor, type, orphans, operationId);
  return operationId;
}

/** Records in the pool have no team, and an owner is no member. */
async function tellMoved(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  operationId: number,
): Promise<void> {
  const who = hasOwnPool(type) ? sql`true` : sql`user_id = ${actor.userId}`;
  await sql`
    delete from record_team where type_code = ${type.code} and record_id = any(${[...ids]}::bigint[]) and ${who}`.execute(
    db,
  );
  await recordEvents(
    db,
    type,
    actor.userId,
    ids.map((recordId): NewEvent =>
      hasOwnPool(type)
        ? { verb: 'put_in_pool' as const, recordId, details: { operationId } }
        : { verb: 'transferred' as const, recordId, details: { userId: actor.userId, operationId } },
    ),
  );
}
