import { useRef } from 'react';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import { toast } from '#web/ui/feedback.tsx';
import { departmentCalls, type DepartmentNode } from '#shared/admin/department-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';

const refreshes = [departmentCalls.tree, userCalls.list];

/** Moves a department under another one, or to the top, with an undo. The server reports what the tree does not allow. */
export function useDepartmentMove(all: readonly DepartmentNode[], onMoved: (parent: number) => void) {
  /** As it was before the move that is under way. */
  const former = useRef<DepartmentNode>(null);
  const back = useRightsAction(departmentCalls.update, {
    refreshes,
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('department.moved_back'));
    },
  });
  const move = useRightsAction(departmentCalls.update, {
    refreshes,
    onDone: ({ pid }, isAsked) => {
      const node = former.current;
      if (isAsked || !node) return;
      const parent = all.find(({ id }) => id === pid);
      const { id: deptId, name } = node;
      toast.offer(
        parent ? textOf('department.moved', { name, parent: parent.name }) : textOf('department.moved_top', { name }),
        [{ label: textOf('record_action.undo'), take: () => back.mutate({ deptId, pid: node.pid }) }],
      );
      if (parent) onMoved(parent.id);
    },
  });
  const moveTo = (deptId: number, pid: number) => {
    former.current = all.find(({ id }) => id === deptId) ?? null;
    if (former.current && former.current.pid !== pid) move.mutate({ deptId, pid });
  };
  return { moveTo, isPending: move.isPending || back.isPending };
}
