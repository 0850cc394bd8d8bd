import { Radio, Spin } from 'antd';
import { useState } from 'react';
import { download, upload } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { missingFields } from '#web/record/import/column-choice.ts';
import { ColumnTable } from '#web/record/import/column-table.tsx';
import { mappingText, useImportFile } from '#web/record/import/import-file.ts';
import styles from '#web/record/import/import.module.css';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { SendBar } from '#web/record/sheets/send-bar.tsx';
import { SheetFile } from '#web/record/sheets/sheet-file.tsx';
import { SheetStep } from '#web/record/sheets/sheet-step.tsx';
import { SheetTemplate } from '#web/record/sheets/sheet-template.tsx';
import { useSending } from '#web/record/sheets/use-sending.ts';
import { permissionOf, type RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

type ImportCalls = Pick<RecordCalls, 'template' | 'preview' | 'upload'>;

export interface ImportSetupProps {
  readonly calls: ImportCalls;
  readonly type: RecordType;
  readonly ownerName?: string | undefined;
  /** A file has been chosen, which leaving would lose. */
  readonly onFile: () => void;
  readonly onClose: () => void;
  /** The import has been queued; follow it by this id. */
  readonly onStart: (messageId: number) => void;
}

/** How the server treats rows that exist already (R22.3). */
const repeats = { overwrite: 1, skip: 2 } as const;

/** What is missing to start, as a message key. */
type Problem = 'import.no_file' | 'import.dialog.owner';

/** The four steps before an import: template, duplicates, file, owner. */
export function ImportSetup({ calls, type, ownerName, onFile, onClose, onStart }: ImportSetupProps) {
  const text = useText();
  const { user } = useSession();
  const may = useMay();
  const mayPool = type.pool !== undefined && may(permissionOf(type, 'putinpool'));
  const [repeat, setRepeat] = useState<number>(repeats.skip);
  const [owner, setOwner] = useState<UserChoice[]>([{ userId: user.userId, realname: user.realname }]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { share, isSending, send } = useSending();
  const { read, isReading, choose, change, check } = useImportFile(calls);

  const handleFile = (file: File) => {
    choose(file);
    onFile();
    setProblem(null);
  };
  const handleStart = async () => {
    const [chosen] = owner;
    if (!read) return setProblem('import.no_file');
    if (!chosen && !mayPool) return setProblem('import.dialog.owner');
    const fields = { repeatHandling: repeat, ownerUserId: chosen?.userId, mapping: mappingText(read.choice) };
    await send((onShare) => upload(calls.upload, fields, read.file, onShare), onStart);
  };
  const unique = read?.preview.fields.filter((field) => field.unique === 1).map(({ name }) => name) ?? [];
  const isMissing = read !== null && missingFields(read.preview, read.choice).length > 0;
  const problemOf = (one: Problem) => (problem === one ? text(one) : null);
  return (
    <>
      <SheetStep number={1} title={text('import.dialog.template')}>
        <SheetTemplate hint={text('import.dialog.template_hint')} onDownload={() => download(calls.template, {})} />
      </SheetStep>
      <SheetStep number={2} title={text('import.dialog.repeat')}>
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
      </SheetStep>
      <SheetStep number={3} title={text('import.dialog.file')} problem={problemOf('import.no_file')}>
        <SheetFile file={read?.file ?? null} isDisabled={isSending} onChoose={handleFile} />
        {isReading && <Spin size="small" aria-label={text('import.dialog.reading')} />}
      </SheetStep>
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
      <SheetStep number={4} title={ownerName ?? text('import.dialog.owner')} problem={problemOf('import.dialog.owner')}>
        <div className={styles['owner']}>
          <UserPicker
            value={owner}
            within={`${type.area}:${type.module}`}
            placeholder={text(mayPool ? 'import.dialog.to_pool' : 'import.dialog.owner')}
            onChange={(next) => {
              setOwner(next);
              setProblem(null);
            }}
          />
        </div>
      </SheetStep>
      <SendBar
        share={share}
        startText={text('import.dialog.start')}
        isDisabled={isReading || isMissing}
        onStart={() => void handleStart()}
        onClose={onClose}
      />
    </>
  );
}
