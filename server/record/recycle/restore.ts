import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordEvents, type NewEvent } from '#server/record/events.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { forgetFollowUps } from '#server/record/follow-ups.ts';
import { findHolders } from '#server/record/import/holders.ts';
import { changeMany } from '#server/record/operation/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/operation/lock-records.ts';
import { refusalOf } from '#server/record/refusal.ts';
import { recordModule, type Rules } from '#server/record/registry.ts';
import { deletedAmong, requiredRelated } from '#server/record/related.ts';
import { rowColumns, valuesOf, type StoredRow } from '#server/record/row.ts';
import { binScope } from '#server/record/scope.ts';

export interface Restored {
  /** Null when none came back. */
  readonly operationId: number | null;
  readonly count: number;
  readonly failed: { readonly id: number; readonly msg: string }[];
}

/** A record on its way back, and whose it will be; null = the pool's. */
interface Returning {
  readonly id: number;
  readonly owner: number | null;
  /** Its owner has left the company. */
  readonly isOrphan: boolean;
}

/**
 * Brings deleted records back with all they had. One by one: what is not in the bin any more, whose unique value
 * somebody has taken meanwhile (spec §5), whose owner has no room for it, or which belongs to what is deleted itself,
 * stays and is told. An owner who has left
 * gives way to the pool, or to the actor where the type has none. One act, which `operation/undo` takes back.
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
  const rows = await lockRecords(db, actor, type, wanted, { reach: binScope(actor, type), versions, isPartial: true });
  if (rows.length === 0) throw new AppError('access.record');
  const refused = new Map<number, string>();
  const found = new Set(rows.map((row) => row.id));
  for (const id of wanted) if (!found.has(id)) refused.set(id, translate(actor.language, 'recycle.gone'));
  await refuseTaken(db, actor, type, rows, refused);
  await refuseUnattached(db, actor, type, rows, refused);
  const left = () => rows.filter((row) => !refused.has(row.id));
  const returning = await withOwners(db, actor, type, left());
  await refuseWithoutRoom(db, actor, recordModule(type.code).rules, returning, refused);
  const back = returning.filter(({ id }) => !refused.has(id));
  const failed = [...refused].map(([id, msg]) => ({ id, msg }));
  if (back.length === 0) return { operationId: null, count: 0, failed };
  return { operationId: await bringBack(db, actor, type, back), count: back.length, failed };
}

/** Unique values that live records hold by now; of two in the bin with the same one, the older record gets it. */
async function refuseTaken(
  db: Database,
  actor: Actor,
  type: RecordType,
  locked: readonly LockedRecord[],
  refused: Map<number, string>,
): Promise<void> {
  const fields = await fieldsOf(db, actor, type);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${locked.map(({ id }) => id)}::bigint[])
    order by r.${sql.ref(type.idColumn)}`.execute(db);
  const records = rows.map((row) => ({ id: Number(row[type.idColumn]), values: valuesOf(row, fields) }));
  const holders = await findHolders(db, type, fields, records);
  for (const { id, values } of records) {
    const taken = fields.all.find(({ fieldName }) => holders.find({ [fieldName]: values[fieldName] ?? null }).size > 0);
    if (taken) refused.set(id, translate(actor.language, 'field.unique', { name: taken.name }));
    else holders.take(values, id);
  }
}

/** What a record has to belong to comes back first. */
async function refuseUnattached(
  db: Database,
  actor: Actor,
  type: RecordType,
  locked: readonly LockedRecord[],
  refused: Map<number, string>,
): Promise<void> {
  const id = sql.ref(`r.${type.idColumn}`);
  for (const field of requiredRelated(await fieldsOf(db, actor, type))) {
    const { rows } = await sql<{ id: number; held: number }>`
      select ${id} as id, r.${sql.ref(field.fieldName)} as held from ${sql.table(type.table)} as r
      where ${id} = any(${locked.map((row) => row.id)}::bigint[]) and r.${sql.ref(field.fieldName)} is not null`.execute(
      db,
    );
    const gone = await deletedAmong(
      db,
      field.formType,
      rows.map(({ held }) => held),
    );
    for (const row of rows) {
      const title = gone.get(row.held);
      if (title !== undefined)
        refused.set(row.id, translate(actor.language, 'recycle.unattached', { name: field.name, title }));
    }
  }
}

/** What has no list of its own in the pool is there with what it belongs to only. */
const hasOwnPool = ({ pool }: RecordType): boolean => pool?.code !== undefined;

async function withOwners(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly LockedRecord[],
): Promise<Returning[]> {
  const owners = [...new Set(rows.flatMap(({ ownerUserId }) => ownerUserId ?? []))];
  const { rows: gone } = await sql<{ user_id: number }>`
    select user_id from app_user where user_id = any(${owners}::int[]) and status = 0`.execute(db);
  const leavers = new Set(gone.map((row) => row.user_id));
  return rows.map(({ id, ownerUserId }) => {
    const isOrphan = ownerUserId !== null && leavers.has(ownerUserId);
    return { id, isOrphan, owner: isOrphan ? (hasOwnPool(type) ? null : actor.userId) : ownerUserId };
  });
}

/** Limits count what comes back. In the order of the owners, so that two calls lock quotas in one order (security C8). */
async function refuseWithoutRoom(
  db: Database,
  actor: Actor,
  { beforeOwn = [] }: Rules,
  returning: readonly Returning[],
  refused: Map<number, string>,
): Promise<void> {
  const byOwner = Map.groupBy(returning, ({ owner }) => owner);
  for (const [owner, own] of [...byOwner].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))) {
    if (owner === null) continue;
    const refusalFor = (ids: readonly number[]) =>
      refusalOf(async () => {
        for (const check of beforeOwn) await check(db, owner, { ids });
      });
    if (!(await refusalFor(own.map(({ id }) => id)))) continue;
    const fitting: number[] = [];
    for (const { id } of own) {
      const refusal = await refusalFor([...fitting, id]);
      if (refusal) refused.set(id, translate(actor.language, refusal.code, refusal.params));
      else fitting.push(id);
    }
  }
}

async function bringBack(db: Database, actor: Actor, type: RecordType, back: readonly Returning[]): Promise<number> {
  const orphans = back.filter(({ isOrphan }) => isOrphan).map(({ id }) => id);
  const { rules } = recordModule(type.code);
  const owner = hasOwnPool(type) ? sql`null::int` : sql`${actor.userId}::int`;
  const reset = (hasOwnPool(type) ? rules.resetOnRelease : rules.resetOnOwnerChange)?.() ?? {};
  const isOrphan = sql`r.${sql.ref(type.idColumn)} = any(${orphans}::bigint[])`;
  const moved = Object.entries({ owner_user_id: owner, ...reset }).map(
    ([column, value]) => [column, sql`case when ${isOrphan} then ${value} else r.${sql.ref(column)} end`] as const,
  );
  const ids = back.map(({ id }) => id);
  const operationId = await changeMany(db, actor, type, ids, {
    verb: 'restored',
    access: permissionOf(type, 'delete'),
    set: {
      deleted_at: sql`null::timestamptz`,
      delete_user_id: sql`null::int`,
      ...(orphans.length > 0 ? Object.fromEntries(moved) : {}),
    },
    touches: false,
    keepsTeam: orphans.length > 0,
  });
  // what was merged away has left its follow-ups with the record that stayed
  await forgetFollowUps(db, type, ids);
  if (orphans.length > 0) await tellMoved(db, actor, type, orphans, operationId);
  return operationId;
}

/** What is in the pool has no team, and an owner is no member. */
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
        ? { verb: 'put_in_pool' as const, recordId, particulars: { operationId } }
        : { verb: 'transferred' as const, recordId, particulars: { userId: actor.userId, operationId } },
    ),
  );
}
