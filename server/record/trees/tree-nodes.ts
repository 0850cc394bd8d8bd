import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { NestedNode, Tree, TreeNode } from '#shared/record/trees/tree.ts';

/** All nodes, neighbours in their order. */
export async function treeNodes(db: Database, tree: Tree): Promise<TreeNode[]> {
  const id = sql.ref(tree.idColumn);
  const { rows } = await sql<TreeNode>`
    select ${id} as id, name, coalesce(pid, 0) as pid from ${sql.table(tree.table)} order by place, ${id}`.execute(db);
  return rows;
}

/** The name of a node, for statements. */
export const nodeName = ({ table, idColumn }: Tree, id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select node.name from ${sql.table(table)} as node where node.${sql.ref(idColumn)} = ${id})`;

/** As `treeCalls().list` answers them. */
export function nestedNodes(nodes: readonly TreeNode[]): NestedNode[] {
  const byParent = Map.groupBy(nodes, ({ pid }) => pid);
  const below = (pid: number, level: number): NestedNode[] =>
    (byParent.get(pid) ?? []).map(({ id, name }) => {
      const children = below(id, level + 1);
      return { categoryId: id, name, pid, level, label: name, ...(children.length > 0 && { children }) };
    });
  return below(0, 1);
}

/** Ids from the top to a node; empty where there is none. */
export function pathTo(nodes: readonly TreeNode[], id: number): number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: number[] = [];
  for (let node = byId.get(id); node && !path.includes(node.id); node = byId.get(node.pid)) path.unshift(node.id);
  return path;
}

/** Levels from a node down, itself included. */
export function depthOf(nodes: readonly TreeNode[], id: number): number {
  const children = nodes.filter(({ pid }) => pid === id);
  return 1 + Math.max(0, ...children.map((child) => depthOf(nodes, child.id)));
}
