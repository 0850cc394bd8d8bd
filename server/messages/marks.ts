import { sql } from 'kysely';
import '#server/messages/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Marks one of the actor's messages as read; done again it changes nothing. @throws AppError `access.record` */
export async function markRead(db: Database, actor: Actor, messageId: number): Promise<void> {
  const { rows } = await sql<{ was_unread: boolean }>`
    with found as (
      select message_id, read_at is null as was_unread from message
      where message_id = ${messageId} and user_id = ${actor.userId} and deleted_at is null for update
    ), marked as (
      update message m set read_at = now() from found f where m.message_id = f.message_id and f.was_unread
    )
    select was_unread from found`.execute(db);
  if (!rows[0]) throw new AppError('access.record');
  if (rows[0].was_unread) await announce(db, actor);
}

/** Deletes one of the actor's messages. @throws AppError `access.record` */
export async function removeMessage(db: Database, actor: Actor, messageId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update message set deleted_at = now(), details = '{}'
    where message_id = ${messageId} and user_id = ${actor.userId} and deleted_at is null`.execute(db);
  if (numAffectedRows !== 1n) throw new AppError('access.record');
  await announce(db, actor);
}

/** Marks all of the actor's messages as read, or those of a kind. Returns how many. */
export const markAllRead = (db: Database, actor: Actor, label: number | undefined): Promise<number> =>
  changeAll(db, actor, label, { set: sql`read_at = now()`, where: sql`m.read_at is null` });

/** Deletes what the actor has read, all or of a kind. Returns how many. */
export const clearRead = (db: Database, actor: Actor, label: number | undefined): Promise<number> =>
  changeAll(db, actor, label, { set: sql`deleted_at = now(), details = '{}'`, where: sql`m.read_at is not null` });

/** In the order of their ids, as every change of several messages, so that two do not wait for each other. */
async function changeAll(
  db: Database,
  actor: Actor,
  label: number | undefined,
  { set, where }: { readonly set: ReturnType<typeof sql>; readonly where: ReturnType<typeof sql> },
): Promise<number> {
  const ofLabel = label === undefined ? sql`true` : sql`m.label = ${label}`;
  const { numAffectedRows = 0n } = await sql`
    with found as (
      select m.message_id from message m
      where m.user_id = ${actor.userId} and m.deleted_at is null and ${where} and ${ofLabel}
      order by m.message_id for update
    )
    update message m set ${set} from found f where m.message_id = f.message_id`.execute(db);
  if (numAffectedRows > 0n) await announce(db, actor);
  return Number(numAffectedRows);
}

/** The actor's other pages read their messages anew. */
const announce = (db: Database, { userId }: Actor): Promise<void> =>
  storeEvent(db, { type: pushTypes.messages, to: [userId] });

/** Days for which messages are kept. */
const keptDays = 180;

/** Nightly. Returns how many were deleted. */
export async function sweepMessages(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message where created_at < now() - make_interval(days => ${keptDays})`.execute(db);
  return Number(numAffectedRows);
}
