import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Progress, Segmented } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/check/check.module.css';
import { Causes } from '#web/record/import/check/causes.tsx';
import { CheckTable, type CellPlace } from '#web/record/import/check/check-table.tsx';
import type { ImportStart, ImportTarget } from '#web/record/import/use-import-start.ts';
import type { ImportWork } from '#web/record/import/use-import-work.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface CheckStepProps {
  readonly work: ImportWork;
  readonly type: RecordType;
  readonly target: ImportTarget;
  readonly onTarget: (target: ImportTarget) => void;
  readonly start: ImportStart;
  readonly onClose: () => void;
}

const shows = ['all', 'bad', 'ask'] as const;

/** Step 3: the rows with their marks, beside the causes of these. */
export function CheckStep({ work, type, target, onTarget, start, onClose }: CheckStepProps) {
  const text = useText();
  const { read, isReading, share, setStep } = work;
  const [shown, setShown] = useState<(typeof shows)[number]>('all');
  const [place, setPlace] = useState<CellPlace | null>(null);
  if (!read) return null;
  const { preview, isChecked } = read;
  const { rowCount, badRows, newRows, knownRows, marks } = preview;
  const isWriting = target.repeat === 'overwrite';
  const count = newRows + (isWriting ? knownRows : 0);
  const isBusy = isReading || !isChecked;
  const toMend = marks.filter(({ kind, index }) => kind === 'bad' && index !== null);
  const at = toMend.findIndex(({ row, index }) => row === place?.row && index === place.index);
  const go = (by: number) => {
    const next = toMend[at < 0 ? (by > 0 ? 0 : toMend.length - 1) : (at + by + toMend.length) % toMend.length];
    if (next && next.index !== null) setPlace({ row: next.row, index: next.index });
  };
  const asked = new Set(marks.filter(({ kind }) => kind === 'ask').map(({ row }) => row)).size;
  const fileProblem = preview.problems.find(({ row }) => row === null);
  return (
    <>
      <div className={styles['check']}>
        <section className={styles['main']}>
          <div className={styles['bar']}>
            <Segmented
              size="small"
              value={shown}
              onChange={setShown}
              options={[
                { value: 'all', label: text('import.check.all', { count: rowCount }) },
                { value: 'bad', label: text('import.check.bad', { count: badRows }) },
                { value: 'ask', label: text('import.check.ask', { count: asked }) },
              ]}
            />
            <span className={styles['tip']}>{text('import.check.editable')}</span>
            {toMend.length > 0 && (
              <span className={styles['walk']}>
                <Button
                  type="text"
                  size="small"
                  icon={<UpOutlined aria-hidden />}
                  aria-label={text('import.check.previous_cell')}
                  onClick={() => go(-1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DownOutlined aria-hidden />}
                  aria-label={text('import.check.next_cell')}
                  onClick={() => go(1)}
                />
                {text('import.check.place', { at: Math.max(1, at + 1), count: toMend.length })}
              </span>
            )}
          </div>
          {isBusy && (
            <Progress
              percent={Math.round((preview.checkedRows === rowCount && share === 0 ? 1 : share) * 100)}
              status="active"
              showInfo={rowCount > 1000}
              size="small"
              aria-label={text('import.check.checking')}
            />
          )}
          <CheckTable
            read={read}
            shown={shown}
            place={place}
            onPlace={setPlace}
            onNext={() => go(1)}
            onMend={work.mend}
          />
        </section>
        <Causes
          read={read}
          type={type}
          target={target}
          onTarget={onTarget}
          onMend={work.mend}
          onAdded={work.checkAgain}
          onPlace={setPlace}
        />
      </div>
      {start.share !== null && (
        <Progress
          percent={Math.round(start.share * 100)}
          aria-label={text('import.dialog.sending', { percent: Math.round(start.share * 100) })}
        />
      )}
      <footer className={styles['footer']}>
        <span role="status" className={styles['sum']}>
          {fileProblem
            ? fileProblem.msg
            : isBusy
              ? text('import.check.checking')
              : text('import.check.sum', { count, created: newRows, updated: isWriting ? knownRows : 0 })}
          {!isBusy && badRows > 0 && <em>{text('import.check.left', { count: badRows })}</em>}
        </span>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button onClick={() => setStep('match')}>{text('import.dialog.previous')}</Button>
        <Button
          type="primary"
          loading={start.share !== null}
          disabled={isBusy || fileProblem !== undefined || count + knownRows === 0}
          onClick={start.start}
        >
          {text('import.check.start', { count })}
        </Button>
      </footer>
    </>
  );
}
