import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { extraColumns, rowColumns, rowExtras, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { recordModule } from '#server/record/registry.ts';
import { wireLinesOf } from '#server/record/lines/wire-lines.ts';
import { openedBeside } from '#server/record/access/reach.ts';
import { scoped } from '#server/record/access/scope.ts';

/**
 * The stored row of a record in the actor's scope; missing and out of scope look the same (security A2). Records in the
 * pool can be read with the right to it or to read the type, and written by nobody; the right to the pool opens a call,
 * but no owned record (security A3).
 */
export async function readRow(db: Database, actor: Actor, type: RecordType, id: number): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${readableOne(actor, type, id)}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('access.record');
  return row;
}

/** That record if it is in the actor's scope, as `readRow` finds it: a table `r` with its condition. */
export function readableOne(actor: Actor, type: RecordType, id: number): RawBuilder<unknown> {
  const opens = ['read', 'update'].some((action) => actor.mayDo(permissionOf(type, action)));
  const owned = opens ? scoped(actor, type).where : sql<boolean>`false`;
  return sql`${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and (${owned} or ${openedBeside(actor, type)})`;
}

/** The stored rows of records that the caller has locked or found in reach, in the order of their ids. */
export async function storedRows(db: Database, type: RecordType, ids: readonly number[]): Promise<StoredRow[]> {
  const id = sql.ref(`r.${type.idColumn}`);
  const { rows } = await sql<StoredRow>`${keptPlan}
    select ${rowColumns(type)} from ${sql.table(type.table)} as r where ${id} = any(${[...ids]}::bigint[])
    order by ${id}`.execute(db);
  return rows;
}

/**
 * A record for detail pages (R6.11); `mayWrite` says that it may be changed, which each action requires in addition to
 * its own right. Reading one without an owner requires the right to the pool or to read the type (security A3). Where
 * there is none for the reader the answer is `dataAuth` 0 alone, which older clients show as such.
 */
export async function readRecord(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
): Promise<Record<string, unknown>> {
  const fields = await fieldsOf(db, actor, type);
  const names = await directoryOf(db, actor.rights.version);
  const owned = actor.mayDo(permissionOf(type, 'read')) ? scoped(actor, type).where : sql<boolean>`false`;
  const extras = await rowExtras(db, actor, type);
  const { rows } = await sql<
    StoredRow & { may_write: boolean }
  >`${keptPlan} select ${rowColumns(type)}${extraColumns(extras)}, ${scoped(actor, type, 'write').where} as may_write from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and (${owned} or ${openedBeside(actor, type)})`.execute(db);
  const row = rows[0];
  if (!row) return { dataAuth: 0 };
  const isPool = row.owner_user_id === null ? 1 : 0;
  if (isPool) await recordModule(type.code).rules.onPoolRead?.(db, actor, id);
  // alike for all who open one of the pool: each of their rights shows its follow-ups
  const wire = rowWriter(type, isPool ? { ...fields, isReader: true } : fields, names, extras)(row);
  const lines = type.lines ? { [type.lines.key]: (await wireLinesOf(db, actor, type, [id])).get(id) ?? [] } : {};
  return { ...wire, ...lines, isPool, dataAuth: 1, mayWrite: row.may_write ? 1 : 0 };
}

/** What `readRecord` has found, for calls that answer a part of it. @throws AppError `access.record` */
export function found(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (record['dataAuth'] !== 1) throw new AppError('access.record');
  return record;
}
