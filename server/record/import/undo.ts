import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { isComputed } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { undeletableAmong } from '#server/record/recycle/deletable.ts';
import { recordEvents, type NewEvent } from '#server/record/rows/events.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { mayImportToPool, requireImportRight } from '#server/record/access/import-right.ts';
import { isAdministrators } from '#server/record/import/sheet.ts';
import { findHolders } from '#server/record/write/holders.ts';
import { refuseBuiltUpon } from '#server/record/actions/built-upon.ts';
import { finish, taskOf } from '#server/record/import/run.ts';
import { sameValue } from '#server/record/fields/input.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import { goingAlong, whileLive } from '#server/record/relations/going-along.ts';
import { removeAlong } from '#server/record/relations/remove-along.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { mismatchedAmong, unattachedAmong, unlinkableAmong } from '#server/record/rows/related.ts';
import { valueOf, valuesOf } from '#server/record/rows/row.ts';
import { updateRows } from '#server/record/write/apply-changes.ts';
import { scoped } from '#server/record/access/scope.ts';
import { binRows } from '#server/record/write/change-many.ts';
import { asRuleLines, closedLines, type FormerLine } from '#server/record/lines/former-lines.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { recomputeRows } from '#server/record/write/recompute-rows.ts';
import { restoreFormerLines } from '#server/record/write/write-lines.ts';
import type { Former } from '#server/record/import/outcome.ts';
import { ruleProblems } from '#server/record/write/draft.ts';

const chunkRows = 500;

interface ImportedRow {
  readonly row_number: number;
  readonly further_rows: readonly number[] | null;
  readonly result: 'created' | 'updated';
  readonly record_id: number;
  readonly before: Former | null;
  readonly version: number;
  /** The record as the import left it, and nothing else has happened to it since that was not undone. */
  readonly untouched: boolean;
}

/** A record and all that the import's rows made of it, the newest row first. */
interface Imported {
  readonly id: number;
  readonly version: number;
  readonly untouched: boolean;
  readonly isCreated: boolean;
  /** What it held before the first of the rows. */
  readonly before: Values;
  /** Absent where its lines have not changed, null where they were not kept. */
  readonly linesBefore?: readonly FormerLine[] | null;
  readonly rows: number[];
}

/** Who takes which import back, by their rights of now. */
interface Undoing {
  readonly actor: Actor;
  readonly task: Awaited<ReturnType<typeof taskOf>>;
  readonly type: RecordType;
  readonly fields: FieldSet;
}

/**
 * Takes an import back: created records are deleted, changed ones get their former values. Rows that somebody has
 * changed, followed up or deleted since, or that are not the actor's to change any more, are left alone and listed.
 */
export async function undoImport(
  services: Services,
  importId: number,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { db } = services.pool;
  const task = await taskOf(db, importId);
  if (task.status !== 'undoing') return;
  const { type } = recordModule(task.type_code);
  try {
    for (;;) {
      signal.throwIfAborted();
      // rights may go while it runs (security A15)
      const actor = await services.gate.actorFor(db, task.user_id);
      requireImportRight(actor, type, isAdministrators(task));
      const fields = await fieldsOf(db, actor, type);
      const undone = await inTransaction(db, (trx) => undoChunk(trx, { actor, task, type, fields }));
      if (undone === 0) break;
      await services.push.notify(db, { type: 'import.progress', to: [task.user_id], ids: { messageId: importId } });
      services.live.touch(type.name);
    }
    await finish(services, importId, { from: ['undoing'], to: 'undone' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // what is left can be taken back when the right is there again
    await finish(services, importId, { from: ['undoing'], to: 'done' }, error);
  }
}

async function undoChunk(db: Database, undoing: Undoing): Promise<number> {
  const { actor, type, fields } = undoing;
  const importId = undoing.task.import_id;
  const records = await nextRecords(db, type, importId);
  if (records.length === 0) return 0;
  // the records are locked: nothing more is built upon them
  await refuseBuiltUpon(db, actor, type, importId);
  const kept = new Set(records.filter((record) => !record.untouched && isChanged(record)));
  const left = () => records.filter((record) => isChanged(record) && !kept.has(record));
  const created = () => left().filter((record) => record.isCreated);
  const updated = () => left().filter((record) => !record.isCreated);
  for (const record of await outOfReach(db, undoing, left())) kept.add(record);
  for (const record of await closed(db, undoing, updated())) kept.add(record);
  for (const record of await closedLines(db, actor, type, updated())) kept.add(record);
  for (const record of await undeletable(db, actor, type, created())) kept.add(record);
  for (const record of await unattached(db, fields, updated())) kept.add(record);
  for (const record of await mismatched(db, type, fields, updated())) kept.add(record);
  for (const record of await broken(db, type, fields, updated())) kept.add(record);
  for (const record of await displaced(db, type, fields, updated())) kept.add(record);
  const deleted = created().map(({ id }) => id);
  await binRows(db, type, deleted, actor.userId);
  await removeAlong(db, actor, type, await goingAlong(db, type, deleted, whileLive), { details: { importId } });
  for (const { id, before } of updated()) {
    const changed = fields.all.filter((field) => Object.hasOwn(before, field.fieldName) && !isComputed(field));
    await updateRows(db, type, [{ id, fields: changed, values: before }]);
  }
  await restoreFormerLines(
    db,
    type,
    updated().flatMap(({ id, linesBefore }) => (linesBefore ? [{ id, linesBefore }] : [])),
  );
  // a formula may have changed since
  await recomputeRows(
    db,
    type,
    updated().map(({ id }) => id),
  );
  const events = left().map((record): NewEvent => ({
    verb: record.isCreated ? 'deleted' : 'import_undone',
    recordId: record.id,
    version: record.version + 1,
    details: { importId },
  }));
  await recordEvents(db, type, actor.userId, events);
  const rows = records.flatMap((record) => record.rows);
  const keptRows = [...kept].flatMap((record) => record.rows);
  // each of them is listed
  await sql`
    with apart as (
      select import_id, row_number, result, record_id, version_after, unnest(further_rows) as further_row from import_row
      where import_id = ${importId} and row_number = any(${keptRows}::int[])
    ), emptied as (
      update import_row set further_rows = null
      where import_id = ${importId} and row_number in (select row_number from apart)
    )
    insert into import_row (import_id, row_number, result, record_id, version_after)
    select import_id, further_row, result, record_id, version_after from apart`.execute(db);
  await sql`
    update import_row set undo = case when row_number = any(${keptRows}::int[]) then 'kept' else 'undone' end
    where import_id = ${importId} and row_number = any(${rows}::int[])`.execute(db);
  await db
    .updateTable('import_task')
    .set({
      undone_rows: sql`undone_rows + ${rows.length - keptRows.length}`,
      kept_rows: sql`kept_rows + ${keptRows.length}`,
    })
    .where('import_id', '=', importId)
    .execute();
  return rows.length;
}

/** A row may have said what the record held already. */
const isChanged = ({ isCreated, before, linesBefore }: Imported): boolean =>
  isCreated || linesBefore !== undefined || Object.keys(before).length > 0;

/** The records of the newest rows left, locked, each with all its rows: what two rows changed goes back as one. */
async function nextRecords(db: Database, type: RecordType, importId: number): Promise<Imported[]> {
  const id = sql.ref(type.idColumn);
  const left = sql`import_id = ${importId} and result in ('created', 'updated') and undo is null`;
  const newest = await sql<{ id: number; before: Former | null }>`
    select record_id as id, before from import_row where ${left} order by row_number desc limit ${chunkRows}`.execute(
    db,
  );
  await lockAncestors(
    db,
    type,
    newest.rows.map((row) => row.id),
    newest.rows.map(({ before }) => apart(type, before).before),
  );
  const { rows } = await sql<ImportedRow>`
    with newest as (
      select record_id from import_row where ${left} order by row_number desc limit ${chunkRows}
    ), todo as (
      select row_number, further_rows, result, record_id, before, version_after from import_row
      where ${left} and record_id in (select record_id from newest) for update
    ), locked as (
      select r.${id} as id, r.version, r.deleted_at from ${sql.table(type.table)} as r
      where r.${id} in (select record_id from newest) order by r.${id} for update
    )
    select todo.row_number, todo.further_rows, todo.result, todo.record_id, todo.before, locked.version, (
        locked.deleted_at is null
        and locked.version = max(todo.version_after) over (partition by todo.record_id) + log.back_and_forth
        and coalesce(log.last_other < log.first_own, true)) as untouched
    from todo join locked on locked.id = todo.record_id cross join lateral (
      select min(e.event_id) filter (where e.is_own) as first_own,
        max(e.event_id) filter (where not e.is_own and not e.is_undone) as last_other,
        -- versions of an action and of its undo, after which the record is as it was
        count(distinct e.version) filter (where e.is_undone and e.event_id > e.last_own) as back_and_forth
      from (
        select e.event_id, e.version, o.is_own, max(e.event_id) filter (where o.is_own) over () as last_own,
          not o.is_own and exists (
            select from operation_row u join operation p on p.operation_id = u.operation_id
            where u.operation_id = (e.details ->> 'operationId')::bigint and u.record_id = e.record_id and u.undo = 'undone'
              and p.type_code = e.type_code and p.undone_time is not null) as is_undone
        from event e
        cross join lateral (select coalesce(e.details ->> 'importId' = ${String(importId)}, false) as is_own) as o
        where e.type_code = ${type.code} and e.record_id = locked.id) as e) as log
    order by todo.row_number desc`.execute(db);
  const records = new Map<number, Imported>();
  for (const row of rows) {
    const known = records.get(row.record_id);
    records.set(row.record_id, {
      ...known,
      id: row.record_id,
      version: row.version,
      untouched: row.untouched,
      isCreated: known?.isCreated === true || row.result === 'created',
      ...apart(type, row.before, known?.before),
      rows: [...(known?.rows ?? []), row.row_number, ...(row.further_rows ?? [])],
    });
  }
  return [...records.values()];
}

/** Former values and former lines, which are kept among them. */
function apart(type: RecordType, former: Former | null, later: Values = {}): Pick<Imported, 'before' | 'linesBefore'> {
  const { [type.lines?.key ?? '']: lines, ...values } = former ?? {};
  const before = { ...later, ...values } as Values;
  return lines === undefined ? { before } : { before, linesBefore: lines as readonly FormerLine[] | null };
}

/**
 * Records that the actor may not change now; what is new may be whose ever where the import was in anybody's name, and
 * in the pool where it was for the pool.
 */
async function outOfReach(db: Database, undoing: Undoing, records: readonly Imported[]): Promise<Imported[]> {
  const { actor, task, type } = undoing;
  const reach = scoped(actor, type, 'write').where;
  const { rows } = await sql<{ id: number; isOpen: boolean; isPooled: boolean }>`
    select r.${sql.ref(type.idColumn)} as id, ${reach} as "isOpen", r.owner_user_id is null as "isPooled"
    from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${records.map(({ id }) => id)}::bigint[])`.execute(db);
  const open = new Set(rows.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])));
  const pooled = new Set(rows.flatMap(({ id, isPooled }) => (isPooled ? [id] : [])));
  const isForAll = isAdministrators(task);
  const isForPool = task.owner_user_id === null && mayImportToPool(actor, type, isForAll);
  const mayUpdate = actor.mayDo(permissionOf(type, 'update'));
  return records.filter(({ id, isCreated }) =>
    isCreated ? !open.has(id) && !isForAll && !(isForPool && pooled.has(id)) : !open.has(id) || !mayUpdate,
  );
}

/** Records of which a field would go back that the actor may not write now, or point to what is not theirs to change. */
async function closed(
  db: Database,
  { actor, type, fields }: Undoing,
  updated: readonly Imported[],
): Promise<Imported[]> {
  const ids = updated.map(({ id }) => id);
  const present = new Map((await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), row]));
  const former = updated.map((record) => {
    const row = present.get(record.id);
    const differing = fields.all.filter(
      (field) =>
        Object.hasOwn(record.before, field.fieldName) &&
        !sameValue(record.before[field.fieldName] ?? null, row ? valueOf(row, field) : null),
    );
    const values = Object.fromEntries(differing.map(({ fieldName: name }) => [name, record.before[name] ?? null]));
    return { record, differing, values };
  });
  const unlinkable = await unlinkableAmong(db, actor, fields.all, former);
  return former.flatMap((one) =>
    unlinkable.has(one) || one.differing.some((field) => (field.hidden || field.readOnly) && !isComputed(field))
      ? [one.record]
      : [],
  );
}

/** New records that their children or the type's own rules do not let go any more. */
async function undeletable(
  db: Database,
  actor: Actor,
  type: RecordType,
  created: readonly Imported[],
): Promise<Imported[]> {
  const needed = await undeletableAmong(
    db,
    actor,
    type,
    created.map(({ id }) => id),
  );
  return created.filter(({ id }) => needed.has(id));
}

/** Records that would belong again to what has been deleted since. */
async function unattached(db: Database, fields: FieldSet, updated: readonly Imported[]): Promise<Imported[]> {
  const rows = updated.map((record) => ({ record, values: record.before }));
  return [...(await unattachedAmong(db, fields, rows)).keys()].map(({ record }) => record);
}

/** Records that would point again to what belongs elsewhere than they do by now. */
async function mismatched(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  updated: readonly Imported[],
): Promise<Imported[]> {
  if (!fields.all.some(({ relation }) => relation?.within)) return [];
  const ids = updated.map(({ id }) => id);
  const present = new Map((await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), row]));
  const rows = updated.map((record) => {
    const row = present.get(record.id);
    const previous = row ? valuesOf(row, fields) : {};
    const values = { ...previous, ...record.before };
    return { record, values, changed: Object.keys(values).filter((name) => values[name] !== previous[name]) };
  });
  return [...(await mismatchedAmong(db, fields.all, rows)).keys()].map(({ record }) => record);
}

/** Records that the rules of their type would refuse as they were. */
async function broken(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  updated: readonly Imported[],
): Promise<Imported[]> {
  if (!recordModule(type.code).rules.validate) return [];
  const ids = updated.map(({ id }) => id);
  const present = new Map((await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), row]));
  const lines = await linesOf(db, type, ids);
  return updated.filter(({ id, before, linesBefore }) => {
    const row = present.get(id);
    const previous = row ? valuesOf(row, fields) : null;
    const former = type.lines && linesBefore ? asRuleLines(type.lines, linesBefore) : lines.get(id);
    return ruleProblems(type, { ...previous, ...before }, previous, former).length > 0;
  });
}

/** Records whose former unique values others have taken since. */
async function displaced(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  updated: readonly Imported[],
): Promise<Imported[]> {
  const ids = fields.together.size > 0 ? updated.map(({ id }) => id) : [];
  const present = new Map(
    (await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), valuesOf(row, fields)]),
  );
  // what is unique together may be of former values and of such as have stayed
  const former = new Map(updated.map((one) => [one, { ...present.get(one.id), ...one.before }]));
  const holders = await findHolders(
    db,
    type,
    fields,
    [...former.values()].map((values) => ({ values })),
  );
  return updated.filter((one) => holders.taken(former.get(one) ?? {}, (holder) => holder !== one.id));
}
