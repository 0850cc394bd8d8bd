import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Where } from '#server/record/filter.ts';

export type Need = 'read' | 'write';

/** What an actor may see or change of one record type; the one place that compiles rights into SQL (design §5). */
export interface Scope {
  readonly owners: readonly number[] | 'all';
  /** Condition on the alias `r`: live, owned, and in the data scope or shared with the actor's team. */
  readonly where: Where;
}

const notDeleted: Where = sql`r.deleted_at is null and r.owner_user_id is not null`;

/** Records shared with the actor; writing takes the read-write power. */
export const sharedIds = (actor: Actor, type: RecordType, need: Need) =>
  sql`(select t.record_id from record_team t where t.user_id = ${actor.userId} and t.type_code = ${type.code} and t.power >= ${need === 'write' ? 2 : 1})`;

export function scoped(actor: Actor, type: RecordType, need: Need = 'read'): Scope {
  const owners = actor.rights.ownersOf(actor.rights.scopeOf(type.area, type.module));
  if (owners === 'all') return { owners, where: notDeleted };
  const own = owners.length === 1 ? sql`r.owner_user_id = ${owners[0]}` : sql`r.owner_user_id = any(${owners}::int[])`;
  return {
    owners,
    where: sql`${notDeleted} and (${own} or r.${sql.ref(type.idColumn)} in ${sharedIds(actor, type, need)})`,
  };
}

/** Ids out of `ids` that the actor may not reach; empty when all are fine. */
export async function unreachable(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  need: Need,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.${sql.ref(type.idColumn)} as id from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[]) and ${scoped(actor, type, need).where}`.execute(db);
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/** Refuses the call when any of the ids is absent or out of scope: the same answer for both (security A2). */
export async function requireAll(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  need: Need,
): Promise<void> {
  const missing = await unreachable(db, actor, type, ids, need);
  if (missing.length > 0) throw new AppError('access.record');
}
