import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import { recordModule } from '#server/record/registry.ts';
import { scoped, type Need } from '#server/record/scope.ts';

/** Whether an actor may read or write a record: what its files and follow-ups go by (security A4, A5). */
export async function mayReach(
  db: Database,
  actor: Actor,
  typeCode: number,
  recordId: number,
  need: Need,
): Promise<boolean> {
  const { type } = recordModule(typeCode);
  if (!actor.mayDo(permissionOf(type, 'read'))) return false;
  const { rows } = await sql<{ one: number }>`
    select 1 as one from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${recordId} and ${scoped(actor, type, need).where}`.execute(db);
  return rows.length > 0;
}
