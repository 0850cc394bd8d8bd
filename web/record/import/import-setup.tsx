import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Button, Progress, Radio, Spin } from 'antd';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { download, upload } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { missingFields } from '#web/record/import/column-choice.ts';
import { ColumnTable } from '#web/record/import/column-table.tsx';
import { mappingText, sheetKinds, sheetMegabytes, useImportFile } from '#web/record/import/import-file.ts';
import styles from '#web/record/import/import.module.css';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { RecordCalls } from '#shared/record/record-calls.ts';

export type ImportCalls = Pick<RecordCalls, 'template' | 'preview' | 'upload'>;

interface ImportSetupProps {
  readonly calls: ImportCalls;
  readonly ownerName?: string | undefined;
  readonly onClose: () => void;
  /** The import is on its way; follow it by this id. */
  readonly onStart: (messageId: number) => void;
}

/** How the server treats rows that exist already (reference §11). */
const repeats = { overwrite: 1, skip: 2 } as const;

/** The four steps before an import: template, duplicates, file, owner. */
export function ImportSetup({ calls, ownerName, onClose, onStart }: ImportSetupProps) {
  const text = useText();
  const { user } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [repeat, setRepeat] = useState<number>(repeats.skip);
  const [owner, setOwner] = useState<UserChoice[]>([{ userId: user.userId, realname: user.realname }]);
  const [problem, setProblem] = useState<'import.no_file' | 'import.dialog.owner' | null>(null);
  /** Share that was sent, 0 to 1; null while nothing is. */
  const [share, setShare] = useState<number | null>(null);
  const { read, isReading, choose, change, check } = useImportFile(calls);

  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) choose(file);
    setProblem(null);
    // the same file, corrected, may be chosen again
    target.value = '';
  };
  const handleStart = async () => {
    const [chosen] = owner;
    if (!read) return setProblem('import.no_file');
    if (!chosen) return setProblem('import.dialog.owner');
    setShare(0);
    try {
      const fields = { repeatHandling: repeat, ownerUserId: chosen.userId, mapping: mappingText(read.choice) };
      onStart(await upload(calls.upload, fields, read.file, setShare));
    } catch (error) {
      // the call has told the user why
      if (!isCallError(error)) throw error;
      setShare(null);
    }
  };
  const unique = read?.preview.fields.filter((field) => field.unique === 1).map(({ name }) => name) ?? [];
  const isMissing = read !== null && missingFields(read.preview, read.choice).length > 0;
  return (
    <>
      <Step number={1} title={text('import.dialog.template')}>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => download(calls.template, {}).catch(toldAlready)}>
          {text('import.dialog.template')}
        </Button>
        <span className={styles['hint']}>{text('import.dialog.template_hint')}</span>
      </Step>
      <Step number={2} title={text('import.dialog.repeat')}>
        <Radio.Group
          aria-label={text('import.dialog.repeat')}
          value={repeat}
          onChange={(event) => setRepeat(event.target.value as number)}
          options={[
            { value: repeats.overwrite, label: text('import.dialog.overwrite') },
            { value: repeats.skip, label: text('import.dialog.skip') },
          ]}
        />
        {read && (
          <span className={styles['hint']}>
            {text('import.dialog.unique', { names: unique.join('、') || text('import.dialog.no_unique') })}
          </span>
        )}
      </Step>
      <Step number={3} title={text('import.dialog.file')}>
        <Button
          icon={<FileExcelOutlined aria-hidden />}
          disabled={share !== null}
          onClick={() => input.current?.click()}
        >
          {text(read ? 'import.dialog.other_file' : 'import.dialog.choose_file')}
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
          {read?.file.name ?? text('import.dialog.file_hint', { megabytes: sheetMegabytes })}
        </span>
        {isReading && <Spin size="small" aria-label={text('import.dialog.reading')} />}
      </Step>
      {problem === 'import.no_file' && <Problem text={text(problem)} />}
      {read && (
        <ColumnTable
          fileName={read.file.name}
          preview={read.preview}
          choice={read.choice}
          isChanged={read.isChanged}
          isChecking={isReading}
          onChoice={change}
          onCheck={check}
        />
      )}
      <Step number={4} title={ownerName ?? text('import.dialog.owner')}>
        <div className={styles['owner']}>
          <UserPicker
            value={owner}
            placeholder={text('import.dialog.owner')}
            onChange={(next) => {
              setOwner(next);
              setProblem(null);
            }}
          />
        </div>
      </Step>
      {problem === 'import.dialog.owner' && <Problem text={text(problem)} />}
      {share !== null && (
        <Progress
          percent={Math.round(share * 100)}
          aria-label={text('import.dialog.sending', { percent: Math.round(share * 100) })}
        />
      )}
      <div className={styles['footer']}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button
          type="primary"
          loading={share !== null}
          disabled={isReading || isMissing}
          onClick={() => void handleStart()}
        >
          {text('import.dialog.start')}
        </Button>
      </div>
    </>
  );
}

function toldAlready(error: unknown): void {
  if (!isCallError(error)) throw error;
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles['step']}>
      <h3>{`${number}. ${title}`}</h3>
      <div className={styles['line']}>{children}</div>
    </section>
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p className={styles['error']} role="alert">
      {text}
    </p>
  );
}
