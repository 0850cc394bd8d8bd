import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import type { Where } from '#server/record/query/where.ts';
import { titlesBySubject } from '#server/record/follow-ups/subjects.ts';
import { readable } from '#server/record/access/reach.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { MentionRow } from '#shared/record/calls/mention-calls.ts';

interface StoredMention {
  readonly mention_id: number;
  readonly record_id: number;
  readonly type_code: number;
  readonly types_id: number;
  readonly content: string;
  readonly create_user_id: number;
  readonly create_time: string;
  readonly is_read: boolean;
}

/** Follow-ups that mention the actor, newest first. Those out of reach are neither shown nor counted (security A2). */
export async function mentionsOf(
  db: Database,
  actor: Actor,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ list: MentionRow[]; totalRow: number; unreadNum: number }> {
  const own = sql`
    from mention m join follow_up f on f.record_id = m.follow_up_id
    where m.user_id = ${actor.userId} and f.deleted_at is null and ${inReach(actor)}`;
  const { rows: counts } = await sql<{ total: number; unread: number }>`
    select count(*) as total, count(*) filter (where m.read_time is null) as unread ${own}`.execute(db);
  const { rows } = await sql<StoredMention>`
    select m.mention_id, f.record_id, f.type_code, f.types_id, f.content, f.create_user_id, f.create_time,
      m.read_time is not null as is_read ${own}
    order by m.mention_id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const picture = await picturesOf(
    db,
    actor,
    rows.map((row) => row.create_user_id),
  );
  const titles = await titlesBySubject(db, actor, rows);
  return {
    list: rows.map((row) => ({
      mentionId: row.mention_id,
      recordId: row.record_id,
      types: recordModule(row.type_code).type.name,
      typesId: row.types_id,
      typesName: titles(row.type_code, row.types_id) ?? '',
      content: row.content,
      createUserId: row.create_user_id,
      realname: names.user(row.create_user_id) ?? '',
      userImg: picture(row.create_user_id),
      createTime: row.create_time,
      isRead: row.is_read ? 1 : 0,
    })),
    totalRow: counts[0]?.total ?? 0,
    unreadNum: counts[0]?.unread ?? 0,
  };
}

/** Follow-ups `f` whose record the actor can read. */
const inReach = (actor: Actor): Where => {
  const types = recordModules().map(
    ({ type }) => sql`(f.type_code = ${type.code} and exists (
      select from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = f.types_id and ${readable(actor, type)}))`,
  );
  return sql<boolean>`(${sql.join(types, sql` or `)})`;
};

/** Marks one of the actor's mentions, or all, as read; the actor's other pages are notified. */
export async function markRead(db: Database, actor: Actor, mentionId: number | undefined): Promise<void> {
  const which = mentionId === undefined ? sql`true` : sql`mention_id = ${mentionId}`;
  const { numAffectedRows } = await sql`
    update mention set read_time = now() where user_id = ${actor.userId} and read_time is null and ${which}`.execute(
    db,
  );
  if ((numAffectedRows ?? 0n) > 0n) await storeEvent(db, { type: pushTypes.mentioned, to: [actor.userId] });
}
