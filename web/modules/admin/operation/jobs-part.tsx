import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText, type Text } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PlainTable, type TableColumnType } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { jobCalls } from '#shared/admin/job-calls.ts';
import { operationCalls, type QueueRow, type RunningJob } from '#shared/admin/operation/operation-calls.ts';
import styles from './operation.module.css';

const secondsBetween = 5;

/** Queues that have a name for people. */
const named = [
  'import.run',
  'import.undo',
  'customer.pool',
  'formula.recompute',
  'approval.sweep',
  'file.sweep',
  'night.clean',
  'record.purge',
  'archive.run',
  'backup.try',
  'night.backup',
] as const;

function nameOf(text: Text, queue: string): string {
  const known = named.find((name) => name === queue);
  return known ? text(`operation.queue_name.${known}`) : queue;
}

const counts = [
  { key: 'waiting', title: 'operation.waiting' },
  { key: 'running', title: 'operation.running' },
  { key: 'again', title: 'operation.again' },
  { key: 'done', title: 'operation.done_today' },
] as const;

/** What waits and runs, and what failed for good, to repeat or to drop. */
export function JobsPart() {
  const text = useText();
  const isPhone = useIsPhone();
  const query = useQuery({ ...callQuery(operationCalls.jobs, {}), refetchInterval: secondsBetween * 1000 });
  const columns: TableColumnType<QueueRow>[] = [
    { key: 'queue', title: text('operation.queue'), render: (_value, { queue }) => nameOf(text, queue) },
    ...counts.map(({ key, title }) => ({ key, title: text(title), dataIndex: key, align: 'right' as const })),
  ];
  return (
    <>
      <PageState query={query}>
        {({ queues, running }) => (
          <>
            <h2 className={styles['title']}>{text('operation.running_jobs')}</h2>
            {running.length === 0 ? (
              <p className={styles['quiet']}>{text('operation.no_running')}</p>
            ) : (
              <ul className="boxes">
                {running.map((job) => (
                  <Running key={job.jobId} job={job} />
                ))}
              </ul>
            )}
            <DeadLetters />
            <h2 className={styles['title']}>{text('operation.queues')}</h2>
            {isPhone ? (
              <ul className="boxes">
                {queues.map((row) => (
                  <li key={row.queue}>
                    <strong>{nameOf(text, row.queue)}</strong>
                    <p>{counts.map((count) => `${text(count.title)} ${row[count.key]}`).join(' · ')}</p>
                  </li>
                ))}
              </ul>
            ) : (
              <PlainTable<QueueRow> rowKey="queue" columns={columns} dataSource={queues} />
            )}
            <Button className={styles['below'] ?? ''} onClick={() => void query.refetch()}>
              {text('operation.look_again')}
            </Button>
          </>
        )}
      </PageState>
    </>
  );
}

function Running({ job: { queue, startedAt, progress } }: { readonly job: RunningJob }) {
  const text = useText();
  const name = nameOf(text, queue);
  return (
    <li>
      <strong>{name}</strong>
      <p>{text('operation.started', { time: startedAt })}</p>
      {progress && (
        <>
          <Progress aria-label={name} percent={Math.floor((progress.done / progress.of) * 100)} />
          <p>{text('operation.progress', { done: progress.done, of: progress.of })}</p>
        </>
      )}
    </li>
  );
}

function DeadLetters() {
  const text = useText();
  const mayChange = useMay()('manage:operation:update');
  const query = useQuery({ ...callQuery(jobCalls.deadLetters, { limit: 100 }), staleTime: 0 });
  const refreshes = [jobCalls.deadLetters, operationCalls.jobs];
  const revive = useAction(jobCalls.revive, {
    refreshes,
    onDone: ({ revived }) => toast.success(textOf('operation.repeated', { count: revived })),
  });
  const drop = useAction(operationCalls.dropDeadLetters, {
    refreshes,
    onDone: ({ dropped }) => toast.success(textOf('operation.dropped', { count: dropped })),
  });
  const handleDrop = async (jobId: string) => {
    const title = text('operation.drop_question', { count: 1 });
    const okText = text('operation.drop');
    if (await confirm({ title, text: text('operation.drop_effect'), okText, isDangerous: true }))
      drop.mutate({ jobIds: [jobId] });
  };
  return (
    <>
      <h2 className={styles['title']}>{text('operation.dead')}</h2>
      <PageState query={query}>
        {(letters) =>
          letters.length === 0 ? (
            <p className={styles['quiet']}>{text('operation.no_dead')}</p>
          ) : (
            <ul className="boxes">
              {letters.map(({ jobId, queue, failedAt, tries, message }) => (
                <li key={jobId} className={styles['row']}>
                  <div>
                    <strong>{nameOf(text, queue)}</strong>
                    <p>
                      {text('operation.failed_at', { time: `${failedAt} UTC` })} ·{' '}
                      {text('operation.tries', { count: tries })}
                    </p>
                    <p>{message}</p>
                  </div>
                  {mayChange && (
                    <span className={styles['acts']}>
                      <Button onClick={() => revive.mutate({ jobIds: [jobId] })}>{text('operation.repeat')}</Button>
                      <Button danger onClick={() => void handleDrop(jobId)}>
                        {text('operation.drop')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </PageState>
    </>
  );
}
