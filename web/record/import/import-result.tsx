import { CheckCircleFilled, DownloadOutlined, ExclamationCircleFilled, UndoOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call, download } from '#web/lib/http/client.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { takeBack } from '#web/record/actions/undo-action.ts';
import { isRunning, stepsOf, useImport } from '#web/record/import/import-follow.ts';
import { ImportRows } from '#web/record/import/import-rows.tsx';
import styles from '#web/record/import/import.module.css';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { importCalls, undoneFirst, type ImportInfo } from '#shared/record/calls/import-calls.ts';

interface ImportResultProps {
  readonly messageId: number;
  readonly onClose: () => void;
  /** Back to the steps, for another file; absent where there are none. */
  readonly onAgain?: (() => void) | undefined;
  /** An import or its undo has ended: records have changed. */
  readonly onEnd: () => void;
}

/** Progress of an import, then the result of its rows, and its undo. */
export function ImportResult({ messageId, onClose, onAgain, onEnd }: ImportResultProps) {
  const { info, refresh } = useImport(messageId, onEnd);
  return (
    <PageState query={info} isEmpty={() => false}>
      {(data) => (
        <>
          <Summary info={data} />
          {!isRunning(data) && data.status !== 'undone' && data.errSize > 0 && <Failures info={data} />}
          {/* an undo changes the rows: they are reloaded */}
          {!isRunning(data) && data.errSize + data.keptSize > 0 && <ImportRows key={data.status} info={data} />}
          <Acts info={data} onClose={onClose} onAgain={onAgain} refresh={refresh} />
        </>
      )}
    </PageState>
  );
}

function Summary({ info }: { readonly info: ImportInfo }) {
  const text = useText();
  const { done, total } = stepsOf(info);
  const isUndo = info.status === 'undoing' || info.status === 'undone';
  const counts = [
    ['import.dialog.created', info.createdSize],
    ['import.dialog.updated', info.updatedSize],
    ['import.dialog.skipped', info.skippedSize],
    ['import.dialog.errors', info.errSize],
    ...(isUndo
      ? ([
          ['import.dialog.undone_rows', info.undoneSize],
          ['import.dialog.kept_rows', info.keptSize],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      {isRunning(info) ? (
        <>
          <p role="status">{statusText(info, text)}</p>
          <Progress
            percent={total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100))}
            aria-label={text('import.dialog.progress')}
          />
          <p className={styles['hint']}>{text('import.dialog.background')}</p>
        </>
      ) : (
        <Ending info={info} />
      )}
      {info.msg !== '' && <p className={styles[isRunning(info) ? 'hint' : 'error']}>{info.msg}</p>}
      <dl className={styles['counts']}>
        {counts.map(([key, count]) => (
          <div key={key}>
            <dt>{text(key)}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** How it ended, and how many rows came in. */
function Ending({ info }: { readonly info: ImportInfo }) {
  const text = useText();
  const { status, createdSize, updatedSize, createTime, finishTime } = info;
  const taken = createdSize + updatedSize;
  const Icon = status === 'undone' ? UndoOutlined : status === 'done' ? CheckCircleFilled : ExclamationCircleFilled;
  return (
    <div className={styles['ending']} data-status={status}>
      <Icon aria-hidden className={styles['sign'] ?? ''} />
      {status !== 'undone' && <strong>{text('import.result.taken', { count: taken })}</strong>}
      <p>
        <span role="status">{statusText(info, text)}</span>
        {status === 'done' && finishTime !== null && ` · ${tookText(text, createTime, finishTime)}`}
      </p>
    </div>
  );
}

/** From the order to its end, to the second. */
function tookText(text: Text, createTime: string, finishTime: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(finishTime) - Date.parse(createTime)) / 1000));
  return seconds < 90
    ? text('import.result.seconds', { count: seconds })
    : text('import.result.minutes', { count: Math.round(seconds / 60) });
}

/** How far an import is, or how it ended. */
export function statusText(info: ImportInfo, text: Text): string {
  const steps = stepsOf(info);
  const words: Record<ImportInfo['status'], string> = {
    waiting: text('import.dialog.waiting'),
    running: text('import.dialog.running', steps),
    done: text('import.dialog.done', { total: info.doneSize }),
    stopped: text('import.dialog.stopped', steps),
    failed: text('import.dialog.failed'),
    undoing: text('import.dialog.undoing', steps),
    undone: text('import.dialog.undone'),
  };
  return words[info.status];
}

/** What was not imported, to be mended in its own file. */
function Failures({ info }: { readonly info: ImportInfo }) {
  const text = useText();
  const handleSave = async () => {
    try {
      await download(importCalls.errors, { messageId: info.messageId });
    } catch (error) {
      // the call has informed the user
      if (!isCallError(error)) throw error;
    }
  };
  return (
    <div className={styles['next']}>
      <span>
        <strong>{text('import.result.failed', { count: info.errSize })}</strong>
        <small>{text('import.result.failed_hint')}</small>
      </span>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void handleSave()}>
        {text('import.dialog.save_errors')}
      </Button>
    </div>
  );
}

interface ActionsProps extends Pick<ImportResultProps, 'onClose' | 'onAgain'> {
  readonly info: ImportInfo;
  readonly refresh: () => Promise<void>;
}

/** Asks for the undo; where an action has to be undone before, it is offered. */
function useUndo(messageId: number, refresh: () => Promise<void>) {
  const text = useText();
  const undo = useMutation({ mutationFn: () => call(importCalls.undo, { messageId }, { quiet: true }) });
  const ask = async (): Promise<void> => {
    try {
      await undo.mutateAsync();
      await refresh();
    } catch (error) {
      if (!isCallError(error)) throw error;
      const { data } = undoneFirst.safeParse(error.detail);
      if (!data) return toast.error(error.msg);
      const title = text('import.dialog.undo_first');
      if (await confirm({ title, text: error.msg, okText: title, isDangerous: true }))
        await takeBack(text, data.operationId);
    }
  };
  return { ask, isPending: undo.isPending };
}

function Acts({ info, onClose, onAgain, refresh }: ActionsProps) {
  const text = useText();
  const { messageId, status, createdSize, updatedSize } = info;
  const stop = useAction(importCalls.stop, { onDone: () => void refresh() });
  const undo = useUndo(messageId, refresh);

  const handleStop = async () => {
    if (
      await confirm({
        title: text('import.dialog.stop_confirm'),
        okText: text('import.dialog.stop_ok'),
        isDangerous: true,
      })
    )
      stop.mutate({ messageId });
  };
  const handleUndo = async () => {
    const title = text('import.dialog.undo_confirm', { created: createdSize, updated: updatedSize });
    if (await confirm({ title, okText: text('import.dialog.undo_ok'), isDangerous: true })) await undo.ask();
  };
  const isOver = !isRunning(info);
  const isUndoable = isOver && status !== 'undone' && createdSize + updatedSize > 0;
  return (
    <div className={styles['footer']}>
      {isUndoable && (
        <>
          <Button
            type="text"
            className={styles['undo'] ?? ''}
            icon={<UndoOutlined aria-hidden />}
            loading={undo.isPending}
            onClick={() => void handleUndo()}
          >
            {text('import.dialog.undo')}
          </Button>
          <span className={styles['hint']}>{text('import.result.undo_hint')}</span>
        </>
      )}
      {(status === 'waiting' || status === 'running') && (
        <Button danger loading={stop.isPending} onClick={() => void handleStop()}>
          {text('import.dialog.stop')}
        </Button>
      )}
      {isOver && onAgain && <Button onClick={onAgain}>{text('import.dialog.again')}</Button>}
      <Button type="primary" onClick={onClose}>
        {text('action.close')}
      </Button>
    </div>
  );
}
