import { Button, Radio, Spin, Upload } from 'antd';
import { CloudUploadOutlined } from '@ant-design/icons';
import { useId, useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { announceError } from '#web/lib/feedback.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import styles from '#web/record/import/steps.module.css';
import type { ImportTarget } from '#web/record/import/use-import-start.ts';
import type { ImportWork } from '#web/record/import/use-import-work.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { sheetKinds, sheetMegabytes, sheetProblem } from '#web/record/sheets/sheet-file.tsx';
import { SheetTemplate } from '#web/record/sheets/sheet-template.tsx';
import { permissionOf, type RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface FileStepProps {
  readonly calls: Pick<RecordCalls, 'template'>;
  readonly type: RecordType;
  readonly ownerName?: string | undefined;
  readonly work: ImportWork;
  readonly target: ImportTarget;
  readonly onTarget: (target: ImportTarget) => void;
  readonly onClose: () => void;
}

/** Step 1: the file, what happens to rows that exist, and whose the new ones are. */
export function FileStep({ calls, type, ownerName, work, target, onTarget, onClose }: FileStepProps) {
  const text = useText();
  const may = useMay();
  // contacts go to the pool with their customer only
  const mayPool = type.pool?.code !== undefined && may(permissionOf(type, 'putinpool'));
  const [problem, setProblem] = useState<'import.no_file' | 'import.dialog.owner' | null>(null);
  const { read, isReading, choose, setStep } = work;
  const ownerId = useId();
  const lacksOwner = target.owner.length === 0 && !mayPool;
  const handleFile = (file: File) => {
    const wrong = sheetProblem(file);
    if (wrong !== null) announceError(wrong);
    else if (lacksOwner) setProblem('import.dialog.owner');
    else {
      setProblem(null);
      choose(file);
    }
  };
  const handleNext = () => {
    if (lacksOwner) return setProblem('import.dialog.owner');
    if (read) return setStep('match');
    setProblem('import.no_file');
  };
  return (
    <>
      <Upload.Dragger
        accept={sheetKinds}
        maxCount={1}
        showUploadList={false}
        disabled={isReading}
        beforeUpload={(file) => {
          handleFile(file);
          return false;
        }}
      >
        <div className={styles['drop']}>
          {isReading ? (
            <Spin aria-label={text('import.dialog.reading')} />
          ) : (
            <CloudUploadOutlined aria-hidden className={styles['icon'] ?? ''} />
          )}
          <b>{text(isReading ? 'import.dialog.reading' : 'import.dialog.drop')}</b>
          <span className={styles['hint']}>{text('import.dialog.file_hint', { megabytes: sheetMegabytes })}</span>
        </div>
      </Upload.Dragger>
      {problem === 'import.no_file' && (
        <p className={styles['error']} role="alert">
          {text(problem)}
        </p>
      )}
      <div className={styles['template']}>
        <SheetTemplate hint={text('import.dialog.template_hint')} onDownload={() => download(calls.template, {})} />
      </div>
      <section className={styles['part']}>
        <h3>{text('import.dialog.repeat')}</h3>
        <Radio.Group
          aria-label={text('import.dialog.repeat')}
          value={target.repeat}
          onChange={(event) => onTarget({ ...target, repeat: event.target.value as ImportTarget['repeat'] })}
          options={[
            { value: 'skip', label: text('import.dialog.skip') },
            { value: 'overwrite', label: text('import.dialog.overwrite') },
          ]}
        />
      </section>
      <section className={styles['part']}>
        <h3>{ownerName ?? text('import.dialog.owner')}</h3>
        <label htmlFor={ownerId} className="only-read">
          {ownerName ?? text('import.dialog.owner')}
        </label>
        <UserPicker
          id={ownerId}
          value={target.owner}
          within={`${type.area}:${type.module}`}
          placeholder={text(mayPool ? 'import.dialog.to_pool' : 'import.dialog.owner')}
          onChange={(owner) => {
            onTarget({ ...target, owner });
            setProblem(null);
          }}
        />
        {problem === 'import.dialog.owner' && (
          <p className={styles['error']} role="alert">
            {text(problem)}
          </p>
        )}
      </section>
      <footer className={styles['footer']}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" disabled={isReading} onClick={handleNext}>
          {text('import.dialog.next')}
        </Button>
      </footer>
    </>
  );
}
