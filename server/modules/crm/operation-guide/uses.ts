import { sql } from 'kysely';
import '#server/modules/crm/operation-guide/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { GuideUse } from '#shared/crm/operation-guide/guide-reader-calls.ts';

/** Counts what the actor does with an item, in one row a day. */
export async function countUse(db: Database, { userId }: Actor, id: number, kind: GuideUse): Promise<void> {
  await sql`
    insert into guide_use (item_id, user_id, kind) values (${id}, ${userId}, ${kind})
    on conflict (item_id, kind, user_id, day) do update set times = guide_use.times + 1, last_time = now()`.execute(db);
}

interface Uses {
  readonly views: number;
  readonly shares: number;
}

/** How often items were opened and handed on, by id; those that never were have none. */
export async function usesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Uses>> {
  const { rows } = await sql<Uses & { id: number }>`
    select item_id as id, coalesce(sum(times) filter (where kind = 'view'), 0)::int as views,
      coalesce(sum(times) filter (where kind in ('share', 'copy')), 0)::int as shares
    from guide_use where item_id = any(${[...ids]}::int[]) group by item_id`.execute(db);
  return new Map(rows.map(({ id, ...uses }) => [id, uses]));
}
