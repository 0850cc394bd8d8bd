import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { attachBatch, dropFilesOfBatch, filesOfBatches } from '#server/platform/files/files.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import type { FollowUpRow } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isBlank } from '#shared/record/field.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordEvents } from '#server/record/events.ts';
import { mayReach } from '#server/record/reach.ts';
import { readRow } from '#server/record/read.ts';
import { recordModule } from '#server/record/registry.ts';
import { defaultLabel, fieldsOf } from '#server/record/field-set.ts';

/** Kinds of follow-up of a new installation (reference §20). */
const standardCategories = ['打电话', '发短信', '上门拜访'];
const setting = 'follow_up_categories';

export interface NewFollowUp {
  readonly typesId: number;
  readonly content?: string | undefined;
  readonly category?: string | undefined;
  readonly nextTime?: unknown;
  readonly batchId?: string | undefined;
}

/** Writes a follow-up; the record then counts as followed up and takes over the next contact time (reference §7.9). */
export async function addFollowUp(db: Database, actor: Actor, type: RecordType, input: NewFollowUp): Promise<number> {
  if (!input.content) throw new AppError('followup.content');
  if (!input.category) throw new AppError('followup.category');
  const nextTime = isBlank(input.nextTime) ? null : dateOf(input.nextTime);
  if (nextTime === null && !isBlank(input.nextTime)) {
    throw new AppError('field.date', { name: defaultLabel(type, 'next_time', actor.language) });
  }
  await readRow(db, actor, type, input.typesId);
  await holdRecord(db, type, input.typesId);
  const batchId = input.batchId ?? randomUUID();
  if (!isBatchId(batchId)) throw new AppError('input.field', { field: 'batchId' });
  const row = await db
    .insertInto('follow_up')
    .values({
      type_code: type.code,
      types_id: input.typesId,
      content: input.content,
      category: input.category,
      next_time: nextTime,
      batch_id: batchId,
      create_user_id: actor.userId,
      deleted_at: null,
    })
    .returning('record_id')
    .executeTakeFirstOrThrow();
  await attachBatch(db, actor, batchId, { typeCode: type.code, recordId: input.typesId });
  const nextField = (await fieldsOf(db, actor, type)).byName.get('next_time');
  // whoever may not write the field does not write it this way either (security A10)
  const maySet = nextField?.fieldType === 1 && !nextField.hidden && !nextField.readOnly;
  const moved = nextTime === null || !maySet ? null : await moveNextTime(db, type, input.typesId, nextTime);
  await countAsFollowedUp(db, type, [input.typesId]);
  await recordEvents(db, type, actor.userId, [
    { verb: 'followed_up', recordId: input.typesId, particulars: { followUpId: row.record_id }, ...moved },
  ]);
  return row.record_id;
}

/** Against a merge or a deletion meanwhile, which would leave the follow-up behind. */
async function holdRecord(db: Database, type: RecordType, id: number): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(type.table)}
    where ${sql.ref(type.idColumn)} = ${id} and deleted_at is null for no key update`.execute(db);
  if (rows.length === 0) throw new AppError('access.record');
}

/** Records that have new follow-ups: they count as followed up and come to the top of lists (reference crm §7.9). */
export async function countAsFollowedUp(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(type.table)} as r set followup = 1, update_time = now(), ${latest(type)}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
}

/** Records that have lost follow-ups. */
export async function forgetFollowUps(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(type.table)} as r set ${latest(type)}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
}

/** Newest first by the time they are of: those from a sheet are older than the row that holds them. */
const newestFirst = sql`f.create_time desc, f.record_id desc`;

/** What a record shows of its latest follow-up, as assignments on the alias `r`. */
const latest = (type: RecordType) => sql`(last_time, last_content) = (
  select f.create_time, f.content from follow_up f
  where f.type_code = ${type.code} and f.types_id = r.${sql.ref(type.idColumn)} and f.deleted_at is null
  order by ${newestFirst} limit 1)`;

/**
 * The next contact is a field of the record: it changes with a version and the log says so, that somebody who has the
 * form open does not overwrite it unseen (security C10).
 */
async function moveNextTime(db: Database, type: RecordType, id: number, nextTime: string) {
  const { rows } = await sql<{ former: string | null; version: number }>`
    update ${sql.table(type.table)} as r set next_time = ${nextTime}::timestamptz, version = r.version + 1
    from (select next_time as former from ${sql.table(type.table)} where ${sql.ref(type.idColumn)} = ${id} for update) as f
    where r.${sql.ref(type.idColumn)} = ${id} and r.next_time is distinct from ${nextTime}::timestamptz
    returning f.former, r.version`.execute(db);
  const moved = rows[0];
  if (!moved) return null;
  const change = { id: 'next_time', name: defaultLabel(type, 'next_time'), from: moved.former, to: nextTime };
  return { version: moved.version, changes: [change] };
}

/** A record's follow-ups, newest first, with their files. */
export async function followUpsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  page: { offset: number; limit: number },
): Promise<FollowUpRow[]> {
  // the right to the pool opens the call, but not what somebody owns (security A3)
  if (!(await mayReach(db, actor, type.code, id, 'read'))) throw new AppError('access.record');
  const rows = await db
    .selectFrom('follow_up as f')
    .selectAll()
    .where('type_code', '=', type.code)
    .where('types_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy(newestFirst)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const names = await directoryOf(db, actor.rights.version);
  const files = await filesOfBatches(
    db,
    actor,
    rows.map((row) => row.batch_id),
  );
  const picture = await picturesOf(
    db,
    actor,
    rows.map((row) => row.create_user_id),
  );
  // the record's next contact comes from here (security A8)
  const isHidden = (await fieldsOf(db, actor, type)).byName.get('next_time')?.hidden === true;
  return rows.map((row) => {
    const attached = files.get(row.batch_id) ?? [];
    return {
      recordId: row.record_id,
      userImg: picture(row.create_user_id),
      realname: names.user(row.create_user_id) ?? '',
      createUserId: row.create_user_id,
      createTime: row.create_time,
      content: row.content,
      category: row.category,
      nextTime: isHidden ? null : row.next_time,
      batchId: row.batch_id,
      businessIds: '',
      contactsIds: '',
      img: attached.filter((file) => file.fileType === 'img'),
      file: attached.filter((file) => file.fileType !== 'img'),
      businessList: [],
      contactsList: [],
      mayDelete: row.create_user_id === actor.userId || actor.rights.isSuperAdmin ? 1 : 0,
    };
  });
}

/** Its author and administrators may take a follow-up back, its files with it; to everybody else it does not exist. */
export async function deleteFollowUp(db: Database, actor: Actor, followUpId: number): Promise<void> {
  const row = await db
    .selectFrom('follow_up')
    .select(['type_code', 'types_id', 'create_user_id', 'batch_id'])
    .where('record_id', '=', followUpId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.create_user_id !== actor.userId && !actor.rights.isSuperAdmin)) throw new AppError('access.record');
  const { type } = recordModule(row.type_code);
  await readRow(db, actor, type, row.types_id);
  await db
    .updateTable('follow_up')
    .set({ deleted_at: sql`now()` })
    .where('record_id', '=', followUpId)
    .execute();
  await dropFilesOfBatch(db, actor, row.batch_id);
  await forgetFollowUps(db, type, [row.types_id]);
  await recordEvents(db, type, actor.userId, [{ verb: 'follow_up_deleted', recordId: row.types_id }]);
}

export async function followUpCategories(db: Database): Promise<string[]> {
  const row = await db.selectFrom('app_setting').select('value').where('name', '=', setting).executeTakeFirst();
  return Array.isArray(row?.value) ? (row.value as string[]) : standardCategories;
}

export async function setFollowUpCategories(db: Database, categories: readonly string[]): Promise<void> {
  const value = JSON.stringify([...new Set(categories)]);
  await db
    .insertInto('app_setting')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
