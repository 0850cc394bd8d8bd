import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf } from '#shared/record/states/state.ts';
import { ownerList } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import type { Where } from '#server/record/query/where.ts';

/** How many records of a type people own, whoever may see them; closed ones stay with their owner. */
export async function countHeld(
  db: Database,
  type: RecordType,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { from, live } = system('how much somebody leaves behind, as a number', type);
  const closed = closedOf(type);
  const isOpen: Where = closed
    ? sql`r.${sql.ref(closed.column)} in (${sql.join(closed.open.map((value) => sql.lit(value)))})`
    : sql`true`;
  const { rows } = await sql<{ userId: number; n: number }>`
    select r.owner_user_id as "userId", count(*)::int as n from ${from}
    where ${live} and r.owner_user_id = any(${ownerList(userIds)}::int[]) and ${isOpen} group by 1`.execute(db);
  return new Map(rows.map(({ userId, n }) => [userId, n]));
}
