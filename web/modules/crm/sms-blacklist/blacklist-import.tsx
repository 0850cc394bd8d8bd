import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { download, upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SendBar } from '#web/record/sheets/send-bar.tsx';
import { SheetFile } from '#web/record/sheets/sheet-file.tsx';
import { SheetStep } from '#web/record/sheets/sheet-step.tsx';
import { SheetTemplate } from '#web/record/sheets/sheet-template.tsx';
import { useSending } from '#web/record/sheets/use-sending.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { smsBlacklistCalls } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './sms-blacklist.module.css';

type Result = OutputOf<typeof smsBlacklistCalls.upload>;

/** Milliseconds allowed for a sheet of ten thousand rows. */
const patience = 60_000;

/** Enters the numbers of a sheet, then says what became of its rows. */
export function BlacklistImport({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const [result, setResult] = useState<Result | null>(null);
  const handleDone = (done: Result) => {
    setResult(done);
    void refreshCalls(client, smsBlacklistCalls.list, smsBlacklistCalls.byPhone);
  };
  return (
    <Dialog
      open
      width={640}
      title={text('sms_blacklist.import_title')}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {result ? (
        <Outcome result={result} onClose={onClose} onAgain={() => setResult(null)} />
      ) : (
        <Steps onClose={onClose} onDone={handleDone} />
      )}
    </Dialog>
  );
}

interface StepsProps {
  readonly onClose: () => void;
  readonly onDone: (result: Result) => void;
}

function Steps({ onClose, onDone }: StepsProps) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { share, isSending, send } = useSending();
  const handleFile = (chosen: File) => {
    setFile(chosen);
    setMissing(false);
  };
  const handleStart = async () => {
    if (!file) return setMissing(true);
    await send((onShare) => upload(smsBlacklistCalls.upload, {}, file, onShare, { timeoutMs: patience }), onDone);
  };
  return (
    <>
      <SheetStep number={1} title={text('import.dialog.template')}>
        <SheetTemplate
          hint={text('sms_blacklist.import_hint')}
          onDownload={() => download(smsBlacklistCalls.template, {})}
        />
      </SheetStep>
      <SheetStep number={2} title={text('import.dialog.file')} problem={isMissing ? text('import.no_file') : null}>
        <SheetFile file={file} isDisabled={isSending} onChoose={handleFile} />
      </SheetStep>
      <SendBar
        share={share}
        startText={text('sms_blacklist.import')}
        onStart={() => void handleStart()}
        onClose={onClose}
      />
    </>
  );
}

interface OutcomeProps {
  readonly result: Result;
  readonly onClose: () => void;
  /** Back to the steps, for another file. */
  readonly onAgain: () => void;
}

function Outcome({ result, onClose, onAgain }: OutcomeProps) {
  const text = useText();
  const { totalSize, createdSize, errSize, errors, errorFileId } = result;
  return (
    <>
      <p role="status">{text('import.dialog.done', { total: totalSize })}</p>
      <dl className={styles['counts']}>
        <div>
          <dt>{text('import.dialog.created')}</dt>
          <dd>{createdSize}</dd>
        </div>
        <div>
          <dt>{text('import.dialog.errors')}</dt>
          <dd>{errSize}</dd>
        </div>
      </dl>
      {errors.length > 0 && (
        <PlainTable
          rowKey="row"
          dataSource={errors}
          scroll={{ y: 240 }}
          columns={[
            { title: text('import.dialog.column.row'), dataIndex: 'row', width: 72 },
            { title: text('import.dialog.column.column'), dataIndex: 'column', width: 120 },
            { title: text('import.dialog.column.reason'), dataIndex: 'msg' },
          ]}
        />
      )}
      {errSize > errors.length && (
        <p className={styles['note']}>{text('sms_blacklist.import_more', { count: errSize - errors.length })}</p>
      )}
      {createdSize > 0 && <p className={styles['note']}>{text('sms_blacklist.import_undo')}</p>}
      <div className={styles['footer']}>
        {errorFileId !== null && (
          <Button onClick={() => void download(fileCalls.bytes, { fileId: errorFileId }).catch(() => undefined)}>
            {text('import.dialog.save_errors')}
          </Button>
        )}
        <Button onClick={onAgain}>{text('import.dialog.again')}</Button>
        <Button type="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      </div>
    </>
  );
}
