import { useQuery } from '@tanstack/react-query';
import { Button, Select, Tree } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { useOffers } from '#web/record/picker/offers.ts';
import type { LineSetup } from '#web/record/lines/form-lines.ts';
import { LineCart } from '#web/record/lines/pick/line-cart.tsx';
import type { LineSource } from '#web/record/lines/pick/line-source.ts';
import { naming, takenFrom } from '#web/record/lines/pick/picked-line.ts';
import styles from '#web/record/lines/pick/line-picker.module.css';
import { PickList } from '#web/record/picker/pick-list.tsx';
import { without, type Picked } from '#web/record/picker/picked.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { FixedField } from '#shared/record/record-type.ts';
import { treeCalls, type NestedNode, type Tree as RecordTree } from '#shared/record/trees/tree.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface LinePickerProps {
  readonly setup: LineSetup;
  readonly source: LineSource;
  readonly onClose: () => void;
  /** The typed values of the new lines. */
  readonly onPick: (lines: readonly FormValues[]) => void;
}

/** Chooses many records for new lines: their groups on the left, what is chosen below with how much of it. */
export function LinePicker({ setup, source, onClose, onPick }: LinePickerProps) {
  const text = useText();
  const { field, pickable, screen } = source;
  const tree = screen.type.fields.find((one: FixedField) => one.tree !== undefined);
  const [node, setNode] = useState<readonly number[]>([]);
  const [picked, setPicked] = useState<Picked>({});
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>({});
  const [isCreating, setCreating] = useState(false);
  const relation = setup.type.fields.find(({ fieldName }) => fieldName === field.fieldName)?.relation;
  const offers = useOffers(screen, relation);
  const conditions: Condition[] = [
    ...(tree && node.length > 0 ? [{ fieldName: tree.fieldName, condition: 'in' as const, value: [...node] }] : []),
    ...offers,
  ];
  const chosen = picked[pickable.key] ?? [];
  const amountField = setup.lines.amounts?.line.num;
  const finish = () =>
    chosen.length > 0 &&
    onPick(
      chosen.map(({ id, name, row }) => ({
        ...(row ? takenFrom(field, screen.type, row) : {}),
        [field.fieldName]: naming(field, id, name),
        ...(amountField === undefined ? {} : { [amountField]: amounts[id] ?? '1' }),
      })),
    );
  const inDialog = { whileTyping: true, inDialog: true, isOn: !isCreating };
  useShortcut('Escape', onClose, inDialog);
  useShortcut('Control+Enter', finish, inDialog);
  return (
    <Dialog
      open
      width={960}
      rootClassName="whole-on-phone"
      keyboard={false}
      title={text('lines.pick', { name: text(pickable.label) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="primary" disabled={chosen.length === 0} onClick={finish}>
            {text('lines.pick_add', { count: chosen.length })}
          </Button>
        </>
      }
      destroyOnHidden
    >
      <div className={styles['pair']}>
        {tree?.tree && <Groups tree={tree.tree} onNode={setNode} />}
        <div className={styles['list']}>
          <PickList
            // other conditions begin on the first page
            key={node.join()}
            type={pickable}
            screen={screen}
            isSingle={false}
            picked={picked}
            onPicked={setPicked}
            conditions={conditions}
            onCreating={setCreating}
          />
        </div>
      </div>
      <LineCart
        chosen={chosen}
        priceKey={field.copies[setup.lines.amounts?.line.price ?? ''] ?? ''}
        amounts={amounts}
        onAmount={(id, amount) => setAmounts({ ...amounts, [id]: amount })}
        onRemove={(id) => setPicked(without(picked, pickable.key, id))}
      />
    </Dialog>
  );
}

/** All nodes below one, with itself. */
const withBelow = (node: NestedNode): number[] => [node.categoryId, ...(node.children ?? []).flatMap(withBelow)];

const flat = (nodes: readonly NestedNode[]): NestedNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

interface GroupsProps {
  readonly tree: RecordTree;
  readonly onNode: (ids: readonly number[]) => void;
}

/** The nodes of a tree as a list on the left, or a choice above on a phone. */
function Groups({ tree, onNode }: GroupsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const nodes = useQuery(callQuery(treeCalls(tree).list, {})).data ?? [];
  const select = (id: number) => {
    const found = flat(nodes).find(({ categoryId }) => categoryId === id);
    onNode(found ? withBelow(found) : []);
  };
  if (isPhone)
    return (
      <Select
        className={styles['narrow'] ?? ''}
        aria-label={text('lines.groups')}
        defaultValue={0}
        options={[
          { value: 0, label: text('lines.all_groups') },
          ...flat(nodes).map(({ categoryId, name, level }) => ({
            value: categoryId,
            label: `${'　'.repeat(level - 1)}${name}`,
          })),
        ]}
        onChange={select}
      />
    );
  const all = { categoryId: 0, name: text('lines.all_groups'), pid: 0, level: 1, label: '' };
  return (
    <nav className={styles['groups']} aria-label={text('lines.groups')}>
      <Tree<GroupRow>
        key={nodes.length}
        blockNode
        defaultExpandAll
        defaultSelectedKeys={[0]}
        treeData={[all, ...nodes].map(rowOf)}
        onSelect={([key]) => select(Number(key ?? 0))}
      />
    </nav>
  );
}

/** A node as the component takes it. */
interface GroupRow {
  readonly key: number;
  readonly title: string;
  readonly children: GroupRow[];
}

const rowOf = ({ categoryId, name, children = [] }: NestedNode): GroupRow => ({
  key: categoryId,
  title: name,
  children: children.map(rowOf),
});
