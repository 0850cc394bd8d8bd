import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import { lockedAmong } from '#shared/record/states/state-locks.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import type { Where } from '#server/record/query/where.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { openedFromPool, scoped, type Need } from '#server/record/access/scope.ts';

/**
 * Whether an actor may read or change a record: its files and follow-ups depend on it (security A4, A5). Changing
 * requires the right to update the type, as for the record's own fields.
 * @throws AppError `access.denied` while the area of the type is switched off
 */
export async function mayReach(
  db: Database,
  actor: Actor,
  typeCode: number,
  recordId: number,
  need: Need,
  batchId?: string,
): Promise<boolean> {
  const { type } = recordModule(typeCode);
  requireOn(actor, type);
  const reach = need === 'read' ? readable(actor, type) : writable(actor, type);
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${recordId} and ${reach}`.execute(db);
  return rows.length > 0 && !(batchId !== undefined && (await isClosed(db, actor, type, recordId, need, batchId)));
}

/** Condition on the alias `r`: records whose files and follow-ups the actor may read. */
export function readable(actor: Actor, type: RecordType): Where {
  const owned = actor.mayDo(permissionOf(type, 'read')) ? scoped(actor, type).where : sql<boolean>`false`;
  return sql<boolean>`(${owned} or ${openedBeside(actor, type)})`;
}

/** Records that the actor may open by their ids beside those of the data scope: of the pool, or by the type's rules. */
export function openedBeside(actor: Actor, type: RecordType): Where {
  const pooled = openedFromPool(actor, type);
  const { opensTo } = recordModule(type.code).rules;
  if (!opensTo || !actor.mayDo(permissionOf(type, 'read'))) return pooled;
  return sql<boolean>`(${pooled} or (r.deleted_at is null and ${opensTo(actor, type)}))`;
}

/** Those of the records that the actor may not read. */
export async function beyondReach(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const id = sql.ref(`r.${type.idColumn}`);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${sql.table(type.table)} as r
    where ${id} = any(${[...ids]}::bigint[]) and ${readable(actor, type)}`.execute(db);
  const reached = new Set(rows.map((row) => row.id));
  return new Set(ids.filter((one) => !reached.has(one)));
}

function writable(actor: Actor, type: RecordType): Where {
  const may = actor.mayDo(permissionOf(type, 'read')) && actor.mayDo(permissionOf(type, 'update'));
  return may ? scoped(actor, type, 'write').where : sql<boolean>`false`;
}

/**
 * Files of a field that the actor's roles hide or make read-only follow the field and not the record (security A8); so
 * do those of a field locked by the record's state.
 */
async function isClosed(
  db: Database,
  actor: Actor,
  type: RecordType,
  recordId: number,
  need: Need,
  batchId: string,
): Promise<boolean> {
  const states = need === 'write' ? stateColumns(type).map(({ column }) => column) : [];
  const fields = (await fieldsOf(db, actor, type)).all.filter(
    (field) => holdsFiles(field) && (field.hidden || (need === 'write' && (field.readOnly || states.length > 0))),
  );
  if (fields.length === 0) return false;
  const values = sql.join(fields.map((field) => fieldColumn(field).value));
  const { rows } = await sql<Record<string, unknown> & { holder: number | null }>`
    select ${sql.join([...states.map((column) => sql.ref(`r.${column}`)), sql`array_position(array[${values}]::text[], ${batchId}) as holder`])}
    from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = ${recordId}`.execute(db);
  const row = rows[0];
  const field = row?.holder && fields[row.holder - 1];
  if (!row || !field) return false;
  return field.hidden || field.readOnly || lockedAmong(type, row, [field.fieldName]).length > 0;
}
