import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import type { FollowUpInHand } from '#web/record/follow-up/use-follow-up.ts';
import { newBatchId } from '#web/record/form/form-values.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';

/** Files of a follow-up draft. They are on the server, and the draft stores their batch. */
export function useDraftFiles({ draft: { batchId }, change }: FollowUpInHand) {
  const client = useQueryClient();
  const [next, setNext] = useState({ batchId: newBatchId(), after: batchId });
  // a published follow-up keeps its batch: the next one gets a new one
  if (next.after !== batchId) setNext({ batchId: batchId === '' ? newBatchId() : next.batchId, after: batchId });
  const kept = useQuery({ ...callQuery(fileCalls.ofBatch, { batchId }), enabled: batchId !== '' });
  const letGo = useEffectEvent(() => change({ batchId: '' }));
  // unpublished files are deleted eventually
  useEffect(() => {
    if (kept.isError) letGo();
  }, [kept.isError]);
  const current = batchId || next.batchId;
  return {
    batchId: current,
    files: batchId === '' ? [] : (kept.data ?? []),
    setFiles: (files: readonly FileRow[]) => {
      client.setQueryData(callQuery(fileCalls.ofBatch, { batchId: current }).queryKey, [...files]);
      change({ batchId: files.length === 0 ? '' : current });
    },
  };
}
