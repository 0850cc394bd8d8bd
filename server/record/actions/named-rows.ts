import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isComputed } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { readable } from '#server/record/access/reach.ts';
import { binScope } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { isDisplayed } from '#server/record/fields/visibility.ts';
import { recordModule } from '#server/record/registry.ts';

/** Which records and fields an action was about, as far as the actor may see them now. */
export interface Named {
  readonly titles: readonly string[];
  readonly fields: readonly string[];
}

/** Records whose names are listed; the others are in the number of rows. */
const mostTitles = 3;

interface Operation {
  readonly operation_id: number;
  readonly type_code: number;
}

/** Names for a page of actions, by id. */
export async function namesOf(
  db: Database,
  actor: Actor,
  operations: readonly Operation[],
): Promise<Map<number, Named>> {
  const found = new Map<number, Named>();
  for (const [code, ofType] of Map.groupBy(operations, (one) => one.type_code)) {
    const { type } = recordModule(code);
    const ids = ofType.map((one) => one.operation_id);
    const [titles, fields] = [await titlesOf(db, actor, type, ids), await changedFields(db, actor, type, ids)];
    for (const id of ids) found.set(id, { titles: titles.get(id) ?? [], fields: fields.get(id) ?? [] });
  }
  return found;
}

async function titlesOf(db: Database, actor: Actor, type: RecordType, ids: readonly number[]) {
  const { from } = system('whoever did an act sees by name those that he may still read', type);
  const { rows } = await sql<{ operation_id: number; titles: string[] }>`
    select one.id as operation_id, array(
      select r.${sql.ref(type.titleField)} from operation_row o join ${from} on r.${sql.ref(type.idColumn)} = o.record_id
      where o.operation_id = one.id and (${readable(actor, type)} or ${binScope(actor, type)})
      order by o.record_id limit ${mostTitles}) as titles
    from unnest(${[...ids]}::int[]) as one(id)`.execute(db);
  return new Map(rows.map((row) => [row.operation_id, row.titles]));
}

/** Fields that were set, by the event of the first record; those that follow from others are left out. */
async function changedFields(db: Database, actor: Actor, type: RecordType, ids: readonly number[]) {
  const { rows } = await sql<{ operation_id: number; changed: string[] }>`
    select p.operation_id, array(
      select distinct change ->> 'id' from event e cross join jsonb_array_elements(e.changes) as change
      where e.type_code = ${type.code} and e.details ->> 'operationId' = p.operation_id::text
        and e.record_id = (select min(o.record_id) from operation_row o where o.operation_id = p.operation_id)) as changed
    from operation p where p.operation_id = any(${[...ids]}::int[]) and p.verb = 'edited'`.execute(db);
  if (rows.length === 0) return new Map<number, string[]>();
  const known = (await fieldsOf(db, actor, type)).all.filter((field) => isDisplayed(field) && !isComputed(field));
  return new Map(
    rows.map(({ operation_id: id, changed }) => [
      id,
      known
        .filter((field) => changed.includes(fieldColumn(field).id))
        .map((field) => labelOf(type, field, actor.language)),
    ]),
  );
}
