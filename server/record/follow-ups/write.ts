import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { attachBatch, dropFilesOfBatch } from '#server/platform/files/files.ts';
import type { LinkedIds } from '#shared/record/calls/follow-up-links.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isBlank } from '#shared/record/field.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import { contactPeriod, isContactDay } from '#shared/record/contact-day.ts';
import { withEmojiNames } from '#shared/text/emoji.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordEvents } from '#server/record/rows/events.ts';
import type { Where } from '#server/record/query/where.ts';
import { requireLinks, writeLinks } from '#server/record/follow-ups/links.ts';
import { requireReaders, tell, type ActorFor } from '#server/record/follow-ups/mentions.ts';
import { reportToPeople } from '#server/record/people-events.ts';
import { readRow } from '#server/record/rows/read.ts';
import { recordModule } from '#server/record/registry.ts';
import { defaultLabel, fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { followUpCategories, kindMeant, unknownKind } from '#server/record/follow-ups/kinds.ts';
import type { Batch } from '#server/record/write/stored-checks.ts';
import { type StoredRow, rowColumns } from '#server/record/rows/row.ts';
import { loggedChanges, refuseFirst } from '#server/record/write/draft.ts';
import { planChanges, writeUnlogged } from '#server/record/write/apply-changes.ts';
import { setSystemColumns } from '#server/record/write/system-columns.ts';

export interface NewFollowUp {
  readonly typesId: number;
  readonly content?: string | undefined;
  readonly category?: string | undefined;
  readonly nextTime?: unknown;
  readonly isEvent?: number | undefined;
  readonly batchId?: string | undefined;
  readonly linked?: LinkedIds;
  readonly mentionIds?: readonly number[];
}

/**
 * Writes a follow-up; its record and linked records then count as followed up and take over the next contact time
 * (R13.1), where the actor may set it. The mentioned people are notified.
 * @throws AppError `followup.content`, `followup.category`, `followup.category_unknown`, `followup.next_time`,
 * `followup.mention`, `access.record`
 */
export async function addFollowUp(
  db: Database,
  actor: Actor,
  type: RecordType,
  input: NewFollowUp,
  actorFor: ActorFor,
): Promise<number> {
  if (!input.content) throw new AppError('followup.content');
  if (!input.category) throw new AppError('followup.category');
  const kinds = await followUpCategories(db);
  const category = kindMeant(kinds, input.category);
  if (category === undefined)
    throw new AppError('followup.category_unknown', unknownKind(kinds, input.category, actor.language));
  const nextTime = await nextTimeOf(db, actor, type, input.nextTime);
  await readRow(db, actor, type, input.typesId);
  await holdRecord(db, type, input.typesId);
  const linked = await requireLinks(db, actor, type, input.linked ?? {});
  const mentioned = (input.mentionIds ?? []).filter((userId) => userId !== actor.userId);
  await requireReaders(db, actorFor, actor, type, input.typesId, mentioned);
  const batchId = input.batchId ?? randomUUID();
  if (!isBatchId(batchId)) throw new AppError('input.field', { parameter: 'batchId' });
  const { record_id: followUpId } = await db
    .insertInto('follow_up')
    .values({
      type_code: type.code,
      types_id: input.typesId,
      content: withEmojiNames(input.content),
      category,
      next_time: nextTime,
      batch_id: batchId,
      create_user_id: actor.userId,
      deleted_at: null,
      is_event: input.isEvent ?? 0,
    })
    .returning('record_id')
    .executeTakeFirstOrThrow();
  // a separate batch: deleting the follow-up deletes its files
  await attachBatch(db, actor, batchId, { typeCode: type.code, recordId: input.typesId, isNew: true });
  await writeLinks(db, followUpId, linked);
  const moved = await takeNextTime(db, actor, type, input.typesId, nextTime);
  await countAsFollowedUp(db, type, [input.typesId]);
  const details = { followUpId };
  await recordEvents(db, type, actor.userId, [{ verb: 'followed_up', recordId: input.typesId, details, ...moved }]);
  for (const { type: other, id } of linked) {
    const change = await takeNextTime(db, actor, other, id, nextTime);
    await recordEvents(db, other, actor.userId, [{ verb: 'followed_up', recordId: id, details, ...change }]);
  }
  await tell(db, followUpId, mentioned);
  await reportMention(db, actor, type, 'mentioned', { followUpId, ...input, mentioned });
  return followUpId;
}

async function nextTimeOf(db: Database, actor: Actor, type: RecordType, input: unknown): Promise<string | null> {
  if (isBlank(input)) return null;
  const time = dateOf(input);
  if (time === null) throw new AppError('field.date', { name: defaultLabel(type, 'next_time', actor.language) });
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db);
  const today = rows[0]?.today ?? '';
  if (!isContactDay(time, today)) throw new AppError('followup.next_time', contactPeriod(today));
  return time;
}

/** Whether the actor's follow-ups may set the next contact of a record: if its field may be written (security A10). */
export function maySetNextTime(fields: FieldSet): boolean {
  const field = fields.byName.get('next_time');
  return field?.fieldType === 1 && !field.hidden && !field.readOnly;
}

/**
 * Records on the alias `r` whose next contact a follow-up of the actor sets: writable and not closed. Otherwise the
 * time stays with the follow-up alone. The right to update is not required.
 */
export const plannable = (actor: Actor, type: RecordType): Where =>
  within(type, scoped(actor, type, 'write'), 'open').where;

/** The next contact of a record, if the type has one and the actor may set it. */
async function takeNextTime(db: Database, actor: Actor, type: RecordType, id: number, nextTime: string | null) {
  if (nextTime === null) return null;
  const fields = await fieldsOf(db, actor, type);
  return maySetNextTime(fields) ? moveNextTime({ db, actor, type, fields }, id, nextTime) : null;
}

/** Locks against a concurrent merge or deletion, which would leave the follow-up behind. */
async function holdRecord(db: Database, type: RecordType, id: number): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(type.table)}
    where ${sql.ref(type.idColumn)} = ${id} and deleted_at is null for no key update`.execute(db);
  if (rows.length === 0) throw new AppError('access.record');
}

/** Records with new follow-ups: they count as followed up and move to the top of lists (R13.1). */
export const countAsFollowedUp = (db: Database, type: RecordType, ids: readonly number[]): Promise<void> =>
  setSystemColumns(db, type, ids, sql`followup = 1, update_time = now(), ${latest(type)}`);

/** Records that have lost follow-ups, or may have: those of a type without them show none. */
export const forgetFollowUps = async (db: Database, type: RecordType, ids: readonly number[]): Promise<void> => {
  if (can(type, 'followUps')) await setSystemColumns(db, type, ids, latest(type));
};

/** Newest first by their own time, on the alias `f`: follow-ups from a sheet are older than their row. */
export const newestFirst = sql`f.create_time desc, f.record_id desc`;

/** What a record shows of its latest follow-up, as assignments on the alias `r`. */
const latest = (type: RecordType) => sql`(last_time, last_content) = (
  select f.create_time, f.content from follow_up f
  where f.type_code = ${type.code} and f.types_id = r.${sql.ref(type.idColumn)} and f.deleted_at is null
  order by ${newestFirst} limit 1)`;

/**
 * The next contact is a field of the record: it changes with a version and a log entry, so that an open form does not
 * silently overwrite it (security C10).
 */
async function moveNextTime(batch: Batch, id: number, nextTime: string) {
  const { db, actor, type } = batch;
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and ${plannable(actor, type)} for update`.execute(db);
  const prepared = await planChanges(
    batch,
    rows.map((row) => ({ row, sent: { next_time: nextTime } })),
  );
  refuseFirst(prepared, actor.language);
  const [moved] = prepared.filter(({ changes }) => changes.length > 0);
  if (!moved) return null;
  await writeUnlogged(batch, moved);
  return { version: moved.draft.row.version + 1, changes: loggedChanges(moved) };
}

/** What mentions people is quoted to them, as long as it is there. */
async function reportMention(
  db: Database,
  actor: Actor,
  type: RecordType,
  action: 'mentioned' | 'mention_deleted',
  said: {
    readonly followUpId: number;
    readonly typesId: number;
    readonly content?: string | undefined;
    readonly mentioned: readonly number[];
  },
): Promise<void> {
  if (action === 'mentioned' && said.mentioned.length === 0) return;
  await reportToPeople(db, [
    {
      action,
      type,
      recordIds: [said.typesId],
      userIds: said.mentioned,
      causedBy: actor.userId,
      key: `mention/${said.followUpId}`,
      remarks: withEmojiNames(said.content ?? ''),
    },
  ]);
}

/** Its author and administrators may delete a follow-up with its files; for others it does not exist. */
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
  requireOn(actor, type);
  await readRow(db, actor, type, row.types_id);
  await db
    .updateTable('follow_up')
    .set({ deleted_at: sql`now()` })
    .where('record_id', '=', followUpId)
    .execute();
  await dropFilesOfBatch(db, actor, row.batch_id);
  await forgetFollowUps(db, type, [row.types_id]);
  await recordEvents(db, type, actor.userId, [{ verb: 'follow_up_deleted', recordId: row.types_id }]);
  await reportMention(db, actor, type, 'mention_deleted', { followUpId, typesId: row.types_id, mentioned: [] });
}
