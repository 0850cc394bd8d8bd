import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf } from '#shared/record/states/state.ts';
import { ownedBy, ownerList, scoped, within } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { visible } from '#server/record/access/visible.ts';
import type { Where } from '#server/record/query/where.ts';
import { recordModules } from '#server/record/registry.ts';

/** Records of one type that people own. */
export interface Held {
  readonly type: RecordType;
  /** All of them, whoever may see them. */
  readonly count: number;
  /** Those that the actor may transfer, as many as one call takes. */
  readonly ids: readonly number[];
}

/** As many ids as a call takes (security L7). */
const mostIds = 1000;

/** What people own of every type that can be transferred, without closed records, which stay with their owner. */
export async function heldBy(db: Database, actor: Actor, userIds: readonly number[]): Promise<Held[]> {
  const held: Held[] = [];
  for (const { type } of recordModules()) {
    if (!can(type, 'transfer')) continue;
    const count = await countOf(db, type, userIds);
    if (count > 0) held.push({ type, count, ids: await transferable(db, actor, type, userIds) });
  }
  return held;
}

async function countOf(db: Database, type: RecordType, userIds: readonly number[]): Promise<number> {
  const { from, live } = system('how much somebody leaves behind, as a number', type);
  const closed = closedOf(type);
  const isOpen: Where = closed
    ? sql`r.${sql.ref(closed.column)} in (${sql.join(closed.open.map((value) => sql.lit(value)))})`
    : sql`true`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${from}
    where ${live} and r.owner_user_id = any(${ownerList(userIds)}::int[]) and ${isOpen}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function transferable(db: Database, actor: Actor, type: RecordType, userIds: readonly number[]) {
  if (!actor.mayDo(permissionOf(type, 'transfer'))) return [];
  const theirs = within(type, ownedBy(scoped(actor, type, 'write'), userIds), 'open');
  const { rows } = await sql<{ id: number }>`
    select r.${sql.ref(type.idColumn)} as id from ${visible(type, theirs)} order by 1 limit ${mostIds}`.execute(db);
  return rows.map(({ id }) => id);
}
