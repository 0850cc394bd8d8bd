import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldColumn } from '#server/record/columns.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import { poolScope, scoped, type Need } from '#server/record/scope.ts';

/**
 * Whether an actor may read or change a record: what its files and follow-ups go by (security A4, A5). Changing takes
 * the right to update the type, as the record's own fields do.
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
  if (need === 'write' && !actor.mayDo(permissionOf(type, 'update'))) return false;
  const owned = actor.mayDo(permissionOf(type, 'read')) ? scoped(actor, type, need).where : sql<boolean>`false`;
  const reach = need === 'read' ? sql`(${owned} or ${poolScope(actor, type).where})` : owned;
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${recordId} and ${reach}`.execute(db);
  return rows.length > 0 && !(batchId !== undefined && (await isClosed(db, actor, type, recordId, need, batchId)));
}

/** Files of a field that the actor's roles hide, or only show, follow the field and not the record (security A8). */
async function isClosed(
  db: Database,
  actor: Actor,
  type: RecordType,
  recordId: number,
  need: Need,
  batchId: string,
): Promise<boolean> {
  const fields = (await fieldsOf(db, actor, type)).all.filter(
    (field) => field.formType === 'file' && (field.hidden || (need === 'write' && field.readOnly)),
  );
  if (fields.length === 0) return false;
  const values = sql.join(fields.map((field) => fieldColumn(field).value));
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${recordId} and ${batchId} in (${values})`.execute(db);
  return rows.length > 0;
}
