import { sql, type RawBuilder } from 'kysely';
import '#server/platform/push/tables.ts';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import {
  checkEvent,
  everybody,
  keptSeconds,
  type Position,
  type PushEvent,
  type StoredEvent,
} from '#server/platform/push/event.ts';
import { channel, eventPayloads } from '#server/platform/push/notification.ts';
import { absoluteSeconds, idleSeconds } from '#server/platform/session/tokens.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

/**
 * Stores the event and notifies every process, both at commit of the caller's transaction. Readers may see it twice.
 * Throws when the event carries content (security W6).
 */
export async function storeEvent(db: Database, event: PushEvent): Promise<void> {
  checkEvent(event);
  const to = event.to === 'all' ? [everybody] : [...new Set(event.to)].filter((userId) => userId > 0);
  if (to.length === 0) return;
  await sql`
    with event as materialized (
      select nextval('push_event_id') as id, pg_snapshot_xmin(pg_current_snapshot()) as horizon,
        floor(extract(epoch from now())) as seconds
    ), stored as (
      insert into push_event (event_id, to_user, type, ids, horizon)
      select id, recipient, ${event.type}, ${JSON.stringify(event.ids ?? {})}::jsonb, horizon
      from event, unnest(${to}::int[]) as recipient
    )
    select pg_notify(${channel}, concat_ws(' ', 'e', id, horizon, seconds, payload))
    from event, unnest(${eventPayloads(event, to)}::text[]) as payload`.execute(db);
}

/** Recipients of one notification: their ids fit into what PostgreSQL allows. */
const atOnce = 500;

/**
 * The end of a statement that has found the recipients of an event without ids, in a `with` part `concerned (user_id)`:
 * stores it and notifies, as `storeEvent` does. `further` are columns of what the statement returns, a row at least where
 * anybody is concerned.
 */
export const storedForConcerned = (type: string, further: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
    , event as materialized (
      select nextval('push_event_id') as id, pg_snapshot_xmin(pg_current_snapshot()) as horizon,
        floor(extract(epoch from now())) as seconds
      where exists (select from concerned)
    ), stored as (
      insert into push_event (event_id, to_user, type, ids, horizon)
      select id, user_id, ${type}, '{}', horizon from event, concerned
    ), parts as (
      select jsonb_build_object('type', ${type}::text, 'ids', '{}'::jsonb, 'to', jsonb_agg(user_id)) as payload
      from (select user_id, row_number() over () / ${atOnce}::int as part from concerned) as c group by part
    )
    select pg_notify(${channel}, concat_ws(' ', 'e', id, horizon, seconds, payload)) ${further} from event, parts`;

/** Nightly: deletes events that no stream may resume from any more. Returns how many. */
export async function cleanPushEvents(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_event')
    .where('created_at', '<', sql<string>`now() - make_interval(secs => ${keptSeconds + 3600})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The position of a reader who has seen everything committed so far. */
export async function currentPosition(db: Database): Promise<Position> {
  const { rows } = await sql<{ horizon: string; seconds: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, floor(extract(epoch from now()))::int8 as seconds`.execute(
    db,
  );
  return { eventId: 0, horizon: rows[0]?.horizon ?? '0', seconds: rows[0]?.seconds ?? 0 };
}

/** Seconds from the answers that a page begins with until its stream is open, on a slow machine. */
const beginningSeconds = 30;

/** Whether a page that begins to listen may have read its rights before they changed. */
export async function areRightsFresh(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from push_event
    where created_at > now() - make_interval(secs => ${beginningSeconds}) and type = ${pushTypes.rights}
      and to_user in (${userId}, ${everybody}) limit 1`.execute(db);
  return rows.length > 0;
}

/** What a reader at `position` may have missed, oldest first; all recipients when `userId` is null. At most `most`. */
export async function eventsSince(
  db: Database,
  position: Position,
  userId: number | null,
  most: number,
): Promise<StoredEvent[]> {
  const recipients = userId === null ? sql`true` : sql`to_user in (${userId}, ${everybody})`;
  const { rows } = await sql<{
    event_id: number;
    type: string;
    ids: StoredEvent['ids'];
    to: number[];
    horizon: string;
    seconds: number;
  }>`
    select event_id, type, ids, array_agg(to_user) as to, horizon::text, floor(extract(epoch from created_at))::int8 as seconds
    from push_event
    where ${recipients} and xid >= ${position.horizon}::xid8 and event_id <> ${position.eventId}
      and created_at > now() - make_interval(secs => ${keptSeconds})
    group by event_id, type, ids, xid, horizon, created_at
    order by event_id
    limit ${most}`.execute(db);
  return rows.map(({ event_id: eventId, type, ids, to, horizon, seconds }) => ({
    position: { eventId, horizon, seconds },
    type,
    ids,
    to,
  }));
}

/** Of the given logins, those still alive; the streams of all others end. */
export async function liveLogins(db: Database, loginIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (loginIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('session_login as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.user_id')
    .where('l.login_id', '=', sql<number>`any(${loginIds}::int8[])`)
    .where('l.ended_at', 'is', null)
    .where('u.status', '<>', 0)
    .where('l.last_used_at', '>', sql<string>`now() - make_interval(secs => ${idleSeconds})`)
    .where('l.created_at', '>', sql<string>`now() - make_interval(secs => ${absoluteSeconds})`)
    .select('l.login_id')
    .execute();
  return new Set(rows.map((row) => row.login_id));
}
