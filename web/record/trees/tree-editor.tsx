import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState, type ReactNode } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { flat, placeOf } from '#web/record/trees/place-of.ts';
import styles from '#web/record/trees/tree-editor.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { mostNodes, type NestedNode, type TreeCalls } from '#shared/record/trees/tree.ts';

interface TreeEditorProps {
  readonly calls: TreeCalls;
}

/** More of them are drawn as far as they are in view. */
const mostDrawn = 200;
const height = 480;

/** A name that is being typed: of a node, or of a new one below `pid`. */
interface Draft {
  readonly categoryId?: number;
  readonly pid: number;
  readonly name: string;
  /** The node below which a new one is typed; 0 = below all. */
  readonly at: number;
}

/** A node as the component takes it. */
interface TreeRow extends BasicDataNode {
  readonly key: number;
  readonly node: NestedNode;
  readonly children: TreeRow[];
}

const rowsOf = (nodes: readonly NestedNode[]): TreeRow[] =>
  nodes.map((node) => ({ key: node.categoryId, node, children: rowsOf(node.children ?? []) }));

/** Adds, renames, moves and deletes the nodes of a tree; a drag is done at once. */
export function TreeEditor({ calls }: TreeEditorProps) {
  const text = useText();
  const query = useQuery(callQuery(calls.list, {}));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const save = useAction(calls.save, { refreshes: [calls.list], onDone: () => setDraft(null) });
  const move = useAction(calls.move, { refreshes: [calls.list] });
  const remove = useAction(calls.remove, { refreshes: [calls.list] });
  const keep = (name: string) => {
    if (!draft || name.trim() === '') return;
    const { at: _at, ...rest } = draft;
    save.mutate({ ...rest, name });
  };
  const input = (current: Draft) => (
    <Input
      autoFocus
      size="small"
      maxLength={50}
      defaultValue={current.name}
      aria-label={text('tree.name')}
      disabled={save.isPending}
      onFocus={(event) => event.target.select()}
      onPressEnter={(event) => keep(event.currentTarget.value)}
      onBlur={(event) => (event.target.value.trim() === current.name ? setDraft(null) : keep(event.target.value))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
  const ask = async ({ categoryId, name }: NestedNode) => {
    if (await confirm({ title: text('tree.delete_question', { name }), isDangerous: true }))
      remove.mutate({ id: categoryId });
  };
  const acts = (node: NestedNode, nodes: readonly NestedNode[]) => {
    const { categoryId, pid, name } = node;
    const beside = flat(nodes).filter((one) => one.pid === pid);
    const place = beside.findIndex((one) => one.categoryId === categoryId);
    const isFull = flat(nodes).length >= mostNodes;
    const moveTo = (next: number) => move.mutate({ categoryId, pid, place: next });
    return [
      {
        key: 'below',
        label: text('tree.add_below'),
        disabled: isFull,
        onClick: () => setDraft({ pid: categoryId, name: '', at: categoryId }),
      },
      {
        key: 'beside',
        label: text('tree.add_beside'),
        disabled: isFull,
        onClick: () => setDraft({ pid, name: '', at: categoryId }),
      },
      { key: 'rename', label: text('tree.rename'), onClick: () => setDraft({ categoryId, pid, name, at: categoryId }) },
      { key: 'up', label: text('tree.up'), disabled: place === 0, onClick: () => moveTo(place - 1) },
      {
        key: 'down',
        label: text('tree.down'),
        disabled: place === beside.length - 1,
        onClick: () => moveTo(place + 1),
      },
      { key: 'delete', label: text('tree.delete'), danger: true, onClick: () => void ask(node) },
    ];
  };
  const row = (node: NestedNode, nodes: readonly NestedNode[]): ReactNode =>
    draft?.categoryId === node.categoryId ? (
      input(draft)
    ) : (
      <div className={styles['row']}>
        <span className={styles['name']} title={node.name}>
          {node.name}
        </span>
        <MoreMenu label={text('tree.acts', { name: node.name })} items={acts(node, nodes)} />
      </div>
    );
  return (
    <PageState query={query} isEmpty={() => false}>
      {(nodes) => (
        <>
          <Tree<TreeRow>
            blockNode
            // what is added below a node that had nothing is seen at once
            expandedKeys={flat(nodes).flatMap(({ categoryId }) => (folded.has(categoryId) ? [] : [categoryId]))}
            onExpand={(_, { node: { key }, expanded }) => {
              const next = new Set(folded);
              if (expanded) next.delete(key);
              else next.add(key);
              setFolded(next);
            }}
            {...(flat(nodes).length > mostDrawn && { height })}
            draggable={{ icon: false }}
            selectable={false}
            treeData={rowsOf(nodes)}
            titleRender={({ node }) => (
              <>
                {row(node, nodes)}
                {draft?.categoryId === undefined && draft?.at === node.categoryId && input(draft)}
              </>
            )}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const at = Number(node.pos.split('-').at(-1));
              const gap = dropToGap ? (dropPosition < at ? 'before' : 'behind') : 'onto';
              const categoryId = dragNode.node.categoryId;
              const place = placeOf(nodes, { dragged: categoryId, target: node.node.categoryId, gap });
              if (place) move.mutate({ categoryId, ...place });
            }}
          />
          <div className={styles['new']}>
            {draft?.at === 0 ? (
              input(draft)
            ) : (
              <Button
                type="dashed"
                block
                icon={<PlusOutlined aria-hidden />}
                disabled={flat(nodes).length >= mostNodes}
                onClick={() => setDraft({ pid: 0, name: '', at: 0 })}
              >
                {text('tree.add')}
              </Button>
            )}
          </div>
        </>
      )}
    </PageState>
  );
}
