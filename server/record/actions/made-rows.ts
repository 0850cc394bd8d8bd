import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/**
 * Records that an action has created: its undo moves them to the recycle bin. Their events name the action as their
 * `operationId`.
 */
export async function keepMade(db: Database, actor: Actor, operationId: number, ids: readonly number[]): Promise<void> {
  // the database evaluates `now` during the undo: the days in the bin start then
  const before = JSON.stringify({ deleted_at: 'now', delete_user_id: actor.userId });
  await sql`
    insert into operation_row (operation_id, record_id, before, version_after)
    select ${operationId}, id, ${before}::jsonb, 1 from unnest(${[...ids]}::bigint[]) as id`.execute(db);
}
