import { sql, type RawBuilder } from 'kysely';
import '#server/record/operation/tables.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { RecordVerb } from '#server/record/events.ts';

export interface BulkChange {
  /** How the log and the list of acts call it. */
  readonly verb: RecordVerb;
  /** What it takes to do it and to take it back. */
  readonly access: Permission;
  /** Columns and their new values; an expression reads the old row as `r`. */
  readonly set: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Whether it counts as an update of the records, which brings them to the top of lists. */
  readonly touches: boolean;
  /** Keep the members too, because the act changes them. */
  readonly keepsTeam?: boolean;
  readonly particulars?: Readonly<Record<string, string | number>>;
  /** SQL of the field changes for the log, a jsonb array of `Change`; reads the old row as `r`. */
  readonly changes?: RawBuilder<unknown>;
}

/**
 * Does one act on locked records in a handful of statements, however many there are: before-images, the change, one
 * event each. Lock them with `lockRecords` first, in the same transaction. Answers the id that undoes it.
 */
export async function changeMany(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  change: BulkChange,
): Promise<number> {
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const particulars = JSON.stringify(change.particulars ?? {});
  const set = { ...change.set, ...(change.touches ? { update_time: sql`now()` } : {}) };
  const columns = Object.keys(set);
  const { rows } = await sql<{ operation_id: number }>`
    insert into operation (type_code, verb, access, user_id, row_total, particulars)
    values (${type.code}, ${change.verb}, ${change.access}, ${actor.userId}, ${ids.length}, ${particulars}::jsonb)
    returning operation_id`.execute(db);
  const operationId = rows[0]?.operation_id ?? 0;
  const before = sql.join(columns.map((column) => sql`${column}::text, r.${sql.ref(column)}`));
  const team = change.keepsTeam
    ? sql`(select coalesce(jsonb_agg(jsonb_build_array(t.user_id, t.power)), '[]') from record_team t
        where t.type_code = ${type.code} and t.record_id = r.${id})`
    : sql`null::jsonb`;
  await sql`
    with chosen as materialized (
      select r.${id} as id, r.version + 1 as version, jsonb_build_object(${before}) as before, ${team} as team,
        ${change.changes ?? sql`'[]'::jsonb`} as changes
      from ${table} as r where r.${id} = any(${[...ids]}::bigint[])
    ), kept as (
      insert into operation_row (operation_id, record_id, before, team_before, version_after)
      select ${operationId}, id, before, team, version from chosen
    )
    insert into event (type, type_code, record_id, version, actor_id, changes, particulars)
    select ${`${type.name}.${change.verb}`}, ${type.code}, id, version, ${actor.userId}, changes,
      ${particulars}::jsonb || jsonb_build_object('operationId', ${operationId}::bigint)
    from chosen`.execute(db);
  const assignments = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    update ${table} as r set ${sql.join([...assignments, sql`version = version + 1`])}
    where r.${id} = any(${[...ids]}::bigint[])`.execute(db);
  return operationId;
}
