import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/hand-over/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { holdingNamed, holdings } from '#server/platform/hand-over/holding.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import type { HandOverInfo, HandOverState, handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError, type ErrorParams } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

interface Row {
  readonly id: number;
  readonly from_user_id: number;
  readonly user_id: number;
  readonly state: HandOverState;
  readonly kept: readonly string[];
  readonly create_time: string;
  readonly finish_time: string | null;
  readonly is_old: boolean;
  readonly total: number;
  readonly done: number;
  readonly left: number;
}

const mostKept = 100;
const mostWaiting = 100;

/** One's own hand-overs; who administers all sees all. */
const seenBy = (actor: Actor) => sql<boolean>`(h.user_id = ${actor.userId} or ${actor.rights.isSuperAdmin})`;

const selected = sql`
  select h.hand_over_id as id, h.from_user_id, h.user_id, h.state, h.kept, h.create_time, h.finish_time,
    h.create_time < now() - make_interval(days => ${undoDays}) as is_old, i.total, i.done, i."left"
  from hand_over h cross join lateral (
    select count(*)::int as total, (count(*) filter (where i.state = 'done'))::int as done,
      (count(*) filter (where i.state = 'left'))::int as "left"
    from hand_over_item i where i.hand_over_id = h.hand_over_id) i`;

/** What a person holds, of all kinds; kinds without anything are left out. */
export async function heldOf(db: Database, actor: Actor, userId: number) {
  const found: OutputOf<typeof handOverCalls.held>['holdings'] = [];
  for (const holding of holdings()) {
    const total = (await holding.totalsOf(db, [userId])).get(userId) ?? 0;
    if (total === 0) continue;
    const movable = await holding.movableOf(db, actor, userId);
    const fields = movable > 0 ? ((await holding.splitFields?.(db, actor, userId)) ?? []) : [];
    found.push({
      holding: holding.name,
      title: holding.titleOf(actor.language),
      total,
      movable,
      splitFields: fields.map((field) => ({ ...field, values: [...field.values] })),
    });
  }
  return found;
}

/** People who have been disabled and hold something, those with the most first. */
export async function waitingPeople(db: Database): Promise<OutputOf<typeof handOverCalls.waiting>> {
  const { rows } = await sql<{ user_id: number; realname: string; dept_name: string }>`
    select u.user_id, u.realname, d.name as dept_name from app_user u join department d on d.dept_id = u.dept_id
    where u.status = 0 order by u.user_id`.execute(db);
  const userIds = rows.map(({ user_id: userId }) => userId);
  const counts = new Map<number, number>();
  for (const holding of holdings())
    for (const [userId, total] of await holding.totalsOf(db, userIds))
      counts.set(userId, (counts.get(userId) ?? 0) + total);
  return rows
    .map(({ user_id: userId, realname, dept_name: deptName }) => ({
      userId,
      realname,
      deptName,
      count: counts.get(userId) ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostWaiting);
}

/** @throws AppError `access.record` for one that the actor does not see */
export async function wholeHandOver(
  db: Database,
  actor: Actor,
  handOverId: number,
): Promise<OutputOf<typeof handOverCalls.query>> {
  const row = await rowOf(db, actor, handOverId);
  const { rows } = await sql<{
    holding: string;
    user_id: number;
    count: number;
    done: number;
    left: number;
  }>`
    select holding, to_user_id as user_id, count(*)::int as count, (count(*) filter (where state = 'done'))::int as done,
      (count(*) filter (where state = 'left'))::int as "left"
    from hand_over_item where hand_over_id = ${handOverId}
    group by part, holding, to_user_id order by part, count desc, to_user_id`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const parts = [...Map.groupBy(rows, ({ holding }) => holding)].map(([holding, shares]) => ({
    holding,
    title: titleOf(holding, actor),
    shares: shares.map(({ user_id: userId, count }) => ({ userId, realname: names.user(userId) ?? '', count })),
    done: shares.reduce((sum, { done }) => sum + done, 0),
    left: shares.reduce((sum, { left }) => sum + left, 0),
  }));
  return { ...(await infoOf(db, actor, row)), parts, kept: row.kept.slice(0, mostKept) };
}

const titleOf = (holding: string, actor: Actor): string => holdingNamed(holding)?.titleOf(actor.language) ?? holding;

async function infoOf(db: Database, actor: Actor, row: Row): Promise<HandOverInfo> {
  const names = await directoryOf(db, actor.rights.version);
  const person = (userId: number) => ({ userId, realname: names.user(userId) ?? '' });
  return {
    handOverId: row.id,
    from: person(row.from_user_id),
    by: person(row.user_id),
    state: row.state,
    total: row.total,
    done: row.done,
    left: row.left,
    mayUndo: row.state === 'done' && row.done > 0 && !row.is_old ? 1 : 0,
    createTime: row.create_time,
    finishTime: row.finish_time ?? '',
  };
}

async function rowOf(db: Database, actor: Actor, handOverId: number): Promise<Row> {
  const { rows } = await sql<Row>`${selected} where h.hand_over_id = ${handOverId} and ${seenBy(actor)}`.execute(db);
  if (!rows[0]) throw new AppError('access.record');
  return rows[0];
}

/** Those of the last 30 days that were started, the newest first, and how many there are. */
export async function listHandOvers(db: Database, actor: Actor, { limit, offset }: Slice) {
  const shown = sql`where ${seenBy(actor)} and h.state <> 'planned'
    and h.create_time > now() - make_interval(days => ${undoDays})`;
  const { rows } = await sql<Row>`
    ${selected} ${shown} order by h.create_time desc, h.hand_over_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from hand_over h ${shown}`.execute(db);
  const list: HandOverInfo[] = [];
  for (const row of rows) list.push(await infoOf(db, actor, row));
  return { list, total: counted[0]?.n ?? 0 };
}

interface AskedPieces extends Slice {
  readonly handOverId: number;
  readonly holding: string;
  readonly userId?: number | undefined;
}

/** Pieces by name, those that stay first. @throws AppError `access.record` */
export async function piecesOf(
  db: Database,
  actor: Actor,
  { handOverId, holding, userId, limit, offset }: AskedPieces,
) {
  await rowOf(db, actor, handOverId);
  const asked = sql`hand_over_id = ${handOverId} and holding = ${holding}
    and (${userId ?? null}::int is null or to_user_id = ${userId ?? null}::int)`;
  const { rows } = await sql<{ item: string; user_id: number; reason: { code: string; params: ErrorParams } | null }>`
    select item, to_user_id as user_id, reason from hand_over_item where ${asked}
    order by state <> 'left', place limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from hand_over_item where ${asked}`.execute(db);
  const people = await directoryOf(db, actor.rights.version);
  const names = await holdingNamed(holding)?.namesOf(
    db,
    actor,
    rows.map(({ item }) => item),
  );
  const list = rows.flatMap(({ item, user_id: heir, reason }) => {
    const name = names?.get(item);
    if (name === undefined) return [];
    const why = reason && isMessageKey(reason.code) ? translate(actor.language, reason.code, reason.params) : '';
    return [{ name, realname: people.user(heir) ?? '', reason: why }];
  });
  return { list, total: counted[0]?.n ?? 0 };
}
