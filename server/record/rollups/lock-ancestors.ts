import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModules, type Values } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { columnsWithFigures, joined, parentsOf, type Parents } from '#server/record/rollups/rollups-over.ts';

/**
 * Locks the parents that count over records before the records themselves: a deletion locks a parent before its
 * children, and a change of a child finally writes to the parent. `named` are values about to be written.
 */
export async function lockAncestors(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  named: readonly Values[] = [],
): Promise<void> {
  if ((await columnsWithFigures(db, type)).length === 0) return;
  await lockWhile(db, () => ancestorsOf(db, type, ids, named));
}

/**
 * The same for records that go to the recycle bin, or come back: also what counts over the children that go along or lose
 * their link, which may belong to other records besides.
 */
export async function lockAround(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  if (!(await areChildrenCounted(db, type))) {
    await lockAncestors(db, type, ids);
    return;
  }
  await lockWhile(db, async () => {
    const below = await childrenBelow(db, type, ids);
    const found = [...(await ancestorsOf(db, type, ids, []))];
    for (const [child, childIds] of below) found.push(...(await ancestorsOf(db, child, [...childIds], [])));
    const all = new Map(joined(found));
    const own = all.get(type);
    if (own) all.set(type, new Set([...own, ...ids]));
    return all;
  });
}

/** Whether a type counts over children of records, or of what goes along with them. */
async function areChildrenCounted(db: Database, type: RecordType, seen = new Set<RecordType>()): Promise<boolean> {
  for (const { type: child, relation } of relationsTo(type)) {
    if (relation.onDelete === 'refuse') continue;
    if ((await columnsWithFigures(db, child)).length > 0) return true;
    if (relation.onDelete !== 'cascade' || seen.has(child)) continue;
    seen.add(child);
    if (await areChildrenCounted(db, child, seen)) return true;
  }
  return false;
}

/** What goes along with records, wherever it lies by now, and what loses its link to any of them. */
async function childrenBelow(db: Database, type: RecordType, ids: readonly number[]): Promise<Parents> {
  const found = new Map<RecordType, Set<number>>();
  const collect = async (parent: RecordType, parentIds: readonly number[]): Promise<void> => {
    if (parentIds.length === 0) return;
    for (const { type: child, column, relation } of relationsTo(parent)) {
      if (relation.onDelete === 'refuse') continue;
      const { from } = system('what counts over children is locked before them, whoever may see them', child);
      const { rows } = await sql<{ id: number }>`
        select r.${sql.ref(child.idColumn)} as id from ${from} where r.${sql.ref(column)} = any(${[...parentIds]}::bigint[])`.execute(
        db,
      );
      const known = found.get(child) ?? new Set();
      const fresh = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]));
      found.set(child, new Set([...known, ...fresh]));
      if (relation.onDelete === 'cascade') await collect(child, fresh);
    }
  };
  await collect(type, ids);
  return found;
}

async function lockWhile(db: Database, find: () => Promise<Parents>): Promise<void> {
  for (let asked = await find(); ;) {
    await sql`savepoint ancestors`.execute(db);
    await lockInOrder(db, asked);
    // a record may have been moved meanwhile; it cannot be moved away from a locked parent any more
    const present = await find();
    const isAll = [...present].every(([parent, parentIds]) => [...parentIds].every((id) => asked.get(parent)?.has(id)));
    if (!isAll) await sql`rollback to savepoint ancestors`.execute(db);
    await sql`release savepoint ancestors`.execute(db);
    if (isAll) return;
    asked = joined([...asked, ...present]);
  }
}

async function ancestorsOf(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  named: readonly Values[],
): Promise<Parents> {
  const found = new Map<RecordType, ReadonlySet<number>>();
  await climb(db, type, ids, named, found);
  // a type may count over its own records: those are locked in the order of ids, including the record itself
  const own = found.get(type);
  if (own) found.set(type, new Set([...own, ...ids]));
  return found;
}

async function climb(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  named: readonly Values[],
  found: Map<RecordType, ReadonlySet<number>>,
): Promise<void> {
  const columns = await columnsWithFigures(db, type);
  if (columns.length === 0) return;
  const above = joined([
    ...(await parentsOf(db, type, columns, ids)),
    ...columns.map(
      ([parent, column]) =>
        [parent, new Set(named.flatMap((values) => (isId(values[column]) ? [values[column]] : [])))] as const,
    ),
  ]);
  for (const [parent, parentIds] of above) {
    const known = found.get(parent) ?? new Set();
    const fresh = [...parentIds].filter((id) => !known.has(id));
    if (fresh.length === 0) continue;
    found.set(parent, new Set([...known, ...fresh]));
    await climb(db, parent, fresh, [], found);
  }
}

const isId = (value: unknown): value is number => typeof value === 'number';

/** Locks records type by type, parents first, each in the order of their ids. */
export async function lockInOrder(db: Database, parents: Parents): Promise<void> {
  for (const [type, ids] of inOrder(parents)) {
    if (ids.size === 0) continue;
    const id = sql.ref(`r.${type.idColumn}`);
    await sql`
      select from ${sql.table(type.table)} as r where ${id} = any(${[...ids]}::bigint[])
      order by ${id} for no key update`.execute(db);
  }
}

/** One order of types for everybody. */
export const inOrder = (parents: Parents): [RecordType, ReadonlySet<number>][] =>
  [...parents].toSorted(([one], [other]) => levelOf(one) - levelOf(other) || one.code - other.code);

/** Number of types above one, along the longest path without cycles. */
function levelOf(type: RecordType, below: readonly RecordType[] = []): number {
  const above = relationsIn(type).flatMap(({ relation }) => {
    const parent = recordModules().find((one) => one.type.code === relation.to)?.type;
    return parent && parent !== type && !below.includes(parent) ? [parent] : [];
  });
  return above.length === 0 ? 0 : 1 + Math.max(...above.map((parent) => levelOf(parent, [...below, type])));
}
