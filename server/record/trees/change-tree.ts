import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { recordModules } from '#server/record/registry.ts';
import { nodeKindName, orderKindName } from '#server/record/trees/kind-names.ts';
import { depthOf, pathTo, treeNodes } from '#server/record/trees/tree-nodes.ts';
import { mostLevels, mostNodes, type Tree, type TreeNode } from '#shared/record/trees/tree.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Nobody else changes the tree until the transaction ends; records may refer to its nodes meanwhile. */
export async function holdTree(db: Database, tree: Tree): Promise<void> {
  await sql`lock table ${sql.table(tree.table)} in share row exclusive mode`.execute(db);
}

/** The nodes of a tree that is held. */
async function heldNodes(db: Database, tree: Tree): Promise<TreeNode[]> {
  await holdTree(db, tree);
  return treeNodes(db, tree);
}

interface Placed {
  readonly id: number | null;
  readonly name: string;
  readonly pid: number;
}

/** @throws AppError `tree.unknown`, `tree.cycle`, `tree.deep`, `tree.name_taken` */
function requirePlace(nodes: readonly TreeNode[], { id, name, pid }: Placed): void {
  const above = pathTo(nodes, pid);
  if (pid > 0 && above.length === 0) throw new AppError('tree.unknown');
  if (id !== null && above.includes(id)) throw new AppError('tree.cycle');
  if (above.length + (id === null ? 1 : depthOf(nodes, id)) > mostLevels)
    throw new AppError('tree.deep', { max: mostLevels });
  if (nodes.some((node) => node.pid === pid && node.name === name && node.id !== id))
    throw new AppError('tree.name_taken');
}

const nodeOf = (nodes: readonly TreeNode[], id: number): TreeNode => {
  const node = nodes.find((one) => one.id === id);
  if (!node) throw new AppError('tree.unknown');
  return node;
};

const record = (db: Database, actor: Actor, tree: Tree, what: string, id: number): Promise<void> =>
  audit(db, {
    userId: actor.userId,
    what: `tree.${what}`,
    subject: `${tree.table} ${id}`,
    result: 'done',
    address: actor.address,
  });

/** Adds a node behind its neighbours. Returns the id, which is a former one for a node that comes back. @throws AppError `tree.*` */
export async function addNode(
  db: Database,
  actor: Actor,
  tree: Tree,
  { id: former, name, pid }: { readonly id?: number; readonly name: string; readonly pid: number },
): Promise<number> {
  const nodes = await heldNodes(db, tree);
  if (nodes.length >= mostNodes) throw new AppError('tree.full', { max: mostNodes });
  requirePlace(nodes, { id: null, name, pid });
  const parent = pid === 0 ? null : pid;
  const [ownColumn, ownValue] =
    former === undefined ? [sql``, sql``] : [sql`${sql.ref(tree.idColumn)},`, sql`${former},`];
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(tree.table)} (${ownColumn} name, pid, place)
    select ${ownValue} ${name}, ${parent}::bigint, coalesce(max(place) + 1, 0)
    from ${sql.table(tree.table)} where pid is not distinct from ${parent}::bigint
    returning ${sql.ref(tree.idColumn)} as id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await record(db, actor, tree, 'add', id);
  if (former === undefined) await created(db, actor, nodeKindName(tree), String(id));
  return id;
}

/** Renames a node, and moves it where a parent is given. @throws AppError `tree.*` */
export async function changeNode(
  db: Database,
  actor: Actor,
  tree: Tree,
  id: number,
  asked: { readonly name?: string; readonly pid?: number | undefined; readonly place?: number | undefined },
): Promise<void> {
  const nodes = await heldNodes(db, tree);
  const node = nodeOf(nodes, id);
  const next = { id, name: asked.name ?? node.name, pid: asked.pid ?? node.pid };
  requirePlace(nodes, next);
  const beside = nodes.filter((one) => one.pid === next.pid && one.id !== id).map((one) => one.id);
  const stays = next.pid === node.pid && asked.place === undefined;
  const place = stays ? nodes.filter((one) => one.pid === node.pid).indexOf(node) : (asked.place ?? beside.length);
  const write = async () => {
    await sql`
      update ${sql.table(tree.table)} set name = ${next.name}, pid = ${next.pid === 0 ? null : next.pid}::bigint
      where ${sql.ref(tree.idColumn)} = ${id}`.execute(db);
    await putInOrder(db, tree, beside.toSpliced(place, 0, id));
  };
  await changing(db, actor, nodeKindName(tree), String(id), () =>
    // its place among others is theirs as well
    next.pid === node.pid ? changing(db, actor, orderKindName(tree), String(next.pid), write) : write(),
  );
  await record(db, actor, tree, 'change', id);
}

/** Gives the nodes below one parent, of a tree that is held, their places. */
export async function putInOrder(db: Database, tree: Tree, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(tree.table)} as n set place = o.place - 1
    from unnest(${[...ids]}::bigint[]) with ordinality as o(id, place)
    where n.${sql.ref(tree.idColumn)} = o.id`.execute(db);
}

/** Deletes a node that nothing is in, the recycle bin included. @throws AppError `tree.unknown` and what the tree declares */
export async function removeNode(db: Database, actor: Actor, tree: Tree, id: number): Promise<void> {
  const nodes = await heldNodes(db, tree);
  nodeOf(nodes, id);
  if (nodes.some(({ pid }) => pid === id)) throw new AppError(tree.hasChildren);
  const own = sql.ref(tree.idColumn);
  // waits for records that are being saved into it
  await sql`select from ${sql.table(tree.table)} where ${own} = ${id} for update`.execute(db);
  for (const { type, column } of fieldsIn(tree)) {
    const { rows } = await sql`
      select from ${sql.table(type.table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
    if (rows.length > 0) throw new AppError(tree.inUse);
  }
  await changing(db, actor, nodeKindName(tree), String(id), async () => {
    await sql`delete from ${sql.table(tree.table)} where ${own} = ${id}`.execute(db);
  });
  await record(db, actor, tree, 'delete', id);
}

/** The columns that refer to nodes of a tree. */
const fieldsIn = (tree: Tree) =>
  recordModules().flatMap(({ type }) =>
    type.fields.flatMap((field) => (field.tree?.table === tree.table ? [{ type, column: field.fieldName }] : [])),
  );
