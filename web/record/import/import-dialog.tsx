import { Steps } from 'antd';
import { useState } from 'react';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { CheckStep } from '#web/record/import/check/check-step.tsx';
import { FileStep } from '#web/record/import/file-step.tsx';
import { ImportResult } from '#web/record/import/import-result.tsx';
import { MatchStep } from '#web/record/import/match-step.tsx';
import styles from '#web/record/import/steps.module.css';
import { useImportStart, type ImportTarget } from '#web/record/import/use-import-start.ts';
import { useImportWork } from '#web/record/import/use-import-work.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { confirmLeaving, useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface ImportDialogProps {
  readonly calls: Pick<RecordCalls, 'template' | 'preview' | 'upload'>;
  readonly type: RecordType;
  /** The label of the owner, default 请选择负责人. */
  readonly ownerName?: string;
  readonly onClose: () => void;
  /** An import or its undo has ended: lists of the type must be reloaded. */
  readonly onEnd?: () => void;
}

const order = ['file', 'match', 'check', 'result'] as const;

/** Import of records from a sheet: file, columns, check, result (R22.1). */
export function ImportDialog({ calls, type, ownerName, onClose, onEnd }: ImportDialogProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const { user } = useSession();
  const work = useImportWork(calls);
  const [messageId, setMessageId] = useState<number | null>(null);
  const [target, setTarget] = useState<ImportTarget>({
    repeat: 'skip',
    owner: [{ userId: user.userId, realname: user.realname }],
  });
  const start = useImportStart(calls, work, target, setMessageId);
  const hasWork = messageId === null && (work.read !== null || work.isReading);
  useUnsavedChanges(hasWork);
  const leave = async () => {
    if (!hasWork || (await confirmLeaving())) onClose();
  };
  const step = messageId === null ? work.step : 'result';
  const shared = { work, target, onTarget: setTarget, onClose: () => void leave() };
  return (
    <Dialog
      open
      title={
        <span className={styles['title']}>
          <span>{text('import.dialog.title')}</span>
          {work.read && <small title={work.read.file.name}>{work.read.file.name}</small>}
        </span>
      }
      width={step === 'check' ? 1240 : 640}
      style={{ top: 24 }}
      rootClassName={`whole-on-phone ${styles['dialog'] ?? ''}`}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => void leave()}
    >
      <Steps
        className={styles['steps'] ?? ''}
        size="small"
        responsive={false}
        current={order.indexOf(step)}
        items={order.map((one) => ({ title: isPhone && one !== step ? '' : text(`import.step.${one}`) }))}
      />
      {step === 'file' && <FileStep {...shared} calls={calls} type={type} ownerName={ownerName} />}
      {step === 'match' && <MatchStep {...shared} />}
      {step === 'check' && <CheckStep {...shared} type={type} start={start} />}
      {messageId !== null && (
        <ImportResult
          messageId={messageId}
          onClose={onClose}
          onAgain={() => {
            work.restart();
            setMessageId(null);
          }}
          onEnd={() => onEnd?.()}
        />
      )}
    </Dialog>
  );
}
