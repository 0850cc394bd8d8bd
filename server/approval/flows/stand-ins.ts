import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
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
  const { rows: staff } = await sql<{ n: number }>`
    select count(*)::int as n from app_user
    where status <> 0 and user_id = any(${[userId, substituteId]}::int[])`.execute(db);
  if (!begins || !ends || begins >= ends || staff[0]?.n !== 2) throw new AppError('approval.stand_in');
  const { rows } = await sql<{ id: number }>`
    insert into approval_stand_in (user_id, substitute_id, begins_at, ends_at, created_by)
    values (${userId}, ${substituteId}, ${begins}::timestamp::timestamptz, ${ends}::timestamp::timestamptz, ${actor.userId})
    returning stand_in_id as id`.execute(db);
  await organisationChanged(db);
  return rows[0]?.id ?? 0;
}

/** Ends a period, or takes back one that has not begun. @throws AppError `access.record` */
export async function endStandIn(db: Database, actor: Actor, standInId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from approval_stand_in
    where stand_in_id = ${standInId} and (user_id = ${actor.userId} or ${mayEditOthers(actor)})`.execute(db);
  if (Number(numAffectedRows) === 0) throw new AppError('access.record');
  await organisationChanged(db);
}

/** A day or a moment of the company's own clock, ordered as text; null for anything else. */
function momentOf(text: string): string | null {
  const found = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text.trim());
  const moment = found ? `${found[1]} ${found[2] ?? '00:00'}` : '';
  const time = Date.parse(`${moment.replace(' ', 'T')}:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(moment.slice(0, 10)) ? moment : null;
}
