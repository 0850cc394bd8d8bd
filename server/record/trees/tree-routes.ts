import { route, type Route } from '#server/platform/http/route.ts';
import { addNode, changeNode, removeNode } from '#server/record/trees/change-tree.ts';
import { nestedNodes, treeNodes } from '#server/record/trees/tree-nodes.ts';
import type { Tree, TreeCalls } from '#shared/record/trees/tree.ts';

/** The routes of a tree: nested list, creating and renaming, moving, deleting. */
export const treeRoutes = (tree: Tree, calls: TreeCalls): Route[] => [
  route(calls.list, async ({ db }) => nestedNodes(await treeNodes(db, tree))),
  route(calls.save, async ({ db, actor, input: { categoryId, name, pid } }) => {
    if (categoryId === undefined) return { categoryId: await addNode(db, actor, tree, { name, pid: pid ?? 0 }) };
    await changeNode(db, actor, tree, categoryId, { name, pid });
    return { categoryId };
  }),
  route(calls.move, async ({ db, actor, input: { categoryId, pid, place } }) => {
    await changeNode(db, actor, tree, categoryId, { pid, place });
    return null;
  }),
  route(calls.remove, async ({ db, actor, input }) => {
    await removeNode(db, actor, tree, input.id);
    return null;
  }),
];
