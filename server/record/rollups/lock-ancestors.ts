import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModules, type Values } from '#server/record/registry.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { countingColumns, joined, parentsOf, rollupsOver, type Parents } from '#server/record/rollups/rollups-over.ts';

/**
 * Locks all that counts over records, before the records themselves: whoever deletes a parent has it before its children,
 * and whoever changes a child has to write to the parent in the end. `named` are values that are about to be written.
 */
export async function lockAncestors(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  named: readonly Values[] = [],
): Promise<void> {
  if ((await rollupsOver(db, type)).length === 0) return;
  for (let asked = await ancestorsOf(db, type, ids, named); ;) {
    await sql`savepoint ancestors`.execute(db);
    await lockInOrder(db, asked);
    // somebody may have moved a record meanwhile; from a parent that is locked nobody moves it any more
    const present = await ancestorsOf(db, type, ids, named);
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
  // a record may count over others of its own type: those come in the order of ids then, itself among them
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
  const over = await rollupsOver(db, type);
  if (over.length === 0) return;
  const above = joined([
    ...(await parentsOf(db, type, over, ids)),
    ...countingColumns(over).map(
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

/** Locks records type by type, those that others belong to first, each in the order of their ids. */
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

/** How many types lie above one, along the longest way that does not come back. */
function levelOf(type: RecordType, below: readonly RecordType[] = []): number {
  const above = relationsIn(type).flatMap(({ relation }) => {
    const parent = recordModules().find((one) => one.type.code === relation.to)?.type;
    return parent && parent !== type && !below.includes(parent) ? [parent] : [];
  });
  return above.length === 0 ? 0 : 1 + Math.max(...above.map((parent) => levelOf(parent, [...below, type])));
}
