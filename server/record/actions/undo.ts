import { sql, type RawBuilder } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dropFilesOfRecords } from '#server/platform/files/files.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { followUpSheet, undoFollowUps } from '#server/record/bulk-sheets/follow-up-rows.ts';
import { forgetFollowUps } from '#server/record/follow-ups/write.ts';
import { followUpKind, movedKinds } from '#server/record/merge/moved-kinds.ts';
import { hasGoneOn, isSince } from '#server/record/actions/gone-on.ts';
import { asTheActorKnows, type Titled } from '#server/record/actions/kept-titles.ts';
import { giveBack } from '#server/record/write/move-rows.ts';
import { leaveClosed, leaveOutOfReach, leaveUnlinkable, type UndoneAction } from '#server/record/actions/undo-reach.ts';
import {
  leaveBroken,
  leaveMismatched,
  leaveNeeded,
  leaveUnattached,
  leaveWithParents,
  leaveWithWhole,
} from '#server/record/actions/undo-related.ts';
import { leaveDependedOn, undoEffect, undoRules } from '#server/record/actions/undo-transition.ts';
import { leaveTaken } from '#server/record/actions/undo-unique.ts';
import { writeEvents } from '#server/record/rows/events.ts';
import { formerTypes } from '#server/record/rows/former-records.ts';
import { restoreLines } from '#server/record/write/write-lines.ts';
import { recordModule } from '#server/record/registry.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { columnsWithFigures } from '#server/record/rollups/rollups-over.ts';
import { restoreFormer } from '#server/record/write/change-many.ts';
import { goingAlong, whileLive, type GoingAlong } from '#server/record/relations/going-along.ts';
import { removeAlong } from '#server/record/relations/remove-along.ts';

/** Days during which an action can be undone; deleted records stay in the recycle bin as long. */
export const undoDays = 30;

export interface Undone {
  readonly undone: number;
  /**
   * Records that have been changed since, that the actor may not change now, or whose unique values are taken: left
   * unchanged.
   */
  readonly kept: readonly Titled[];
}

/**
 * Undoes an action: records unchanged since get their former values, the others stay and are listed. Only the person
 * who did it may undo it, with the right it required, or an administrator, within the records and fields they may
 * change now (docs/decisions/undo-and-reach.md); a second attempt is refused. An atomic action, such as a merge, is
 * undone as a whole or not at all. `isPart` is for what an action with an undo of its own consists of.
 * @throws AppError `operation.unknown`, `access.denied`, `operation.undone`, `operation.too_old`, `operation.changed`,
 * and what the rules of the type refuse, such as `owner.limit`
 */
export async function undoOperation(
  db: Database,
  actor: Actor,
  operationId: number,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Promise<Undone> {
  const operation = await db
    .selectFrom('operation')
    .select(['type_code', 'user_id', 'undone_time', 'access', 'verb', 'is_whole', 'details'])
    .select(sql<boolean>`create_time < now() - make_interval(days => ${undoDays})`.as('is_old'))
    .where('operation_id', '=', operationId)
    // a part is undone with its whole, otherwise half of an action would remain
    .where('part_of', 'is', null)
    .where('is_part', '=', isPart)
    .forUpdate()
    .executeTakeFirst();
  if (!operation || (operation.user_id !== actor.userId && !actor.rights.isSuperAdmin))
    throw new AppError('operation.unknown');
  if (operation.undone_time !== null) throw new AppError('operation.undone');
  if (operation.is_old) throw new AppError('operation.too_old');
  if (!actor.mayDo(operation.access as Permission)) throw new AppError('access.denied');
  return takeBack(db, actor, { operationId, isPart: false, ...operation });
}

type Taken = UndoneAction & {
  readonly type_code: number;
  readonly is_whole: boolean;
  /** Of a part that is undone before its whole: the records of the whole that stay. */
  readonly staying?: { readonly type: RecordType; readonly ids: readonly number[] };
};
type Part = Taken & { readonly access: string };

/** What an action caused and is undone with it, of those that are not yet, in their order. */
const partsOf = (db: Database, operationId: number) =>
  db
    .selectFrom('operation')
    .select(['operation_id as operationId', 'type_code', 'verb', 'access', 'is_whole', 'details'])
    .where('part_of', '=', operationId)
    .where('undone_time', 'is', null)
    .orderBy('operation_id')
    .forUpdate()
    .execute();

/** Parts whose records belong to those of the action and could not stay without it, the newest first. */
async function builtUpon(db: Database, type: RecordType, operationId: number): Promise<Part[]> {
  const parts = (await partsOf(db, operationId)).map((part) => ({ isPart: false, ...part }));
  const belongs = (part: Part): boolean => {
    const { type: own } = recordModule(part.type_code);
    return undoRules(own, part) !== undefined && relationsIn(own).some(({ relation }) => relation.to === type.code);
  };
  return parts.filter(belongs).toReversed();
}

/**
 * Decides which records go back, after the parts that built upon them, which people reach as if they stood by themselves.
 * Of a record that stays, those parts stay as well: it has to be tried to be known.
 * @throws AppError `access.denied` without the right that each part took
 */
async function decide(db: Database, actor: Actor, act: Taken): Promise<Titled[]> {
  const { type } = recordModule(act.type_code);
  const parts = await builtUpon(db, type, act.operationId);
  if (parts.length === 0) return markAll(db, actor, type, act);
  if (!parts.every(({ access }) => actor.mayDo(access as Permission))) throw new AppError('access.denied');
  const attempt = async (staying: readonly number[]) => {
    const ofParts: Titled[] = [];
    for (const part of parts)
      ofParts.push(...(await takeBack(db, actor, { ...part, staying: { type, ids: staying } })).kept);
    const own = await markAll(db, actor, type, act);
    return { own, all: [...ofParts, ...own] };
  };
  await sql`savepoint before_parts`.execute(db);
  const { own, all } = await attempt([]);
  if (own.length === 0) return all;
  await sql`rollback to savepoint before_parts`.execute(db);
  return (await attempt(own.map(({ id }) => id))).all;
}

/** Marks every record of an action as undone or kept; answers those that are kept. */
async function markAll(db: Database, actor: Actor, type: RecordType, act: Taken): Promise<Titled[]> {
  const { operationId, staying } = act;
  const changed = await markRows(db, type, operationId);
  return asTheActorKnows(db, actor, type, operationId, [
    ...changed,
    ...(await leaveOutOfReach(db, actor, type, act)),
    ...(await leaveClosed(db, actor, type, act)),
    ...(await leaveUnlinkable(db, actor, type, act)),
    ...(staying ? await leaveWithParents(db, type, operationId, staying) : await leaveWithWhole(db, type, operationId)),
    ...(await leaveNeeded(db, actor, type, operationId)),
    ...(await leaveUnattached(db, actor, type, operationId)),
    ...(await leaveMismatched(db, actor, type, operationId)),
    ...(await leaveBroken(db, actor, type, operationId)),
    ...(await leaveDependedOn(db, actor, type, act)),
    // last: records left for other reasons keep their current values
    ...(await leaveTaken(db, actor, type, operationId)),
  ]);
}

/** Undoes an action and those that it caused, whose records are not counted as its own. */
async function takeBack(db: Database, actor: Actor, act: Taken): Promise<Undone> {
  const { operationId } = act;
  const { type } = recordModule(act.type_code);
  const kept = await decide(db, actor, act);
  if (act.is_whole) await requireAllUntouched(db, actor, operationId, kept);
  const undone = await restore(db, actor, type, act);
  if (formerTypes(type).some(({ verb }) => verb === act.verb)) await dropCopies(db, actor, type, operationId);
  if (act.verb === followUpSheet) await undoFollowUps(db, type, operationId);
  await db
    .updateTable('operation')
    .set({ undone_time: sql`now()`, undone_by: actor.userId })
    .where('operation_id', '=', operationId)
    .execute();
  const parts = await partsOf(db, operationId);
  const ofParts: { readonly typeCode: number; readonly kept: Undone['kept'] }[] = [];
  for (const part of parts)
    ofParts.push({ typeCode: part.type_code, kept: (await takeBack(db, actor, { isPart: true, ...part })).kept });
  const going = await removeAgain(db, actor, type, operationId);
  for (const { typeCode, kept: left } of ofParts)
    kept.push(...left.filter(({ id }) => going.get(typeCode)?.records.has(id) !== true));
  return { undone, kept };
}

/** Records returned to the recycle bin include their children, also those added since. */
async function removeAgain(db: Database, actor: Actor, type: RecordType, operationId: number): Promise<GoingAlong> {
  const ids = await removedRows(db, operationId);
  const going = await goingAlong(db, type, ids, whileLive);
  await removeAlong(db, actor, type, going, { details: { operationId } });
  return going;
}

const removedRows = async (db: Database, operationId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select o.record_id as id from operation_row o
    where o.operation_id = ${operationId} and o.undo = 'undone' and ${isRemoval}`.execute(db);
  return rows.map(({ id }) => id);
};

async function requireAllUntouched(
  db: Database,
  actor: Actor,
  operationId: number,
  kept: Undone['kept'],
): Promise<void> {
  // those without a mark have been destroyed
  const { rows: gone } = await sql<{ id: number }>`
    select record_id as id from operation_row where operation_id = ${operationId} and undo is null`.execute(db);
  if (kept.length + gone.length === 0) return;
  const names = [...kept.map(({ title }) => title), ...gone.map(({ id }) => `#${id}`)];
  throw new AppError(
    'operation.changed',
    { name: names.join(translate(actor.language, 'record_action.comma')) },
    { kept },
  );
}

/**
 * Locks the records of an action, after what counts over them. Those that it puts into the recycle bin are kept from
 * whoever refers to them meanwhile; others are not, who may have locked what this locks next.
 */
async function lockActed(db: Database, type: RecordType, operationId: number): Promise<void> {
  const id = sql.ref(`r.${type.idColumn}`);
  await lockFormerAndPresent(db, type, operationId);
  const { rows } = await sql<{ removes: boolean }>`
    select exists (select from operation_row o where o.operation_id = ${operationId} and ${isRemoval}) as removes`.execute(
    db,
  );
  await sql`
    select from ${sql.table(type.table)} as r
    where ${id} in (select record_id from operation_row where operation_id = ${operationId})
    order by ${id} ${rows[0]?.removes ? sql`for update` : sql`for no key update`}`.execute(db);
}

/**
 * Locks the records and decides row by row: unchanged since, or kept; a destroyed record has no mark. A subquery looks
 * each record up by its id: a join would be planned by statistics of earlier actions, and this one may be far larger.
 */
async function markRows(db: Database, type: RecordType, operationId: number): Promise<Undone['kept']> {
  const id = sql.ref(`r.${type.idColumn}`);
  const table = sql.table(type.table);
  await lockActed(db, type, operationId);
  await sql`
    update operation_row o set undo = (
      select case when r.version = o.version_after and not (${isRemoval} and ${hasGoneOn(type)}) then 'undone' else 'kept' end
      from ${table} as r where ${id} = o.record_id)
    where o.operation_id = ${operationId}`.execute(db);
  const { rows } = await sql<Titled>`
    select ${id} as id, r.${sql.ref(type.titleField)} as title from operation_row o
    join ${table} as r on ${id} = o.record_id
    where o.operation_id = ${operationId} and o.undo = 'kept' order by ${id}`.execute(db);
  return rows;
}

/** Locks what counts over the records of an action, by what they refer to now and after the undo. */
async function lockFormerAndPresent(db: Database, type: RecordType, operationId: number): Promise<void> {
  if ((await columnsWithFigures(db, type)).length === 0) return;
  const { rows } = await sql<{ id: number; before: Record<string, unknown> }>`
    select record_id as id, before from operation_row where operation_id = ${operationId}`.execute(db);
  const columns = relationsIn(type).map(({ column }) => column);
  const named = rows.map(({ before }) =>
    Object.fromEntries(columns.flatMap((name) => (before[name] === undefined ? [] : [[name, Number(before[name])]]))),
  );
  await lockAncestors(
    db,
    type,
    rows.map(({ id }) => id),
    named,
  );
}

/** Frees the quota of copied files of records created from others: the originals still have them (security U6). */
const dropCopies = async (db: Database, actor: Actor, type: RecordType, operationId: number): Promise<void> =>
  dropFilesOfRecords(db, actor, type.code, await removedRows(db, operationId));

/** For records created or restored by the action, undoing means moving them to the recycle bin. */
const isRemoval = sql`o.before ->> 'deleted_at' is not null`;

async function restore(db: Database, actor: Actor, type: RecordType, act: UndoneAction): Promise<number> {
  const { operationId } = act;
  const rows: { id: number; version: number }[] = [];
  const parts = await changedColumns(db, operationId);
  for (const columns of parts)
    rows.push(...(await restoreFormer(db, type, operationId, columns, (column) => formerValue(type, column))));
  const ids = rows.map((row) => row.id);
  await restoreLines(db, type, operationId);
  await recordModule(type.code).rules.afterUndo?.(db, ids, parts.flat());
  await undoEffect(db, actor, type, act, ids);
  await writeEvents(
    db,
    sql`
    select ${`${type.name}.act_undone`}, ${type.code}::int, u.id, u.version, ${actor.userId}::int, '[]'::jsonb,
      jsonb_build_object('operationId', ${operationId}::bigint)
    from unnest(${ids}::bigint[], ${rows.map((row) => row.version)}::int[]) as u(id, version)`,
  );
  await restoreTeams(db, type, operationId);
  const holders = await giveBack(db, operationId, movedKinds(type));
  await forgetFollowUps(db, type, (holders.get(followUpKind.kind) ?? []).map(Number));
  return rows.length;
}

/** The former value of a column; records followed up since stay marked so. */
function formerValue(type: RecordType, column: string): RawBuilder<unknown> {
  const former = sql`old.${sql.ref(column)}`;
  if (column !== 'followup') return former;
  return sql`case when ${former} = 0 and exists (
    select from event e join follow_up f on f.record_id = (e.details ->> 'followUpId')::bigint
    where ${isSince(type)} and e.type = ${`${type.name}.followed_up`}
      and f.type_code = ${type.code} and f.types_id = o.record_id and f.deleted_at is null) then 1 else ${former} end`;
}

/**
 * The columns changed by the parts of the action, once per set of columns. Records leaving the recycle bin come last:
 * the others may have to release its unique values first.
 */
async function changedColumns(db: Database, operationId: number): Promise<string[][]> {
  const { rows } = await sql<{ columns: string[] }>`
    select distinct array(select jsonb_object_keys(before) order by 1) as columns
    from operation_row where operation_id = ${operationId} and undo = 'undone'`.execute(db);
  const isRevived = (columns: readonly string[]): number => (columns.includes('deleted_at') ? 1 : 0);
  return rows.map(({ columns }) => columns).toSorted((left, right) => isRevived(left) - isRevived(right));
}

/** Restores former members, where the action changed them. */
async function restoreTeams(db: Database, type: RecordType, operationId: number): Promise<void> {
  const kept = sql`operation_id = ${operationId} and undo = 'undone' and team_before is not null`;
  await sql`
    delete from record_team where type_code = ${type.code}
      and record_id in (select record_id from operation_row where ${kept})`.execute(db);
  await sql`
    insert into record_team (type_code, record_id, user_id, power)
    select ${type.code}, record_id, (member ->> 0)::int, (member ->> 1)::int
    from operation_row, jsonb_array_elements(team_before) as member where ${kept}`.execute(db);
}
