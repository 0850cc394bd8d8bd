import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { undeletableAmong } from '#server/record/recycle/deletable.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Titled } from '#server/record/actions/kept-titles.ts';
import { formerRows, leave } from '#server/record/actions/undo-rows.ts';
import { formerLinesOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { recordModule } from '#server/record/registry.ts';
import { mismatchedAmong, requiredRelated, unattachedAmong } from '#server/record/rows/related.ts';
import { ruleProblems } from '#server/record/write/draft.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { valuesOf } from '#server/record/rows/row.ts';

/**
 * Marks records that would leave the recycle bin, or change, and then belong to a deleted record: they stay unchanged
 * and are listed.
 */
export async function leaveUnattached(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<Titled[]> {
  const fields = await fieldsOf(db, actor, type);
  const names = requiredRelated(fields).map(({ fieldName }) => fieldName);
  if (names.length === 0) return [];
  const former = await formerRows(db, type, fields, operationId, ['deleted_at', ...names]);
  return leave(db, operationId, [...(await unattachedAmong(db, fields, former)).keys()]);
}

/** Marks records that would refer to something that by now belongs to another record, so that the undo leaves them. */
export async function leaveMismatched(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<Titled[]> {
  const fields = await fieldsOf(db, actor, type);
  const ends = relationsIn(type).flatMap(({ column, relation: { within } }) => (within ? [column, within.field] : []));
  if (ends.length === 0) return [];
  const former = await formerRows(db, type, fields, operationId, ends);
  const ids = former.map(({ id }) => id);
  const present = new Map((await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), row]));
  const rows = former.map((row) => ({
    ...row,
    changed: ends.filter((name) => row.values[name] !== present.get(row.id)?.[name]),
  }));
  return leave(db, operationId, [...(await mismatchedAmong(db, fields.all, rows)).keys()]);
}

/**
 * Marks records included in the action because of others when those stay or are gone: the contacts of a customer that
 * its new owner keeps stay as well. Subqueries for the reason given at `markRows`.
 */
export async function leaveWithWhole(db: Database, type: RecordType, operationId: number): Promise<Titled[]> {
  const left: Titled[] = [];
  const own = sql`${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = o.record_id`;
  for (const { column, relation } of relationsIn(type)) {
    // the record it would belong to again, which may differ from the current one
    const parent = sql`case when jsonb_exists(o.before, ${column}) then (o.before ->> ${column})::bigint
      else (select r.${sql.ref(column)} from ${own}) end`;
    // the whole and its parts before this one have been decided already
    const { rows } = await sql<Titled>`
      update operation_row o set undo = 'kept'
      where o.operation_id = ${operationId} and o.undo = 'undone' and exists (
        select from operation part
        join operation earlier on earlier.type_code = ${relation.to} and (earlier.operation_id = part.part_of
          or earlier.part_of = part.part_of and earlier.operation_id < part.operation_id)
        join operation_row stays on stays.operation_id = earlier.operation_id and stays.record_id = (${parent})
        where part.operation_id = ${operationId} and stays.undo is distinct from 'undone')
      returning o.record_id as id, (select r.${sql.ref(type.titleField)} from ${own}) as title`.execute(db);
    left.push(...rows);
  }
  return left.toSorted((one, other) => one.id - other.id);
}

/** Marks records that belong to one of those that stay. */
export async function leaveWithParents(
  db: Database,
  type: RecordType,
  operationId: number,
  staying: { readonly type: RecordType; readonly ids: readonly number[] },
): Promise<Titled[]> {
  const columns = relationsIn(type).filter(({ relation }) => relation.to === staying.type.code);
  const { rows } = await sql<Titled>`
    select o.record_id as id, r.${sql.ref(type.titleField)} as title from operation_row o
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = o.record_id
    where o.operation_id = ${operationId} and o.undo = 'undone' and (${sql.join(
      columns.map(({ column }) => sql`r.${sql.ref(column)} = any(${[...staying.ids]}::bigint[])`),
      sql` or `,
    )}) order by 1`.execute(db);
  return leave(db, operationId, rows);
}

/**
 * Marks records that children or the rules of their type keep from returning to the recycle bin, such as customers that
 * have contacts by now.
 */
export async function leaveNeeded(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<Titled[]> {
  const { rows } = await sql<Titled>`
    select o.record_id as id, r.${sql.ref(type.titleField)} as title from operation_row o
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = o.record_id
    where o.operation_id = ${operationId} and o.undo = 'undone' and o.before ->> 'deleted_at' is not null
    order by 1`.execute(db);
  const needed = await undeletableAmong(
    db,
    actor,
    type,
    rows.map(({ id }) => id),
  );
  return leave(
    db,
    operationId,
    rows.filter(({ id }) => needed.has(id)),
  );
}

/** Marks records whose former values the rules of their type would refuse. */
export async function leaveBroken(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<Titled[]> {
  if (!recordModule(type.code).rules.validate) return [];
  const fields = await fieldsOf(db, actor, type);
  const names = fields.all.filter(({ fieldType }) => fieldType === 1).map(({ fieldName }) => fieldName);
  const ofLines = type.lines ? ['update_time'] : [];
  const former = await formerRows(db, type, fields, operationId, ['deleted_at', 'custom', ...ofLines, ...names]);
  const ids = former.map(({ id }) => id);
  const present = new Map((await storedRows(db, type, ids)).map((row) => [Number(row[type.idColumn]), row]));
  const [presentLines, formerLines] = [await linesOf(db, type, ids), await formerLinesOf(db, type, operationId)];
  const broken = former.filter(({ id, isDeleted, values }) => {
    const row = present.get(id);
    const lines = formerLines.get(id) ?? presentLines.get(id);
    return !isDeleted && ruleProblems(type, values, row ? valuesOf(row, fields) : null, lines).length > 0;
  });
  return leave(db, operationId, broken);
}
