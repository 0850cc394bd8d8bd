import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState, type ReactNode } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { flat, placeOf } from '#web/record/trees/place-of.ts';
import styles from '#web/record/trees/tree-dialog.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { mostNodes, type NestedNode, type TreeCalls } from '#shared/record/trees/tree.ts';

interface TreeDialogProps {
  readonly title: string;
  readonly calls: TreeCalls;
  readonly onClose: () => void;
}

/** A name that is being typed: of a node, or of a new one below `pid`. */
interface Draft {
  readonly categoryId?: number;
  readonly pid: number;
  readonly name: string;
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
export function TreeDialog({ title, calls, onClose }: TreeDialogProps) {
  const text = useText();
  const query = useQuery(callQuery(calls.list, {}));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const save = useAction(calls.save, { refreshes: [calls.list], onDone: () => setDraft(null) });
  const move = useAction(calls.move, { refreshes: [calls.list] });
  const remove = useAction(calls.remove, { refreshes: [calls.list] });
  const keep = (name: string) => draft && name.trim() !== '' && save.mutate({ ...draft, name });
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
  const row = (node: NestedNode): ReactNode =>
    draft?.categoryId === node.categoryId ? (
      input(draft)
    ) : (
      <div className={styles['row']}>
        <span className={styles['name']} title={node.name}>
          {node.name}
        </span>
        <span className={styles['acts']}>
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined aria-hidden />}
            aria-label={text('tree.add_below', { name: node.name })}
            onClick={() => setDraft({ pid: node.categoryId, name: '' })}
          />
          <Button
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={text('tree.rename', { name: node.name })}
            onClick={() => setDraft({ categoryId: node.categoryId, pid: node.pid, name: node.name })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={text('tree.delete', { name: node.name })}
            onClick={async () => {
              if (await confirm({ title: text('tree.delete_question', { name: node.name }), isDangerous: true }))
                remove.mutate({ id: node.categoryId });
            }}
          />
        </span>
      </div>
    );
  return (
    <Dialog open title={title} width={520} footer={null} onCancel={onClose}>
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
              height={420}
              draggable={{ icon: false }}
              selectable={false}
              treeData={rowsOf(nodes)}
              titleRender={({ node }) => (
                <>
                  {row(node)}
                  {draft?.categoryId === undefined && draft?.pid === node.categoryId && input(draft)}
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
              {draft?.categoryId === undefined && draft?.pid === 0 ? (
                input(draft)
              ) : (
                <Button
                  type="dashed"
                  block
                  icon={<PlusOutlined aria-hidden />}
                  disabled={flat(nodes).length >= mostNodes}
                  onClick={() => setDraft({ pid: 0, name: '' })}
                >
                  {text('tree.add')}
                </Button>
              )}
            </div>
          </>
        )}
      </PageState>
    </Dialog>
  );
}
