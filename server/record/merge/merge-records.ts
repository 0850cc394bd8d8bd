import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import { scoped } from '#server/record/access/scope.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { forgetFollowUps } from '#server/record/follow-ups/write.ts';
import { batchKind, fileKind, followUpKind, followUpLinkKind, hangingKinds } from '#server/record/merge/moved-kinds.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { recordModule } from '#server/record/registry.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { applyAsAction, planChanges, type ChangeDraft } from '#server/record/write/apply-changes.ts';
import { changeMany, openOperation } from '#server/record/write/change-many.ts';
import { refuseFirst, type Prepared } from '#server/record/write/draft.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { moveRows } from '#server/record/write/move-rows.ts';
import { powers } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface Merge {
  /** The survivor. */
  readonly targetId: number;
  readonly sourceIds: readonly number[];
  /** Fields that take the value of another record, by fieldName. */
  readonly fields: Readonly<Record<string, number>>;
  readonly versions?: Readonly<Record<string, number>>;
}

/**
 * Merges several records: the survivor keeps its values except the chosen ones and takes over everything that belongs
 * to the others including their team; the others are moved to the recycle bin. One action, undone as a whole (R14.5).
 * @throws AppError `merge.self`, `merge.source`, `field.unknown`, `access.record`, `record.conflict`, what a save
 * refuses
 */
export async function mergeRecords(db: Database, actor: Actor, type: RecordType, merge: Merge): Promise<Act> {
  const { targetId } = merge;
  const sourceIds = [...new Set(merge.sourceIds)].toSorted((left, right) => left - right);
  if (sourceIds.includes(targetId)) throw new AppError('merge.self');
  const locked = await lockRecords(db, actor, type, [targetId, ...sourceIds], {
    reach: scoped(actor, type, 'write').where,
    ...(merge.versions ? { versions: merge.versions } : {}),
  });
  const rows = await storedRows(db, type, [targetId, ...sourceIds]);
  requireOpen(type, rows, actor.language);
  const fields = await fieldsOf(db, actor, type);
  const chosen = chosenValues(fields, merge, new Map(rows.map((row) => [Number(row[type.idColumn]), row])));
  const log = {
    verb: 'merged' as const,
    access: permissionOf(type, 'update'),
    details: {
      targetId,
      target: titleOf(locked, targetId),
      title: sourceIds.map((id) => titleOf(locked, id)).join('\n'),
    },
  };
  const operationId = await openOperation(db, actor, type, { ...log, rowTotal: locked.length, isWhole: true });
  await changeMany(db, actor, type, sourceIds, {
    ...log,
    operationId,
    set: { deleted_at: sql`now()`, delete_user_id: sql`${actor.userId}::int` },
    touches: false,
  });
  const batch = { db, actor, type, fields };
  // only now: the survivor may take the unique value of a record that it replaces
  const prepared = await planChanges(batch, [chosen]);
  refuseFirst(prepared, actor.language);
  await applyAsAction(batch, prepared, {
    ...log,
    operationId,
    set: recordModule(type.code).rules.onMerge?.(sourceIds) ?? {},
    keepsTeam: true,
  });
  await joinTeams(db, type, targetId, sourceIds);
  await moveAll(db, type, operationId, { targetId, sourceIds, batches: batchesOf(prepared) });
  return { operationId, count: locked.length };
}

const titleOf = (rows: readonly LockedRecord[], id: number): string => rows.find((row) => row.id === id)?.title ?? '';

/** The survivor with the chosen values of the others. @throws AppError `field.unknown`, `merge.source` */
function chosenValues(fields: FieldSet, merge: Merge, rows: ReadonlyMap<number, StoredRow>): ChangeDraft {
  const row = rows.get(merge.targetId);
  if (!row) throw new AppError('access.record');
  const chosen = Object.entries(merge.fields).flatMap(([name, sourceId]) => {
    const field = fields.byName.get(name);
    if (!field || field.hidden || field.companionOf !== null)
      throw new AppError('field.unknown', { name: name.slice(0, 60) });
    const source = rows.get(sourceId);
    if (!source || sourceId === merge.targetId) throw new AppError('merge.source', { name: field.name });
    // an area code is taken with its number
    const along = fields.all.filter((one) => one === field || one.companionOf === field.fieldName);
    return along.map((one) => [one.fieldName, valueOf(source, one)] as const);
  });
  return { row, sent: Object.fromEntries(chosen), bringsFiles: true };
}

/** Batches of chosen file fields. */
const batchesOf = (prepared: readonly Pick<Prepared, 'changes' | 'next'>[]): string[] =>
  prepared.flatMap(({ changes, next }) =>
    changes.flatMap((field) => {
      const value = next[field.fieldName];
      return holdsFiles(field) && typeof value === 'string' ? [value] : [];
    }),
  );

/** Members keep their highest power, owners of the others become members with write access. */
async function joinTeams(
  db: Database,
  type: RecordType,
  targetId: number,
  sourceIds: readonly number[],
): Promise<void> {
  const id = sql.ref(type.idColumn);
  await sql`
    insert into record_team (type_code, record_id, user_id, power)
    select ${type.code}, ${targetId}, m.user_id, max(m.power) from (
      select user_id, power from record_team
      where type_code = ${type.code} and record_id = any(${[...sourceIds]}::bigint[])
      union all
      select r.owner_user_id, ${powers.write} from ${sql.table(type.table)} as r where r.${id} = any(${[...sourceIds]}::bigint[])
    ) as m
    where m.user_id is distinct from (select t.owner_user_id from ${sql.table(type.table)} as t where t.${id} = ${targetId})
      and m.user_id is not null
    group by m.user_id order by m.user_id
    on conflict (type_code, record_id, user_id) do update set power = greatest(record_team.power, excluded.power)`.execute(
    db,
  );
}

async function moveAll(
  db: Database,
  type: RecordType,
  operationId: number,
  moved: { readonly targetId: number; readonly sourceIds: readonly number[]; readonly batches: readonly string[] },
): Promise<void> {
  const { targetId } = moved;
  const sources = sql`any(${[...moved.sourceIds]}::bigint[])`;
  const ofSources = sql`t.type_code = ${type.code} and t.record_id = ${sources}`;
  // a running upload is waited for, and a later one finds the record deleted
  await sql`select 1 from file_batch t where ${ofSources} order by t.batch_id for update`.execute(db);
  const id = sql.ref(type.idColumn);
  const { rows } = await sql<{ batch_id: string }>`
    select batch_id from ${sql.table(type.table)} where ${id} = ${targetId}`.execute(db);
  const own = sql`(select s.batch_id from ${sql.table(type.table)} s where s.${id} = ${sources})`;
  await moveRows(db, operationId, fileKind, sql`t.batch_id in ${own}`, rows[0]?.batch_id ?? '');
  const ofFollowUps = sql`t.batch_id in (
    select f.batch_id from follow_up f where f.type_code = ${type.code} and f.types_id = ${sources})`;
  await moveRows(
    db,
    operationId,
    batchKind,
    sql`${ofSources} and (${ofFollowUps} or t.batch_id = any(${[...moved.batches]}::text[]))`,
    targetId,
  );
  const followUps = sql`t.type_code = ${type.code} and t.types_id = ${sources}`;
  if ((await moveRows(db, operationId, followUpKind, followUps, targetId)) > 0)
    await forgetFollowUps(db, type, [targetId]);
  await moveRows(db, operationId, followUpLinkKind, ofSources, targetId);
  for (const kind of hangingKinds(type))
    await moveRows(db, operationId, kind, sql`t.${sql.ref(kind.holderColumn)} = ${sources}`, targetId);
}
