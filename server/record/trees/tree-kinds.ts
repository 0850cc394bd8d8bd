import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { addNode, changeNode, holdTree, putInOrder, removeNode } from '#server/record/trees/change-tree.ts';
import { nodeKindName, orderKindName } from '#server/record/trees/kind-names.ts';
import { pathTo, treeNodes } from '#server/record/trees/tree-nodes.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Tree, TreeNode } from '#shared/record/trees/tree.ts';

interface Shared extends Pick<SettingKind, 'title' | 'access' | 'hold'> {
  readonly nameOf: NonNullable<SettingKind['nameOf']>;
}

/** The kinds of settings of a tree: each node, and the order of the nodes below each parent (item 0 = the top). */
export function treeKinds(tree: Tree): readonly SettingKind[] {
  const shared: Shared = {
    title: tree.title,
    access: [tree.access],
    hold: (db) => holdTree(db, tree),
    nameOf: async (db, item) => (await readNode(db, tree, Number(item)))?.name ?? '',
  };
  return [nodeKind(tree, shared), orderKind(tree, shared)] as readonly SettingKind[];
}

type Node = Pick<TreeNode, 'name' | 'pid'>;

async function readNode(db: Database, tree: Tree, id: number): Promise<Node | null> {
  const { rows } = await sql<Node>`
    select name, coalesce(pid, 0) as pid from ${sql.table(tree.table)} where ${sql.ref(tree.idColumn)} = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Deleting is taken back under the former id; moving to another parent puts a node behind its former neighbours. */
const nodeKind = (tree: Tree, shared: Shared): SettingKind<Node> => ({
  ...shared,
  name: nodeKindName(tree),
  read: (db, item) => readNode(db, tree, Number(item)),
  write: async (db, actor, item, value) => {
    const id = Number(item);
    if (value === null) await removeNode(db, actor, tree, id);
    else if (await readNode(db, tree, id)) await changeNode(db, actor, tree, id, value);
    else await addNode(db, actor, tree, { ...value, id });
  },
  linesOf: async (db, { name, pid }, language) => {
    const nodes = await treeNodes(db, tree);
    const above = pathTo(nodes, pid).map((id) => nodes.find((node) => node.id === id)?.name ?? '');
    return new Map([
      [translate(language, 'tree.name'), name],
      [translate(language, 'tree.parent'), above.join(' / ') || translate(language, 'tree.top')],
    ]);
  },
});

const orderKind = (tree: Tree, shared: Shared): SettingKind<readonly number[]> => ({
  ...shared,
  name: orderKindName(tree),
  read: async (db, item) => {
    const ids = (await treeNodes(db, tree)).filter(({ pid }) => pid === Number(item)).map(({ id }) => id);
    return ids.length > 0 ? ids : null;
  },
  write: (db, _actor, _item, value) => putInOrder(db, tree, value ?? []),
  linesOf: async (db, ids, language) => {
    const nodes = await treeNodes(db, tree);
    const names = ids.flatMap((id) => nodes.find((node) => node.id === id)?.name ?? []);
    return new Map([[translate(language, 'tree.order'), names.join(translate(language, 'rights.comma'))]]);
  },
});
