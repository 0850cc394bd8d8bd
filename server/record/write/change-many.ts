import { sql, type RawBuilder } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';
import { linesBefore } from '#server/record/write/write-lines.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import { countingParents, recomputeRows } from '#server/record/write/recompute-rows.ts';
import { writeEvents } from '#server/record/rows/events.ts';
import { stageReset } from '#server/record/states/stages.ts';

/** What the list of actions shows and an undo requires. */
export interface OperationHead {
  readonly verb: RecordVerb | `sheet_${BulkSheetKind}`;
  readonly access: Permission;
  readonly rowTotal?: number;
  readonly details?: Readonly<Record<string, string | number>>;
  /** One record changed since prevents the undo of the whole action. */
  readonly isWhole?: boolean;
  /** The action on records of another type that caused this one: undone with it, and listed under it only. */
  readonly partOf?: number | undefined;
  /** It belongs to something that has an undo of its own, such as a hand-over: neither listed nor undone by itself. */
  readonly isPart?: boolean;
}

export interface BulkChange {
  /** Its event name in the log and the list of actions. */
  readonly verb: RecordVerb;
  /** The right required to do and to undo it. */
  readonly access: Permission;
  /** Columns and their new values; an expression reads the old row as `r`. */
  readonly set: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Whether it counts as an update of the records, which moves them to the top of lists. */
  readonly touches: boolean;
  /** Store the members too, because the action changes them. */
  readonly keepsTeam?: boolean;
  /** Store the lines too, because the action changes them. */
  readonly keepsLines?: boolean;
  readonly details?: Readonly<Record<string, string | number>>;
  /** SQL of the field changes for the log, a jsonb array of `Change`; reads the old row as `r`. */
  readonly changes?: RawBuilder<unknown>;
  /** SQL of further details for the log, a jsonb object per record; reads the old row as `r`. */
  readonly detailsOf?: RawBuilder<unknown>;
  /** The action that this is part of (`openOperation`); by default a new one. */
  readonly operationId?: number | undefined;
  /** As in `OperationHead`. */
  readonly partOf?: number | undefined;
}

/** Starts an action of several changes: each names it as its `operationId`, and one undo reverts all. */
export async function openOperation(
  db: Database,
  actor: Actor,
  type: RecordType,
  { verb, access, rowTotal = 0, details = {}, isWhole = false, partOf, isPart = false }: OperationHead,
): Promise<number> {
  const { operation_id: operationId } = await db
    .insertInto('operation')
    .values({
      type_code: type.code,
      verb,
      access,
      user_id: actor.userId,
      row_total: rowTotal,
      details,
      undone_time: null,
      undone_by: null,
      is_whole: isWhole,
      part_of: partOf ?? null,
      is_part: isPart,
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow();
  return operationId;
}

/**
 * Performs one action on locked records, however many there are, in one statement: before-images, the change, one event
 * each. Lock them with `lockRecords` first, in the same transaction. Returns the id of the action. A record
 * that an earlier part of the action has changed keeps its before-image: such parts set the same columns.
 */
export async function changeMany(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  change: BulkChange,
): Promise<number> {
  const operationId = change.operationId ?? (await openOperation(db, actor, type, { ...change, rowTotal: ids.length }));
  await write(db, actor, type, ids, { ...change, operationId });
  if (change.operationId !== undefined) await countRows(db, operationId);
  return operationId;
}

/** The same without an undo. */
export const changeForGood = (
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  change: Omit<BulkChange, 'access' | 'keepsTeam' | 'operationId' | 'partOf' | 'touches'> & {
    readonly touches?: boolean;
  },
): Promise<void> => write(db, actor, type, ids, { ...change, operationId: null });

async function write(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  change: Omit<BulkChange, 'access' | 'operationId' | 'partOf' | 'touches'> & {
    readonly operationId: number | null;
    readonly touches?: boolean;
  },
): Promise<void> {
  const { operationId } = change;
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const details = JSON.stringify({ ...change.details, ...(operationId === null ? {} : { operationId }) });
  const reset = stageReset(type, change.set);
  const set = { ...change.set, ...reset?.set, ...(change.touches ? { update_time: sql`now()` } : {}) };
  const before = sql.join(Object.keys(set).map((column) => sql`${column}::text, r.${sql.ref(column)}`));
  const changes = change.changes ?? sql`'[]'::jsonb`;
  const team = change.keepsTeam
    ? sql`(select coalesce(jsonb_agg(jsonb_build_array(t.user_id, t.power)), '[]') from record_team t
        where t.type_code = ${type.code} and t.record_id = r.${id})`
    : sql`null::jsonb`;
  const kept = sql`, kept as (
      insert into operation_row (operation_id, record_id, before, team_before, lines_before, version_after)
      select ${operationId}, id, before, team, lines, version from chosen
      on conflict (operation_id, record_id) do update set version_after = excluded.version_after,
        lines_before = coalesce(operation_row.lines_before, excluded.lines_before)
    )`;
  const assignments = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const parts = sql`
    chosen as materialized (
      select r.${id} as id, r.version + 1 as version, jsonb_build_object(${before}) as before, ${team} as team,
        ${change.keepsLines ? linesBefore(type) : sql`null::jsonb`} as lines,
        ${reset ? sql`(${changes}) || ${reset.changes}` : changes} as changes, ${change.detailsOf ?? sql`'{}'::jsonb`} as details
      from ${table} as r where r.${id} = any(${[...ids]}::bigint[])
    )${operationId === null ? sql`` : kept}, written as (
      update ${table} as r set ${sql.join([...assignments, sql`version = version + 1`])}
      where r.${id} = any(${[...ids]}::bigint[])
    )`;
  const events = sql`
    select ${`${type.name}.${change.verb}`}, ${type.code}::int, id, version, ${actor.userId}::int, changes, ${details}::jsonb || details
    from chosen`;
  await countingParents(db, type, { ids, columns: Object.keys(set) }, () => writeEvents(db, events, { parts }));
}

const countRows = (db: Database, operationId: number) =>
  sql`
    update operation set row_total = (select count(*) from operation_row where operation_id = ${operationId})
    where operation_id = ${operationId}`.execute(db);

/**
 * Restores records of an action that are marked as undone, as far as it changed just these columns. `formerValue` is an
 * expression over the former row, `old`, and the row of the action, `o`.
 */
export async function restoreFormer(
  db: Database,
  type: RecordType,
  operationId: number,
  columns: readonly string[],
  formerValue: (column: string) => RawBuilder<unknown>,
): Promise<{ id: number; version: number }[]> {
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const assignments = columns.map((name) => sql`${sql.ref(name)} = ${formerValue(name)}`);
  const given = sql`o.operation_id = ${operationId} and o.undo = 'undone'
    and array(select jsonb_object_keys(o.before) order by 1) = ${[...columns]}::text[]`;
  const { rows: concerned } = await sql<{ id: number }>`
    select o.record_id as id from operation_row o where ${given}`.execute(db);
  const write = () =>
    sql<{ id: number; version: number }>`
    update ${table} as r set ${sql.join([...assignments, sql`version = r.version + 1`])}
    from operation_row o, jsonb_populate_record(null::${table}, o.before) as old
    where ${given} and r.${id} = o.record_id returning r.${id} as id, r.version`.execute(db);
  const { rows } = await countingParents(db, type, { ids: concerned.map((row) => row.id), columns }, write);
  // a formula or the counted records may have changed since
  await recomputeRows(
    db,
    type,
    rows.map((row) => row.id),
  );
  return rows;
}

/** Moves records created by an import to the recycle bin, as its undo. */
export async function binRows(db: Database, type: RecordType, ids: readonly number[], userId: number): Promise<void> {
  await countingParents(db, type, { ids, columns: ['deleted_at'] }, () =>
    sql`
      update ${sql.table(type.table)} set deleted_at = now(), delete_user_id = ${userId}, version = version + 1
      where ${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db),
  );
}
