import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Button, Progress, Radio } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { announceError } from '#web/lib/feedback.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { download, upload } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SheetStep } from '#web/record/bulk-sheets/sheet-step.tsx';
import { fileProblem, sheetKinds, sheetMegabytes } from '#web/record/import/import-file.ts';
import styles from '#web/record/import/import.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetAnswer, BulkSheetCalls, BulkSheetKind } from '#shared/record/bulk-sheet-calls.ts';

/** Milliseconds that a sheet of ten thousand rows may take. */
const patience = 180_000;
/** As the server takes at once. */
const mostRows = 10_000;

interface BulkSheetSetupProps {
  readonly calls: BulkSheetCalls;
  /** At least one. */
  readonly kinds: readonly BulkSheetKind[];
  readonly onClose: () => void;
  readonly onDone: (answer: BulkSheetAnswer) => void;
}

/** What to do, its template, and the file. */
export function BulkSheetSetup({ calls, kinds, onClose, onDone }: BulkSheetSetupProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState(kinds[0] ?? 'team');
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  /** Share that was sent, 0 to 1; null while nothing is. */
  const [share, setShare] = useState<number | null>(null);
  const noun = text(calls.type.name as MessageKey);

  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    const problem = chosen ? fileProblem(chosen) : null;
    if (problem !== null) announceError(problem);
    else if (chosen) setFile(chosen);
    setMissing(false);
    // the same file, corrected, may be chosen again
    target.value = '';
  };
  const handleStart = async () => {
    if (!file) return setMissing(true);
    if (kind === 'deletion') {
      const title = text('bulk_sheet.dialog.confirm_deletion', { file: file.name, noun });
      if (!(await confirm({ title, isDangerous: true, okText: text('action.delete') }))) return;
    }
    setShare(0);
    try {
      onDone(await upload(calls.byKind[kind], {}, file, setShare, { timeoutMs: patience }));
    } catch (error) {
      // the call has told the user why
      if (!isCallError(error)) throw error;
      setShare(null);
    }
  };
  const isBusy = share !== null;
  return (
    <>
      <SheetStep number={1} title={text('bulk_sheet.dialog.kind')}>
        <Radio.Group
          aria-label={text('bulk_sheet.dialog.kind')}
          value={kind}
          disabled={isBusy}
          onChange={(event) => setKind(event.target.value as BulkSheetKind)}
          options={kinds.map((one) => ({ value: one, label: text(`bulk_sheet.dialog.kind.${one}`, { noun }) }))}
        />
      </SheetStep>
      <SheetStep number={2} title={text('import.dialog.template')}>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void download(calls.template, { kind }).catch(toldAlready)}
        >
          {text('import.dialog.template')}
        </Button>
        <span className={styles['hint']}>
          {text('bulk_sheet.dialog.hint', { noun, rows: mostRows.toLocaleString('en') })}
        </span>
      </SheetStep>
      <SheetStep number={3} title={text('import.dialog.file')}>
        <Button icon={<FileExcelOutlined aria-hidden />} disabled={isBusy} onClick={() => input.current?.click()}>
          {text(file ? 'import.dialog.other_file' : 'import.dialog.choose_file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={sheetKinds}
          aria-label={text('import.dialog.file')}
          onChange={handleFile}
        />
        <span className={styles['hint']}>
          {file?.name ?? text('import.dialog.file_hint', { megabytes: sheetMegabytes })}
        </span>
      </SheetStep>
      {isMissing && (
        <p className={styles['error']} role="alert">
          {text('import.no_file')}
        </p>
      )}
      {share !== null && (
        <>
          <Progress
            percent={Math.round(share * 100)}
            aria-label={text('import.dialog.sending', { percent: Math.round(share * 100) })}
          />
          {share === 1 && <p role="status">{text('bulk_sheet.dialog.running')}</p>}
        </>
      )}
      <div className={styles['footer']}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" danger={kind === 'deletion'} loading={isBusy} onClick={() => void handleStart()}>
          {text('bulk_sheet.dialog.start')}
        </Button>
      </div>
    </>
  );
}

function toldAlready(error: unknown): void {
  if (!isCallError(error)) throw error;
}
