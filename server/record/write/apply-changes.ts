import { sql, type RawBuilder } from 'kysely';
import { requireOpen } from '#server/record/access/closed.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { linesChanged } from '#server/record/lines/prepare-lines.ts';
import { writeLines, type LineWrite } from '#server/record/write/write-lines.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import { stageReset } from '#server/record/states/stages.ts';
import { changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { isWritten, loggedChanges, prepare, type Draft, type Prepared } from '#server/record/write/draft.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import { recordEvents, type Change } from '#server/record/rows/events.ts';
import { sameValue } from '#server/record/fields/input.ts';
import { assignNumbers } from '#server/record/sequences/assign-numbers.ts';
import { attachFileFields } from '#server/record/write/insert-prepared.ts';
import { countingParents, followFormulas } from '#server/record/write/recompute-rows.ts';
import { checkRelations, checkUniqueValues, type Batch } from '#server/record/write/stored-checks.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isStaged, stateColumns } from '#shared/record/states/state.ts';

/** A record to change: locked in the actor's reach. */
export interface ChangeDraft extends Draft {
  readonly row: StoredRow;
  /** As in `WrittenRecord`. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** Plans changes of locked records, with all problems of each. @throws AppError `record.closed` */
export async function planChanges<One extends ChangeDraft>(
  batch: Batch,
  drafts: readonly One[],
): Promise<Prepared<One>[]> {
  requireOpen(
    batch.type,
    drafts.map(({ row }) => row),
    batch.actor.language,
  );
  return checkStored(batch, await prepare(batch.db, batch.actor, batch, drafts));
}

/** Problems that only the database knows. Typed numbers advance the counters, so that they are not assigned again. */
export const checkStored = async <One extends Prepared>(batch: Batch, prepared: readonly One[]): Promise<One[]> =>
  checkUniqueValues(batch, await assignNumbers(batch, await checkRelations(batch, prepared)));

interface ChangeLog {
  readonly verb: RecordVerb;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Writes planned changes without problems, each with its own event. */
export async function applyChanges(
  batch: Batch,
  prepared: readonly Prepared<ChangeDraft>[],
  log: ChangeLog,
): Promise<void> {
  const changed = prepared.filter(isWritten);
  if (changed.length === 0) return;
  const { db, actor, type } = batch;
  const rows = changed.map(idAndValues(type));
  const stages = await stageChanges(db, type, rows);
  await updateRows(db, type, rows);
  await writeLines(db, type, changed.map(linesToWrite(type)));
  await recordEvents(
    db,
    type,
    actor.userId,
    changed.map((one) => ({
      verb: log.verb,
      recordId: idOfRow(type, one.draft.row),
      version: one.draft.row.version + 1,
      changes: [...loggedChanges(one), ...(stages.get(idOfRow(type, one.draft.row)) ?? [])],
      details: log.details ?? {},
    })),
  );
  await afterChange(batch, changed);
}

/** Stages reset by changes of their groups, by record: the database resets them, and the log records it. */
async function stageChanges(
  db: Batch['db'],
  type: RecordType,
  rows: readonly RowChange[],
): Promise<ReadonlyMap<number, readonly Change[]>> {
  // few types have stages, and assignments of many rows are slow
  const reset = stateColumns(type).some(isStaged) ? stageReset(type, assignmentsOf(type, rows)) : null;
  if (!reset) return new Map();
  const id = sql.ref(`r.${type.idColumn}`);
  const found = await sql<{ id: number; changes: Change[] }>`
    select ${id} as id, ${reset.changes} as changes from ${sql.table(type.table)} as r
    where ${id} = any(${rows.map((row) => row.id)}::bigint[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.changes]));
}

/**
 * Writes one planned change that the caller logs with more details, and which does not move the record to the top of
 * lists.
 */
export async function writeUnlogged(batch: Batch, one: Prepared<ChangeDraft>): Promise<void> {
  await updateRows(batch.db, batch.type, [idAndValues(batch.type)(one)], { touches: false });
  await afterChange(batch, [one]);
}

/**
 * The same as one action with one undo. `action.set` are columns set by the rules of the action besides the fields, on
 * all given records; without it, records with equal values are skipped. Returns the id of the action.
 */
export async function applyAsAction(
  batch: Batch,
  prepared: readonly Prepared<ChangeDraft>[],
  action: Omit<BulkChange, 'set' | 'changes' | 'touches' | 'keepsLines'> & { readonly set?: BulkChange['set'] },
): Promise<{ readonly operationId: number; readonly count: number }> {
  const { db, actor, type } = batch;
  const changed = action.set ? prepared : prepared.filter(isWritten);
  const ids = changed.map(({ draft }) => idOfRow(type, draft.row));
  const operationId = await changeMany(db, actor, type, ids, {
    ...action,
    set: { ...assignmentsOf(type, changed.map(idAndValues(type))), ...action.set },
    touches: true,
    keepsLines: changed.some(({ lines }) => linesChanged(lines)),
    changes: sql`${JSON.stringify(loggedById(type, changed))}::jsonb -> r.${sql.ref(type.idColumn)}::text`,
  });
  await writeLines(db, type, changed.map(linesToWrite(type)));
  await afterChange(batch, changed);
  return { operationId, count: ids.length };
}

async function afterChange(batch: Batch, changed: readonly Prepared<ChangeDraft>[]): Promise<void> {
  const { db, actor, type } = batch;
  const ids = changed.map(({ draft }) => idOfRow(type, draft.row));
  await followFormulas(db, batch, ids);
  await attachFileFields(batch, changed, ids);
  await recordModule(type.code).rules.afterSave?.(
    db,
    actor,
    changed.map(({ draft, next, previous, lines }, at) => ({
      id: ids[at] ?? 0,
      next,
      previous,
      lines: lines?.next ?? [],
      input: draft.input,
    })),
  );
}

/** Columns set by planned changes, for a statement that includes further records, which keep their values. */
export const columnsOfSome = (type: RecordType, prepared: readonly Prepared<ChangeDraft>[]) =>
  assignmentsOf(type, prepared.map(idAndValues(type)), true);

/** Log details of the changes of each record, by its id. */
export const loggedById = (type: RecordType, prepared: readonly Prepared<ChangeDraft>[]): Record<number, Change[]> =>
  Object.fromEntries(prepared.map((one) => [idOfRow(type, one.draft.row), loggedChanges(one)]));

const idOfRow = (type: RecordType, row: StoredRow): number => Number(row[type.idColumn]);

const linesToWrite =
  (type: RecordType) =>
  ({ draft, lines }: Prepared<ChangeDraft>): LineWrite => ({
    recordId: idOfRow(type, draft.row),
    version: draft.row.version + 1,
    lines,
  });

/** A record and the new values of its fields. */
export interface RowChange {
  readonly id: number;
  readonly fields: readonly Field[];
  /** Of the whole record. */
  readonly values: Values;
}

const idAndValues =
  (type: RecordType) =>
  ({ draft, changes, next }: Prepared<ChangeDraft>): RowChange => ({
    id: idOfRow(type, draft.row),
    fields: changes,
    values: next,
  });

/** Writes the changed fields and increments the version, and the update time if the change `touches` the record. */
export async function updateRows(
  db: Batch['db'],
  type: RecordType,
  rows: readonly RowChange[],
  { touches = true }: { readonly touches?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const assigned = assignmentsOf(type, rows);
  const sets = Object.entries(assigned).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const ids = rows.map(({ id }) => id);
  await countingParents(db, type, { ids, columns: Object.keys(assigned) }, () =>
    sql`
      update ${sql.table(type.table)} as r
      set ${sql.join([...sets, sql`version = r.version + 1`, ...(touches ? [sql`update_time = now()`] : [])])}
      where r.${sql.ref(type.idColumn)} = any(${ids}::bigint[])`.execute(db),
  );
}

/**
 * Columns and their new values on the alias `r`, for fields that change in any of the rows; empty custom values are
 * removed. A row's unchanged fields keep their values. `isAmongOthers`: the statement includes further records, which
 * keep theirs.
 */
function assignmentsOf(
  type: RecordType,
  rows: readonly RowChange[],
  isAmongOthers = false,
): Record<string, RawBuilder<unknown>> {
  const fields = [...new Map(rows.flatMap((row) => row.fields.map((field) => [field.fieldName, field]))).values()];
  const [first] = rows;
  if (!first || fields.length === 0) return {};
  const isSame = rows.every(({ values }) =>
    fields.every(({ fieldName }) => sameValue(values[fieldName] ?? null, first.values[fieldName] ?? null)),
  );
  const sets = isSame ? sameForAll(fields, first.values) : eachItsOwn(type, fields, rows);
  if (!isAmongOthers) return sets;
  const isOne = sql`r.${sql.ref(type.idColumn)} = any(${rows.map(({ id }) => id)}::bigint[])`;
  return Object.fromEntries(
    Object.entries(sets).map(([name, value]) => [
      name,
      sql`case when ${isOne} then ${value} else r.${sql.ref(name)} end`,
    ]),
  );
}

const fixedOf = (fields: readonly Field[]) => fields.filter(({ fieldType }) => fieldType === 1);

const customOf = (fields: readonly Field[], values: Values): Record<string, FieldValue> =>
  Object.fromEntries(
    fields.flatMap((field) => (field.fieldType === 0 ? [[customKey(field), values[field.fieldName] ?? null]] : [])),
  );

function sameForAll(fields: readonly Field[], values: Values): Record<string, RawBuilder<unknown>> {
  const sets: Record<string, RawBuilder<unknown>> = Object.fromEntries(
    fixedOf(fields).map(({ fieldName }) => [fieldName, columnValue(values[fieldName] ?? null)]),
  );
  const custom = customOf(fields, values);
  if (Object.keys(custom).length > 0)
    sets['custom'] = sql`jsonb_strip_nulls(r.custom || ${JSON.stringify(custom)}::jsonb)`;
  return sets;
}

const columnValue = (value: FieldValue) =>
  typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

function eachItsOwn(
  type: RecordType,
  fields: readonly Field[],
  rows: readonly RowChange[],
): Record<string, RawBuilder<unknown>> {
  const fixed = fixedOf(fields);
  const byId = Object.fromEntries(
    rows.map(({ id, values }) => [
      id,
      {
        ...Object.fromEntries(fixed.map(({ fieldName }) => [fieldName, values[fieldName] ?? null])),
        custom: customOf(fields, values),
      },
    ]),
  );
  const row = sql`jsonb_populate_record(null::${sql.table(type.table)},
    ${JSON.stringify(byId)}::jsonb -> r.${sql.ref(type.idColumn)}::text)`;
  const sets: Record<string, RawBuilder<unknown>> = Object.fromEntries(
    fixed.map(({ fieldName }) => [fieldName, sql`(${row}).${sql.ref(fieldName)}`]),
  );
  if (fixed.length < fields.length) sets['custom'] = sql`jsonb_strip_nulls(r.custom || (${row}).custom)`;
  return sets;
}
