import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { usePush } from '#web/lib/push/push.ts';
import { importCalls, type ImportInfo } from '#shared/record/calls/import-calls.ts';

/** Polling interval of a running import in milliseconds (R22.5). */
const pollEvery = 2000;

/** Whether it is still running. */
export const isRunning = ({ status }: Pick<ImportInfo, 'status'>): boolean =>
  status === 'waiting' || status === 'running' || status === 'undoing';

/** A running import or its undo; read every two seconds and when the server sends an event. */
export function useImport(messageId: number, onEnd: () => void) {
  const progress = useQuery({
    ...callQuery(importCalls.progress, { messageId }),
    staleTime: 0,
    // null: it has ended
    refetchInterval: (query) => (query.state.data === null ? false : pollEvery),
  });
  const info = useQuery({
    ...callQuery(importCalls.info, { messageId }),
    staleTime: 0,
    // it has ended, but the answer was outdated, or got lost
    refetchInterval: ({ state }) =>
      progress.data === null && (!state.data || isRunning(state.data)) ? pollEvery : false,
  });
  const look = useEffectEvent(() => void info.refetch());
  useEffect(() => {
    if (progress.dataUpdatedAt > 0) look();
  }, [progress.dataUpdatedAt]);
  usePush('import.progress', ({ ids }) => {
    if (Number(ids['messageId']) === messageId) void progress.refetch({ cancelRefetch: false });
  });
  const status = info.data?.status;
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (status !== undefined && !isRunning({ status })) handleEnd();
  }, [status]);
  const refresh = async () => {
    await Promise.all([progress.refetch(), info.refetch()]);
  };
  return { info, refresh };
}

/** Rows done and rows in total of the current step. */
export function stepsOf(info: ImportInfo): { done: number; total: number } {
  if (info.status !== 'undoing') return { done: info.doneSize, total: info.totalSize };
  return { done: info.undoneSize + info.keptSize, total: info.createdSize + info.updatedSize };
}
