import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ChosenRows } from '#web/record/actions/chosen-rows.tsx';
import type { ActionAnswer, ActionDialogProps } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

/** The shared frame of action dialogs: the records, the choices, and one confirm button. */
export function ActionDialog({
  title,
  rows,
  isReady,
  perform,
  onClose,
  onDone,
  children,
}: Pick<ActionDialogProps, 'rows' | 'onClose' | 'onDone'> & {
  readonly title: string;
  /** Whether all required choices are made. */
  readonly isReady: boolean;
  readonly perform: () => Promise<ActionAnswer>;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [isWorking, setWorking] = useState(false);
  const submit = async () => {
    setWorking(true);
    try {
      onDone(await perform());
    } catch {
      // already reported; the choices stay for a retry
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog
      open
      width={480}
      title={title}
      okText={text('action.ok')}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isWorking}
      mask={{ closable: false }}
      onOk={() => void submit()}
      onCancel={() => {
        toast.info(text('action.cancelled'));
        onClose();
      }}
      destroyOnHidden
    >
      <ChosenRows rows={rows} />
      {children}
    </Dialog>
  );
}
