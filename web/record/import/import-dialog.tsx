import { Modal } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ImportResult } from '#web/record/import/import-result.tsx';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';
import { ImportSetup, type ImportSetupProps } from '#web/record/import/import-setup.tsx';

interface ImportDialogProps extends Pick<ImportSetupProps, 'calls' | 'type'> {
  /** The label of the owner, default 请选择负责人. */
  readonly ownerName?: string;
  readonly onClose: () => void;
  /** An import or its undo has ended: lists of the type must be reloaded. */
  readonly onEnd?: () => void;
}

/** Import of records from a sheet: four steps, then progress and result (R22.1). */
export function ImportDialog({ calls, type, ownerName, onClose, onEnd }: ImportDialogProps) {
  const text = useText();
  const [messageId, setMessageId] = useState<number | null>(null);
  const [hasFile, setHasFile] = useState(false);
  const leave = async () => {
    if (messageId !== null || !hasFile || (await confirmLeaving())) onClose();
  };
  return (
    <Modal
      open
      title={text('import.dialog.title')}
      width={760}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => void leave()}
    >
      {messageId === null ? (
        <ImportSetup
          calls={calls}
          type={type}
          ownerName={ownerName}
          onFile={() => setHasFile(true)}
          onClose={() => void leave()}
          onStart={setMessageId}
        />
      ) : (
        <ImportResult
          messageId={messageId}
          onClose={onClose}
          onAgain={() => {
            setHasFile(false);
            setMessageId(null);
          }}
          onEnd={() => onEnd?.()}
        />
      )}
    </Modal>
  );
}
