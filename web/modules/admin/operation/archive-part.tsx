import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { bytesText } from '#web/modules/admin/operation/bytes.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { archiveCalls, type ArchiveRow } from '#shared/admin/archive/archive-calls.ts';
import styles from './operation.module.css';

const perPage = 10;
const secondsBetween = 2;
/** A whole company may take hours to come. */
const patience = 6 * 3_600_000;

/** The whole company as one file: making one, and those that there are. */
export function ArchivePart() {
  const text = useText();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery(archiveCalls.list, { page, limit: perPage }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.list.some(isUnderWay) ? secondsBetween * 1000 : false),
  });
  const refreshes = [archiveCalls.list];
  const start = useAction(archiveCalls.start, {
    refreshes,
    onDone: () => toast.success(textOf('archive.started')),
  });
  const handleStart = async () => {
    const title = text('archive.start_question');
    if (await confirm({ title, text: text('archive.start_effect'), okText: text('archive.start') })) start.mutate({});
  };
  return (
    <>
      <p className={styles['intro']}>{text('archive.intro')}</p>
      <p className={`${styles['quiet'] ?? ''} ${styles['intro'] ?? ''}`}>{text('archive.rules')}</p>
      <PageState query={query}>
        {({ list, totalRow, mayMake }) => (
          <>
            <div className={styles['bar']}>
              {mayMake === 1 ? (
                <Button
                  type="primary"
                  loading={start.isPending}
                  disabled={list.some(isUnderWay)}
                  onClick={() => void handleStart()}
                >
                  {text('archive.start')}
                </Button>
              ) : (
                <span className={styles['quiet']}>{text('archive.only_admin')}</span>
              )}
            </div>
            {list.length === 0 ? (
              <p className={styles['quiet']}>{text('archive.none')}</p>
            ) : (
              <ul className="boxes">
                {list.map((row) => (
                  <Archive key={row.archiveId} row={row} mayChange={mayMake === 1} />
                ))}
              </ul>
            )}
            <SmallPager page={page} perPage={perPage} total={totalRow} onPage={setPage} />
          </>
        )}
      </PageState>
    </>
  );
}

const isUnderWay = ({ state }: ArchiveRow): boolean => state === 'waiting' || state === 'running';
const tones = { waiting: 'neutral', running: 'primary', done: 'success', failed: 'danger' } as const;

interface ArchiveProps {
  readonly row: ArchiveRow;
  readonly mayChange: boolean;
}

function Archive({ row, mayChange }: ArchiveProps) {
  const text = useText();
  const { createTime, state, isThere, isOwn } = row;
  return (
    <li className={`${styles['row'] ?? ''} ${styles['wrapping'] ?? ''}`}>
      <div className={styles['about']}>
        <strong>{createTime}</strong> <StatusTag tone={tones[state]}>{text(`archive.state.${state}`)}</StatusTag>
        <p>{text('archive.made_by', { name: row.userName })}</p>
        {row.takenTime !== '' && <p>{text('archive.taken', { time: row.takenTime })}</p>}
        {row.reason !== '' && <p>{row.reason}</p>}
        {state === 'running' && <Progress aria-label={createTime} percent={percentOf(row)} />}
        {state === 'running' && (
          <p>
            {text('archive.progress', { done: row.done.toLocaleString('en'), total: row.total.toLocaleString('en') })}
          </p>
        )}
        {state === 'done' && <Facts row={row} />}
      </div>
      {mayChange && (
        <span className={styles['acts']}>
          {isThere === 1 && isOwn === 1 && <Download row={row} />}
          <Remove row={row} />
        </span>
      )}
    </li>
  );
}

const percentOf = ({ done, total }: ArchiveRow): number =>
  total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));

function Facts({ row }: { readonly row: ArchiveRow }) {
  const text = useText();
  const { rows, files, missing, bytes, isThere, isOwn, expireTime, sha256 } = row;
  return (
    <>
      <p>
        {text('archive.facts', { rows: rows.toLocaleString('en'), files: files.toLocaleString('en') })} ·{' '}
        {bytesText(bytes)}
      </p>
      {missing > 0 && <p>{text('archive.missing', { count: missing })}</p>}
      {isThere === 1 ? <p>{text('archive.until', { time: expireTime })}</p> : <p>{text('archive.not_there')}</p>}
      {isThere === 1 && isOwn === 0 && <p>{text('archive.not_own')}</p>}
      <p className={styles['checksum']}>{text('archive.checksum', { value: sha256 })}</p>
    </>
  );
}

function Download({ row: { archiveId, createTime } }: { readonly row: ArchiveRow }) {
  const text = useText();
  const [isComing, setIsComing] = useState(false);
  const handleDownload = async () => {
    setIsComing(true);
    toast.info(text('archive.downloading'));
    try {
      const name = await download(archiveCalls.fetch, { archiveId }, { timeoutMs: patience });
      toast.success(textOf('archive.downloaded', { name }));
    } catch {
      // the call has said why
    } finally {
      setIsComing(false);
    }
  };
  return (
    <Button
      loading={isComing}
      aria-label={text('archive.download_named', { time: createTime })}
      onClick={() => void handleDownload()}
    >
      {text('archive.download')}
    </Button>
  );
}

/** Deletes an archive, or stops one that is being made. */
function Remove({ row }: { readonly row: ArchiveRow }) {
  const text = useText();
  const { archiveId, createTime } = row;
  const isRunning = isUnderWay(row);
  const remove = useAction(archiveCalls.remove, {
    refreshes: [archiveCalls.list],
    onDone: () => toast.success(textOf(isRunning ? 'archive.stopped' : 'archive.deleted')),
  });
  const handleRemove = async () => {
    const question = isRunning
      ? { title: text('archive.stop_question'), text: text('archive.stop_effect'), okText: text('archive.stop') }
      : {
          title: text('archive.delete_question', { time: createTime }),
          text: text('archive.delete_effect'),
          okText: text('archive.delete'),
        };
    if (await confirm({ ...question, isDangerous: true })) remove.mutate({ archiveId });
  };
  return (
    <Button
      danger
      aria-label={text(isRunning ? 'archive.stop_named' : 'archive.delete_named', { time: createTime })}
      onClick={() => void handleRemove()}
    >
      {text(isRunning ? 'archive.stop' : 'archive.delete')}
    </Button>
  );
}
