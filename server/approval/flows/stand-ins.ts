import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { changingRows, createdRows, settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { flowCalls } from '#shared/approval/flow-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const mayEditOthers = (actor: Actor): boolean => actor.mayDo('manage:examineFlow:update');

/** Periods that are not over: the actor's own, those in which the actor stands in, and all for who sets flows up. */
export async function standInsFor(db: Database, actor: Actor): Promise<OutputOf<typeof flowCalls.standIns>> {
  const { rows } = await sql<{ id: number; user_id: number; substitute_id: number; begins: string; ends: string }>`
    select stand_in_id as id, user_id, substitute_id, to_char(begins_at, 'YYYY-MM-DD HH24:MI:SS') as begins,
      to_char(ends_at, 'YYYY-MM-DD HH24:MI:SS') as ends
    from approval_stand_in
    where ends_at > now() and (${mayEditOthers(actor)} or ${actor.userId} in (user_id, substitute_id))
    order by begins_at, stand_in_id limit 1000`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return rows.map((row) => ({
    standInId: row.id,
    userId: row.user_id,
    realname: names.user(row.user_id) ?? '',
    substituteId: row.substitute_id,
    substituteName: names.user(row.substitute_id) ?? '',
    startTime: row.begins,
    endTime: row.ends,
  }));
}

interface StoredStandIn {
  readonly id: number;
  readonly userId: number;
  readonly substituteId: number;
  /** By the company's clock. */
  readonly startTime: string;
  readonly endTime: string;
  readonly createUserId: number;
}

/** Who stands in for whom: also what people set for themselves. */
export const standInKind = settingRows<StoredStandIn>({
  name: 'stand_in',
  title: 'flow.standIns',
  access: ['manage:examineFlow:update'],
  read: async (db, ids) => {
    const { rows } = await sql<StoredStandIn>`
      select stand_in_id as id, user_id as "userId", substitute_id as "substituteId",
        to_char(begins_at, 'YYYY-MM-DD HH24:MI:SS') as "startTime", to_char(ends_at, 'YYYY-MM-DD HH24:MI:SS') as "endTime",
        created_by as "createUserId"
      from approval_stand_in where stand_in_id = any(${[...ids]}::int[]) order by stand_in_id`.execute(db);
    return rows;
  },
  put: async (db, periods) => {
    for (const { userId, substituteId } of periods) await requireAtWork(db, [userId, substituteId]);
    await sql`
      insert into approval_stand_in (stand_in_id, user_id, substitute_id, begins_at, ends_at, created_by)
      select p.id, p."userId", p."substituteId", p."startTime"::timestamptz, p."endTime"::timestamptz, p."createUserId"
      from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p(id int, "userId" int, "substituteId" int,
        "startTime" timestamp, "endTime" timestamp, "createUserId" int)
      on conflict (stand_in_id) do update set user_id = excluded.user_id, substitute_id = excluded.substitute_id,
        begins_at = excluded.begins_at, ends_at = excluded.ends_at`.execute(db);
    await organisationChanged(db);
  },
  remove: async (db, ids) => {
    await sql`delete from approval_stand_in where stand_in_id = any(${[...ids]}::int[])`.execute(db);
    await organisationChanged(db);
  },
  linesOf: async (db, periods): Promise<Lines> => {
    const ids = periods.flatMap(({ userId, substituteId }) => [userId, substituteId]);
    const { rows } = await sql<{ id: number; name: string }>`
      select user_id as id, realname as name from app_user where user_id = any(${ids}::int[])`.execute(db);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return new Map(
      periods.map(({ userId, substituteId, startTime, endTime }) => [
        `${names.get(userId)} → ${names.get(substituteId)}`,
        `${startTime.slice(0, 16)} – ${endTime.slice(0, 16)}`,
      ]),
    );
  },
});

interface Period {
  readonly userId?: number | undefined;
  readonly substituteId: number;
  readonly startTime: string;
  readonly endTime: string;
}

/** @throws AppError `access.denied` for another person's, `approval.stand_in` */
export async function saveStandIn(db: Database, actor: Actor, period: Period): Promise<number> {
  const { userId = actor.userId, substituteId } = period;
  if (userId !== actor.userId && !mayEditOthers(actor)) throw new AppError('access.denied');
  const [begins, ends] = [momentOf(period.startTime), momentOf(period.endTime)];
  if (!begins || !ends || begins >= ends || userId === substituteId) throw new AppError('approval.stand_in');
  await requireAtWork(db, [userId, substituteId]);
  await standInKind.hold(db);
  const { rows } = await sql<{ id: number }>`
    insert into approval_stand_in (user_id, substitute_id, begins_at, ends_at, created_by)
    values (${userId}, ${substituteId}, ${begins}::timestamp::timestamptz, ${ends}::timestamp::timestamptz, ${actor.userId})
    returning stand_in_id as id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await createdRows(db, actor, standInKind, [id]);
  await organisationChanged(db);
  return id;
}

/** @throws AppError `approval.stand_in` where one of them has left */
async function requireAtWork(db: Database, userIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from app_user where status <> 0 and user_id = any(${[...userIds]}::int[])`.execute(db);
  if (rows[0]?.n !== userIds.length) throw new AppError('approval.stand_in');
}

/** Ends a period, or takes back one that has not begun. @throws AppError `access.record` */
export async function endStandIn(db: Database, actor: Actor, standInId: number): Promise<void> {
  await standInKind.hold(db);
  await changingRows(db, actor, standInKind, [standInId], async () => {
    const { numAffectedRows } = await sql`
      delete from approval_stand_in
      where stand_in_id = ${standInId} and (user_id = ${actor.userId} or ${mayEditOthers(actor)})`.execute(db);
    if (Number(numAffectedRows) === 0) throw new AppError('access.record');
  });
  await organisationChanged(db);
}

/** A day or a moment of the company's own clock, ordered as text; null for anything else. */
function momentOf(text: string): string | null {
  const found = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text.trim());
  const moment = found ? `${found[1]} ${found[2] ?? '00:00'}` : '';
  const time = Date.parse(`${moment.replace(' ', 'T')}:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(moment.slice(0, 10)) ? moment : null;
}
