import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { DuplicateRows } from '#web/modules/crm/duplicates/duplicate-rows.tsx';
import type { KindKey } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface ViewProps {
  readonly kindKey: KindKey;
  readonly typed: string;
  /** The record whose form started the check. */
  readonly except?: number | undefined;
  readonly isOverForm?: boolean;
  readonly onClose: () => void;
}

/** The dialog of duplicates for the entered text (R18.4). */
export function DuplicateView({ kindKey, typed, except, isOverForm = false, onClose }: ViewProps) {
  const text = useText();
  // the form under it has the same key and must not handle it
  useShortcut('Escape', onClose, { whileTyping: true, inDialog: true });
  return (
    <Dialog
      open
      width={640}
      title={text('duplicates.view', { text: typed })}
      footer={null}
      keyboard={false}
      onCancel={onClose}
    >
      <DuplicateRows kindKey={kindKey} typed={typed} except={except} {...(isOverForm ? {} : { onOpen: onClose })} />
    </Dialog>
  );
}
