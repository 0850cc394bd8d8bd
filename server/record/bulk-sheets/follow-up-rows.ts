import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { forgetFollowUps, maySetNextTime, plannable } from '#server/record/follow-ups/write.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import type { Batch } from '#server/record/write/stored-checks.ts';
import { followFormulas } from '#server/record/write/recompute-rows.ts';
import { type ChangeDraft, columnsOfSome, loggedById, planChanges } from '#server/record/write/apply-changes.ts';
import { type Prepared, refuseFirst } from '#server/record/write/draft.ts';
import { type StoredRow, rowColumns } from '#server/record/rows/row.ts';

/** Event name of actions that wrote follow-ups from a sheet. */
export const followUpSheet = 'sheet_follow_up';

/** A follow-up imported from elsewhere. */
export interface ForeignFollowUp {
  readonly recordId: number;
  readonly userId: number;
  /** `yyyy-MM-dd HH:mm:ss`; null for now. */
  readonly time: string | null;
  readonly content: string;
  readonly category: string;
  readonly nextTime: string | null;
}

/** A follow-up before it is written. */
export interface FollowUpState {
  readonly isKnown: boolean;
  readonly isFuture: boolean;
}

/**
 * Whether follow-ups exist already: same record, author, time and content. One without a time equals one of the last
 * five minutes, so that a sheet sent twice is written once.
 */
export async function statesOf(
  db: Database,
  type: RecordType,
  followUps: readonly ForeignFollowUp[],
): Promise<FollowUpState[]> {
  const { rows } = await sql<FollowUpState>`
    select coalesce(g.time > now(), false) as "isFuture", exists (
      select 1 from follow_up f
      where f.type_code = ${type.code} and f.types_id = g."recordId" and f.deleted_at is null
        and f.create_user_id = g."userId" and f.content = g.content
        and case when g.time is null then f.create_time > now() - interval '5 minutes'
          else date_trunc('second', f.create_time) = g.time end
    ) as "isKnown"
    from jsonb_to_recordset(${JSON.stringify(followUps.map((followUp, n) => ({ ...followUp, n })))}::jsonb)
      as g("recordId" bigint, "userId" int, time timestamptz, content text, n int)
    order by g.n`.execute(db);
  return rows;
}

/**
 * Writes follow-ups of locked records as part of an action: author and time are kept, the records count as followed up,
 * the last next contact of a record wins, if the actor may set it.
 */
export async function addFollowUps(
  db: Database,
  actor: Actor,
  type: RecordType,
  followUps: readonly ForeignFollowUp[],
  operationId: number,
): Promise<void> {
  const rows = followUps.map((followUp, n) => ({ ...followUp, n, batchId: randomUUID() }));
  const written = await sql<{ id: number; recordId: number }>`
    insert into follow_up (type_code, types_id, content, category, next_time, batch_id, create_user_id, create_time)
    select ${type.code}, g."recordId", g.content, g.category, g."nextTime", g."batchId", g."userId", coalesce(g.time, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g("recordId" bigint, content text, category text, "nextTime" timestamptz, "batchId" text, "userId" int,
        time timestamptz, n int)
    order by g.n
    returning record_id as id, types_id as "recordId"`.execute(db);
  const idsOf = Map.groupBy(written.rows, ({ recordId }) => recordId);
  const ids = [...idsOf.keys()];
  const nextTimes = Object.fromEntries(
    followUps.flatMap(({ recordId, nextTime }) => (nextTime === null ? [] : [[recordId, nextTime] as const])),
  );
  const details = Object.fromEntries(
    [...idsOf].map(([recordId, those]) => [recordId, { followUpIds: those.map(({ id }) => id).join(',') }]),
  );
  const key = sql`r.${sql.ref(type.idColumn)}::text`;
  const batch = { db, actor, type, fields: await fieldsOf(db, actor, type) };
  const planned = await plannedTimes(batch, nextTimes);
  await changeMany(db, actor, type, ids, {
    verb: 'followed_up',
    access: permissionOf(type, 'read'),
    // with the others, so that the undo restores it
    set: { followup: sql`1::smallint`, ...columnsOfSome(type, planned) },
    touches: true,
    changes: sql`coalesce(${JSON.stringify(loggedById(type, planned))}::jsonb -> ${key}, '[]')`,
    detailsOf: sql`coalesce(${JSON.stringify(details)}::jsonb -> ${key}, '{}')`,
    operationId,
  });
  await followFormulas(db, batch, ids);
  await forgetFollowUps(db, type, ids);
}

/** The next contact times of the records, if the actor may set them, checked like every change. */
async function plannedTimes(
  batch: Batch,
  nextTimes: Readonly<Record<string, string>>,
): Promise<Prepared<ChangeDraft>[]> {
  const { db, actor, type, fields } = batch;
  if (!maySetNextTime(fields)) return [];
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${Object.keys(nextTimes).map(Number)}::bigint[]) and ${plannable(actor, type)}
    order by r.${sql.ref(type.idColumn)}`.execute(db);
  const drafts = rows.map((row) => ({ row, sent: { next_time: nextTimes[Number(row[type.idColumn])] ?? null } }));
  const prepared = await planChanges(batch, drafts);
  refuseFirst(prepared, actor.language);
  return prepared.filter(({ changes }) => changes.length > 0);
}

/** Removes the follow-ups that an action wrote, of the records that its undo has restored. */
export async function undoFollowUps(db: Database, type: RecordType, operationId: number): Promise<void> {
  const { rows } = await sql<{ id: number; followUpIds: string | null }>`
    select e.record_id as id, e.details ->> 'followUpIds' as "followUpIds" from operation_row o
    join event e on e.type_code = ${type.code} and e.record_id = o.record_id and e.type = ${`${type.name}.followed_up`}
      and (e.details ->> 'operationId')::bigint = o.operation_id
    where o.operation_id = ${operationId} and o.undo = 'undone'`.execute(db);
  const written = rows.flatMap(({ followUpIds }) => followUpIds?.split(',').map(Number) ?? []);
  await db
    .updateTable('follow_up')
    .set({ deleted_at: sql`now()` })
    .where(sql<boolean>`record_id = any(${written}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  await forgetFollowUps(
    db,
    type,
    rows.map(({ id }) => id),
  );
}
