import { CaretRightOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { CSSProperties } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import type { Carry } from '#web/ui/order/use-carry.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { departmentCalls, type DepartmentNode } from '#shared/admin/department-calls.ts';
import type { DepartmentDraft } from './department-dialog.tsx';
import { useStaffRights } from './staff-rights.ts';
import styles from './department-tree.module.css';

interface DepartmentEntryProps {
  readonly node: DepartmentNode;
  readonly all: readonly DepartmentNode[];
  /** 0 at the top. */
  readonly level: number;
  readonly isChosen: boolean;
  /** Null for a leaf. */
  readonly isOpen: boolean | null;
  readonly onToggle: () => void;
  readonly onChoose: (deptId: number | null) => void;
  readonly onDraft: (draft: DepartmentDraft) => void;
  /** It is dragged by its name, and others onto the whole line. */
  readonly carry: Carry;
}

/** One line of the tree with its actions. */
export function DepartmentEntry(props: DepartmentEntryProps) {
  const { node, level, isChosen, isOpen, onToggle, onChoose, carry } = props;
  const { name } = node;
  const text = useText();
  const items = useActions(props);
  return (
    <div
      className={styles['entry']}
      data-chosen={isChosen || undefined}
      {...carry.targetProps(node.id)}
      style={{ '--level': Math.min(level, 8) } as CSSProperties}
    >
      {isOpen === null ? (
        <span className={styles['fold']} />
      ) : (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-label={text(isOpen ? 'department.fold' : 'department.open', { name })}
          onClick={onToggle}
        >
          <CaretRightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
        </button>
      )}
      <button
        type="button"
        className={styles['name']}
        title={name}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(node.id)}
        {...carry.grabProps(node.id)}
      >
        {name}
      </button>
      <MoreMenu label={text('department.actions', { name })} items={items} className={styles['more'] ?? ''} />
    </div>
  );
}

function useActions({ node, all, isChosen, onChoose, onDraft }: DepartmentEntryProps): NonNullable<MenuProps['items']> {
  const text = useText();
  const { mayAddDept, mayEditDept, mayDeleteDept } = useStaffRights();
  const remove = useAction(departmentCalls.remove, {
    refreshes: [departmentCalls.tree],
    onDone: () => {
      toast.success(textOf('department.deleted'));
      if (isChosen) onChoose(node.pid === 0 ? null : node.pid);
    },
  });
  const handleRemove = async () => {
    const isSure = await confirm({
      title: text('department.delete_one', { name: node.name }),
      okText: text('action.delete'),
      isDangerous: true,
    });
    if (isSure) remove.mutate({ id: node.id });
  };
  const parent = all.find(({ id }) => id === node.pid);
  return [
    ...(mayAddDept
      ? [{ key: 'add', label: text('department.new_below'), onClick: () => onDraft({ parent: node }) }]
      : []),
    ...(mayEditDept
      ? [
          {
            key: 'edit',
            label: text('department.edit'),
            onClick: () => onDraft({ edited: node, ...(parent && { parent }) }),
          },
        ]
      : []),
    ...(mayDeleteDept
      ? [{ key: 'delete', label: text('department.delete'), danger: true, onClick: () => void handleRemove() }]
      : []),
  ];
}
