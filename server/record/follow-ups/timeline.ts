import { sql, type RawBuilder } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { filesOfBatches } from '#server/platform/files/files.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { isLinkable, linkedKeys } from '#server/record/follow-ups/links.ts';
import { mentionedIn } from '#server/record/follow-ups/mentions.ts';
import { titlesBySubject } from '#server/record/follow-ups/subjects.ts';
import { newestFirst } from '#server/record/follow-ups/write.ts';
import { mayReach, readable } from '#server/record/access/reach.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';
import { withEmojiNames } from '#shared/text/emoji.ts';
import type { FollowUpFilter, FollowUpRow } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface StoredFollowUp {
  readonly record_id: number;
  readonly type_code: number;
  readonly types_id: number;
  readonly content: string;
  readonly category: string;
  readonly next_time: string | null;
  readonly batch_id: string;
  readonly create_user_id: number;
  readonly create_time: string;
  readonly is_event: number;
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A record's follow-ups, newest first, with their files. Includes follow-ups of other records that refer to this one
 * too, if the actor may read the other (security A4).
 * @throws AppError `access.record`, `field.date`
 */
export async function followUpsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  filter: FollowUpFilter & Slice,
): Promise<FollowUpRow[]> {
  // the right to the pool opens the call, but not owned records (security A3)
  if (!(await mayReach(db, actor, type.code, id, 'read'))) throw new AppError('access.record');
  const { rows } = await sql<StoredFollowUp>`
    select ${followUpColumns('f')}
    from follow_up f where f.deleted_at is null and ${ofRecord(actor, type, id)} and ${matches(filter)}
    order by ${newestFirst} limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return followUpRows(db, actor, rows, type);
}

/** Columns for rows of follow-ups, on an alias. */
export const followUpColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(
    [
      'record_id',
      'type_code',
      'types_id',
      'content',
      'category',
      'next_time',
      'batch_id',
      'create_user_id',
      'create_time',
      'is_event',
    ].map((name) => sql.ref(`${alias}.${name}`)),
  );

/** Follow-ups on the alias `f` of a record, or referring to it from one that the actor may read (security A4). */
export function ofRecord(actor: Actor, type: RecordType, id: number): Where {
  const own = sql<boolean>`(f.type_code = ${type.code} and f.types_id = ${id})`;
  if (!isLinkable(type)) return own;
  const mayRead = recordModules().map(
    ({ type: other }) => sql`(f.type_code = ${other.code} and exists (
      select from ${sql.table(other.table)} as r where r.${sql.ref(other.idColumn)} = f.types_id and ${readable(actor, other)}))`,
  );
  return sql<boolean>`f.record_id in (
    select o.record_id from follow_up o where o.type_code = ${type.code} and o.types_id = ${id} and o.deleted_at is null
    union select l.follow_up_id from follow_up_link l where l.type_code = ${type.code} and l.record_id = ${id}
  ) and (${own} or ${sql.join(mayRead, sql` or `)})`;
}

function matches({ category, createUserId, startDate, endDate, search }: FollowUpFilter): Where {
  const parts: RawBuilder<boolean>[] = [sql`true`];
  if (category) parts.push(sql`f.category = ${category}`);
  if (createUserId !== undefined) parts.push(sql`f.create_user_id = ${createUserId}`);
  if (startDate) parts.push(sql`f.create_time >= ${dayOf(startDate)}::timestamptz`);
  if (endDate) parts.push(sql`f.create_time < ${dayOf(endDate)}::timestamptz + interval '1 day'`);
  if (search) {
    parts.push(sql`f.content ilike ${holding(withEmojiNames(search))}`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function dayOf(input: string): string {
  const date = dateOf(input);
  if (date === null) throw new AppError('field.date', { name: input });
  return date.slice(0, 10);
}

/**
 * Follow-ups that the actor can read, as on the wire. Each names its own record; on the page of a record of the type
 * `shown` only if that is of another type.
 */
export async function followUpRows(
  db: Database,
  actor: Actor,
  rows: readonly StoredFollowUp[],
  shown?: RecordType,
): Promise<FollowUpRow[]> {
  const ids = rows.map((row) => row.record_id);
  const authors = rows.map((row) => row.create_user_id);
  const names = await directoryOf(db, actor.rights.version);
  const files = await filesOfBatches(
    db,
    actor,
    rows.map((row) => row.batch_id),
  );
  const picture = await picturesOf(db, actor, authors);
  const linked = await linkedKeys(db, actor, ids);
  const mentions = await mentionedIn(db, ids);
  const foreign = rows.filter((row) => row.type_code !== shown?.code);
  const titles = await titlesBySubject(db, actor, foreign);
  const closed = new Set<number>();
  // the record's next contact is set from here (security A8)
  for (const code of new Set([...(shown ? [shown.code] : []), ...foreign.map((row) => row.type_code)])) {
    const fields = await fieldsOf(db, actor, recordModule(code).type);
    if (fields.byName.get('next_time')?.hidden === true) closed.add(code);
  }
  return rows.map((row) => {
    const isPlanShown = !closed.has(row.type_code) && !(shown && closed.has(shown.code));
    const attached = files.get(row.batch_id) ?? [];
    return {
      recordId: row.record_id,
      userImg: picture(row.create_user_id),
      realname: names.user(row.create_user_id) ?? '',
      createUserId: row.create_user_id,
      createTime: row.create_time,
      content: row.content,
      category: row.category,
      nextTime: isPlanShown ? row.next_time : null,
      batchId: row.batch_id,
      ...linked(row.record_id),
      img: attached.filter((file) => file.fileType === 'img'),
      file: attached.filter((file) => file.fileType !== 'img'),
      isEvent: isPlanShown ? row.is_event : 0,
      types: recordModule(row.type_code).type.name,
      typesId: row.types_id,
      typesName: titles(row.type_code, row.types_id) ?? '',
      mentions: (mentions.get(row.record_id) ?? []).map((userId) => ({ userId, realname: names.user(userId) ?? '' })),
      mayDelete: row.create_user_id === actor.userId || actor.rights.isSuperAdmin ? 1 : 0,
    };
  });
}
