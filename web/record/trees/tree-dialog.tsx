import { TreeEditor } from '#web/record/trees/tree-editor.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import type { TreeCalls } from '#shared/record/trees/tree.ts';

interface TreeDialogProps {
  readonly title: string;
  readonly calls: TreeCalls;
  readonly onClose: () => void;
}

/** A tree over a page of records that are sorted into it. */
export const TreeDialog = ({ title, calls, onClose }: TreeDialogProps) => (
  <Dialog open title={title} width={520} footer={null} onCancel={onClose}>
    <TreeEditor calls={calls} />
  </Dialog>
);
