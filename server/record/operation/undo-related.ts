import { sql } from 'kysely';
import '#server/record/operation/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { refusalOf } from '#server/record/refusal.ts';
import { recordModule } from '#server/record/registry.ts';
import { deletedAmong, requiredRelated } from '#server/record/related.ts';

/**
 * Of the records that are about to go back, keeps those that would come out of the recycle bin, or change, to belong to
 * what has been deleted since: they stay as they are and are listed.
 */
export async function keepUnattached(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<{ readonly id: number; readonly title: string }[]> {
  const kept = new Map<number, string>();
  for (const { fieldName, formType } of requiredRelated(await fieldsOf(db, actor, type))) {
    const { rows } = await sql<{ id: number; title: string; held: number }>`
      select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title, r.${sql.ref(fieldName)} as held from (
        select (jsonb_populate_record(c, o.before)).* from operation_row o
        join ${sql.table(type.table)} as c on c.${sql.ref(type.idColumn)} = o.record_id
        where o.operation_id = ${operationId} and o.undo = 'undone'
          and jsonb_exists_any(o.before, ${['deleted_at', fieldName]}::text[])) as r
      where r.deleted_at is null and r.${sql.ref(fieldName)} is not null
      order by r.${sql.ref(type.idColumn)}`.execute(db);
    const gone = await deletedAmong(
      db,
      formType,
      rows.map(({ held }) => held),
    );
    for (const { id, title, held } of rows) if (gone.has(held)) kept.set(id, title);
  }
  await keep(db, operationId, [...kept.keys()]);
  return [...kept].map(([id, title]) => ({ id, title }));
}

/**
 * Of the records that are about to go back to the recycle bin, keeps those that the rules of their type keep from it,
 * such as customers that have contacts by now.
 */
export async function keepNeeded(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<{ readonly id: number; readonly title: string }[]> {
  const { beforeDelete = [] } = recordModule(type.code).rules;
  if (beforeDelete.length === 0) return [];
  const refusalFor = (ids: readonly number[]) =>
    refusalOf(async () => {
      for (const check of beforeDelete) await check(db, actor, ids);
    });
  const { rows } = await sql<{ id: number; title: string }>`
    select o.record_id as id, r.${sql.ref(type.titleField)} as title from operation_row o
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = o.record_id
    where o.operation_id = ${operationId} and o.undo = 'undone' and o.before ->> 'deleted_at' is not null
    order by 1`.execute(db);
  // one look at all of them is enough nearly always
  if (rows.length === 0 || !(await refusalFor(rows.map(({ id }) => id)))) return [];
  const kept: { id: number; title: string }[] = [];
  for (const row of rows) if (await refusalFor([row.id])) kept.push(row);
  await keep(
    db,
    operationId,
    kept.map(({ id }) => id),
  );
  return kept;
}

const keep = (db: Database, operationId: number, ids: readonly number[]) =>
  sql`
    update operation_row set undo = 'kept'
    where operation_id = ${operationId} and record_id = any(${[...ids]}::bigint[])`.execute(db);
