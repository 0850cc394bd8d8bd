import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { readable } from '#server/record/access/reach.ts';
import { system } from '#server/record/access/system.ts';

/** A record and its name. */
export interface Titled {
  readonly id: number;
  readonly title: string;
  /** Why an undo leaves it, where its type says so. */
  readonly msg?: string;
}

/**
 * Names of records that an undo leaves unchanged: those that the actor can no longer read have the name from the time
 * of the action (security A2).
 */
export async function asTheActorKnows(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
  kept: readonly Titled[],
): Promise<Titled[]> {
  if (kept.length === 0) return [];
  const { from } = system('whoever did an act knew the records by their names', type);
  const id = sql.ref(`r.${type.idColumn}`);
  const { rows } = await sql<Titled>`
    select ${id} as id, coalesce(former.title, r.${sql.ref(type.titleField)}) as title from ${from}
    left join lateral (
      select change ->> 'from' as title from event e cross join jsonb_array_elements(e.changes) as change
      where e.type_code = ${type.code} and e.record_id = ${id} and change ->> 'id' = ${type.titleField}
        and e.created_at > (select o.create_time from operation o where o.operation_id = ${operationId})
      order by e.event_id limit 1) as former on true
    where ${id} = any(${kept.map((one) => one.id)}::bigint[]) and ${readable(actor, type)} is not true`.execute(db);
  const former = new Map(rows.map((row) => [row.id, row.title]));
  return kept.map((one) => ({ ...one, title: former.get(one.id) ?? one.title }));
}
