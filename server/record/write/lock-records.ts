import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Where } from '#server/record/query/where.ts';
import type { Values } from '#server/record/registry.ts';
import { rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';

/** A record locked by a bulk action. */
export interface LockedRecord {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly ownerUserId: number | null;
}

/** A locked record with the columns of its row. */
export interface LockedRow extends LockedRecord {
  readonly row: StoredRow;
}

interface LockOptions {
  readonly reach: Where;
  /** Lock what is in reach and skip the rest, instead of refusing. */
  readonly isPartial?: boolean;
  /** Others may refer to them meanwhile, who may have locked what the caller has: nothing removes them. */
  readonly mayBeReferredTo?: boolean;
  /** Values about to be written: the parents that count by them are locked first. */
  readonly named?: readonly Values[];
}

/**
 * Locks records in the order of their ids, so that two actions on the same ones wait instead of deadlocking (security
 * C8). All or none: one id outside `reach` refuses the call as if it did not exist (security A2), an old version is a
 * conflict (security C10). Extra columns are returned under their own names.
 * @throws AppError `access.record`, `record.conflict`
 */
export async function lockRecords<Row extends object = object>(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  options: LockOptions & {
    readonly versions?: Readonly<Record<string, number>>;
    readonly columns?: readonly (keyof Row & string)[];
  },
): Promise<(LockedRecord & Row)[]> {
  const extra = (options.columns ?? []).map((column) => sql.ref(`r.${column}`));
  const rows = await lock<LockedRecord & Row>(
    db,
    type,
    ids,
    sql.join([
      sql`r.${sql.ref(type.idColumn)} as id, r.version, r.${sql.ref(type.titleField)} as title, r.owner_user_id as "ownerUserId"`,
      ...extra,
    ]),
    options,
  );
  await refuseMoved(db, actor, type, rows, options.versions);
  return rows;
}

/** The same with all columns of their rows. @throws AppError `access.record` */
export async function lockRows(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  options: LockOptions,
): Promise<LockedRow[]> {
  const rows = await lock<StoredRow>(db, type, ids, rowColumns(type), options);
  return rows.map((row) => lockedRow(type, row));
}

/** A record by its row, which the caller has locked. */
export const lockedRow = (type: RecordType, row: StoredRow): LockedRow => ({
  id: Number(row[type.idColumn]),
  title: String(row[type.titleField] ?? ''),
  version: row.version,
  ownerUserId: row.owner_user_id,
  row,
});

async function lock<Row extends object>(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  columns: RawBuilder<unknown>,
  { reach, isPartial, mayBeReferredTo, named }: LockOptions,
): Promise<Row[]> {
  const wanted = [...new Set(ids)];
  await lockAncestors(db, type, wanted, named);
  const id = sql.ref(`r.${type.idColumn}`);
  const { rows } = await sql<Row>`${keptPlan}
    select ${columns} from ${sql.table(type.table)} as r
    where ${id} = any(${wanted}::bigint[]) and ${reach} order by ${id}
    ${mayBeReferredTo ? sql`for no key update` : sql`for update`}`.execute(db);
  if (rows.length !== wanted.length && !isPartial) throw new AppError('access.record');
  return rows;
}

/** @throws AppError `record.conflict` for the first locked record with a different version than the caller has seen */
export async function refuseMoved(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly LockedRecord[],
  versions: Readonly<Record<string, number>> = {},
): Promise<void> {
  const moved = rows.find((row) => versions[row.id] !== undefined && versions[row.id] !== row.version);
  if (moved) {
    const editor = await lastEditor(db, actor, type, moved.id);
    const params = { name: moved.title, editor };
    throw new AppError('record.conflict', params, { id: moved.id, version: moved.version, editor });
  }
}

async function lastEditor(db: Database, actor: Actor, type: RecordType, id: number): Promise<string> {
  const { rows } = await sql<{ actor_id: number }>`
    select actor_id from event where type_code = ${type.code} and record_id = ${id} and version is not null
    order by event_id desc limit 1`.execute(db);
  return (await directoryOf(db, actor.rights.version)).user(rows[0]?.actor_id ?? 0) ?? '';
}
