import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { ChildCount } from '#shared/record/relations/relation-calls.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { visible } from '#server/record/access/visible.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { readableOne } from '#server/record/rows/read.ts';

/**
 * How many children of each kind a record has, within what the actor sees: one query for all. Kinds without a list for
 * the actor, or with a hidden reference field, are left out.
 * @throws AppError `access.record`
 */
export async function childCounts(db: Database, actor: Actor, type: RecordType, id: number): Promise<ChildCount[]> {
  const shown: ChildRelation[] = [];
  for (const child of relationsTo(type)) if (await isShown(db, actor, child)) shown.push(child);
  const counts = shown.map((child, at) => {
    const own = sql`r.${sql.ref(child.column)} = ${id}`;
    return sql`, (select count(*) from ${childrenFor(actor, child)} and ${own}) as ${sql.ref(String(at))}`;
  });
  const { rows } = await sql<
    Record<string, number>
  >`${keptPlan} select true as is_here${sql.join(counts, sql``)} from ${readableOne(actor, type, id)}`.execute(db);
  if (rows.length === 0) throw new AppError('access.record');
  return shown.map(({ type: child, column }, at) => ({
    label: child.code,
    fieldName: column,
    total: rows[0]?.[String(at)] ?? 0,
  }));
}

async function isShown(
  db: Database,
  actor: Actor,
  { type, column, relation, isField }: ChildRelation,
): Promise<boolean> {
  if (relation.visibleWith) return true;
  if (!isField || !actor.mayDo(permissionOf(type, 'index'))) return false;
  return (await fieldsOf(db, actor, type)).byName.get(column)?.hidden === false;
}

/** Those in the child's list, or all where they are visible with their parent; ends in a condition. */
function childrenFor(actor: Actor, { type, relation }: ChildRelation) {
  if (!relation.visibleWith) return sql`${visible(type, within(type, scoped(actor, type), 'open'))} where true`;
  const { from, live } = system('who reads a record sees the children that are visible with it', type);
  return sql`${from} where ${live}`;
}
