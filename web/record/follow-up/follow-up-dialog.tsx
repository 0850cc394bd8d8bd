import { useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { Composer } from '#web/record/follow-up/composer.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';

interface FollowUpDialogProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Where the page does not show whom it is about. */
  readonly name?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

/** A follow-up written over a page: from below on a phone, the caret in its text once it is up. */
export function FollowUpDialog({ screen, id, name, isOpen, onClose, onWritten }: FollowUpDialogProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const title = name === undefined ? text('cell.follow_up') : text('cell.follow_up_named', { name });
  const handleMoved = (isUp: boolean) => isUp && box.current?.querySelector('textarea')?.focus();
  const composer = (
    <Composer
      screen={screen}
      id={id}
      box={box}
      onPublished={() => {
        onClose();
        onWritten();
        toast.success(text('action.done'));
      }}
    />
  );
  return isPhone ? (
    <Sheet isOpen={isOpen} title={title} onClose={onClose} onMoved={handleMoved}>
      {composer}
    </Sheet>
  ) : (
    <Dialog
      open={isOpen}
      width={640}
      footer={null}
      title={title}
      destroyOnHidden
      onCancel={onClose}
      afterOpenChange={handleMoved}
    >
      {composer}
    </Dialog>
  );
}
