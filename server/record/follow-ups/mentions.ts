import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import type { Gate } from '#server/platform/session/gate.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { translate } from '#shared/i18n/translate.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { Mentionable } from '#shared/record/calls/mention-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export type ActorFor = Gate['actorFor'];

/** Maximum people offered at once, and candidates examined for them. */
const mostOffered = 8;
const mostLookedAt = 200;

/**
 * Refuses to mention people who may not read the record, by their names (security A2).
 * @throws AppError `followup.mention`
 */
export async function requireReaders(
  db: Database,
  actorFor: ActorFor,
  actor: Actor,
  type: RecordType,
  recordId: number,
  userIds: readonly number[],
): Promise<void> {
  const refused: number[] = [];
  for (const userId of new Set(userIds))
    if (!(await mayRead(db, actorFor, type, recordId, userId))) refused.push(userId);
  if (refused.length === 0) return;
  const directory = await directoryOf(db, actor.rights.version);
  const names = refused.map((userId) => directory.user(userId) ?? String(userId));
  throw new AppError('followup.mention', { names: names.join(translate(actor.language, 'record_action.comma')) });
}

async function mayRead(
  db: Database,
  actorFor: ActorFor,
  type: RecordType,
  recordId: number,
  userId: number,
): Promise<boolean> {
  try {
    return await mayReach(db, await actorFor(db, userId), type.code, recordId, 'read');
  } catch (error) {
    // an unknown or former employee
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Stores the people mentioned in a follow-up until they have read it, and notifies their open pages at the
 * transaction's commit.
 */
export async function tell(db: Database, followUpId: number, userIds: readonly number[]): Promise<void> {
  const to = [...new Set(userIds)];
  if (to.length === 0) return;
  await db
    .insertInto('mention')
    .values(to.map((userId) => ({ follow_up_id: followUpId, user_id: userId, read_time: null })))
    .execute();
  await storeEvent(db, { type: pushTypes.mentioned, to });
}

/** Mentioned people, by the id of the follow-up. */
export async function mentionedIn(
  db: Database,
  followUpIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (followUpIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('mention')
    .select(['follow_up_id', 'user_id'])
    .where('follow_up_id', 'in', [...followUpIds])
    .orderBy('mention_id')
    .execute();
  const groups = Map.groupBy(rows, (row) => row.follow_up_id);
  return new Map([...groups].map(([id, mentions]) => [id, mentions.map((row) => row.user_id)]));
}

interface Candidate {
  readonly user_id: number;
  readonly realname: string;
  readonly dept_name: string | null;
  readonly img_file_id: number | null;
}

/**
 * People who may read the record, whose names contain the fragment: its owner and team first, then the caller's
 * department.
 * @throws AppError `access.record`
 */
export async function candidatesFor(
  db: Database,
  actorFor: ActorFor,
  actor: Actor,
  type: RecordType,
  recordId: number,
  search: string,
): Promise<Mentionable[]> {
  if (!(await mayReach(db, actor, type.code, recordId, 'read'))) throw new AppError('access.record');
  const pattern = holding(search.toLowerCase());
  const { rows } = await sql<Candidate>`
    select u.user_id, u.realname, d.name as dept_name, u.img_file_id from app_user u
    left join department d on d.dept_id = u.dept_id
    where u.status <> 0 and u.user_id <> ${actor.userId}
      and (lower(u.realname) like ${pattern} or pinyin_initials(u.realname) like ${pattern})
    order by u.user_id in (
      select r.owner_user_id from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = ${recordId}
      union select t.user_id from record_team t where t.type_code = ${type.code} and t.record_id = ${recordId}) desc,
      u.dept_id = ${actor.rights.deptId} desc, u.realname collate "zh-x-icu", u.user_id
    limit ${mostLookedAt}`.execute(db);
  const link = await linkMaker(db, actor.userId);
  const offered: Mentionable[] = [];
  for (const { user_id: userId, realname, dept_name, img_file_id } of rows) {
    if (offered.length === mostOffered) break;
    if (!(await mayRead(db, actorFor, type, recordId, userId))) continue;
    offered.push({ userId, realname, deptName: dept_name ?? '', img: img_file_id === null ? '' : link(img_file_id) });
  }
  return offered;
}
