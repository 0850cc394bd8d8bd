import { sql } from 'kysely';
import '#server/record/operation/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordModule } from '#server/record/registry.ts';

/** Days that an act can be taken back; deleted records stay in the recycle bin as long. */
export const undoDays = 30;

export interface Undone {
  readonly undone: number;
  /** Records that somebody has changed since: left as they are. */
  readonly kept: readonly { readonly id: number; readonly title: string }[];
}

/**
 * Takes an act back: records that nobody has changed since get what they had, the others stay and are listed. Only the
 * one who did it may, with the right that it took, or an administrator; a second try is refused.
 * @throws AppError `operation.unknown`, `access.denied`, `operation.undone`, `operation.too_old`
 */
export async function undoOperation(db: Database, actor: Actor, operationId: number): Promise<Undone> {
  const operation = await db
    .selectFrom('operation')
    .select(['type_code', 'user_id', 'undone_time', 'access'])
    .select(sql<boolean>`create_time < now() - make_interval(days => ${undoDays})`.as('is_old'))
    .where('operation_id', '=', operationId)
    .forUpdate()
    .executeTakeFirst();
  if (!operation || (operation.user_id !== actor.userId && !actor.rights.isSuperAdmin))
    throw new AppError('operation.unknown');
  if (operation.undone_time !== null) throw new AppError('operation.undone');
  if (operation.is_old) throw new AppError('operation.too_old');
  if (!actor.mayDo(operation.access as Permission)) throw new AppError('access.denied');
  const { type } = recordModule(operation.type_code);
  const kept = await markRows(db, type, operationId);
  const undone = await restore(db, actor, type, operationId);
  await db
    .updateTable('operation')
    .set({ undone_time: sql`now()`, undone_by: actor.userId })
    .where('operation_id', '=', operationId)
    .execute();
  return { undone, kept };
}

/** Locks the records and decides row by row: untouched since, or kept. */
async function markRows(db: Database, type: RecordType, operationId: number): Promise<Undone['kept']> {
  const id = sql.ref(type.idColumn);
  const { rows } = await sql<{ id: number; title: string }>`
    with locked as materialized (
      select r.${id} as id, r.version, r.${sql.ref(type.titleField)} as title
      from ${sql.table(type.table)} as r
      where r.${id} in (select record_id from operation_row where operation_id = ${operationId})
      order by r.${id} for update
    ), marked as (
      update operation_row o set undo = case when l.version = o.version_after then 'undone' else 'kept' end
      from locked l where o.operation_id = ${operationId} and o.record_id = l.id
      returning o.record_id, o.undo
    )
    select l.id, l.title from marked m join locked l on l.id = m.record_id where m.undo = 'kept' order by l.id`.execute(
    db,
  );
  return rows;
}

async function restore(db: Database, actor: Actor, type: RecordType, operationId: number): Promise<number> {
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const { rows: columns } = await sql<{ name: string }>`
    select jsonb_object_keys(before) as name from (
      select before from operation_row where operation_id = ${operationId} limit 1) as one`.execute(db);
  const assignments = columns.map(({ name }) => sql`${sql.ref(name)} = old.${sql.ref(name)}`);
  const { rows } = await sql<{ id: number; version: number }>`
    update ${table} as r set ${sql.join([...assignments, sql`version = r.version + 1`])}
    from operation_row o, jsonb_populate_record(null::${table}, o.before) as old
    where o.operation_id = ${operationId} and o.undo = 'undone' and r.${id} = o.record_id
    returning r.${id} as id, r.version`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, particulars)
    select ${`${type.name}.act_undone`}, ${type.code}, u.id, u.version, ${actor.userId}, jsonb_build_object('operationId', ${operationId}::bigint)
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.version)}::int[]) as u(id, version)`.execute(
    db,
  );
  await restoreTeams(db, type, operationId);
  return rows.length;
}

/** Members as they were, where the act changed them. */
async function restoreTeams(db: Database, type: RecordType, operationId: number): Promise<void> {
  const kept = sql`operation_id = ${operationId} and undo = 'undone' and team_before is not null`;
  await sql`
    delete from record_team where type_code = ${type.code}
      and record_id in (select record_id from operation_row where ${kept})`.execute(db);
  await sql`
    insert into record_team (type_code, record_id, user_id, power)
    select ${type.code}, record_id, (member ->> 0)::int, (member ->> 1)::int
    from operation_row, jsonb_array_elements(team_before) as member where ${kept}`.execute(db);
}
