import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { usePush } from '#web/lib/push/push.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { approvalColumnOf } from '#shared/approval/approval-state.ts';
import { approvalCalls, type ApprovalLogEntry, type ApprovalRecord } from '#shared/approval/approval-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

const panelOf = ({ type }: Pick<RecordScreen, 'type'>, id: number) =>
  callQuery(approvalCalls.ofDocument, { label: type.code, id });

/**
 * The approval of a document; undefined until it is known and for types without, null for one never submitted. It follows
 * what others do: whom that concerns gets a message, or has one settled.
 */
export function useApproval(screen: RecordScreen, id: number): ApprovalRecord | null | undefined {
  const client = useQueryClient();
  const isApproved = approvalColumnOf(screen.type) !== undefined;
  const { ofDocument, log, difference } = approvalCalls;
  usePush(pushTypes.messages, () => {
    if (isApproved) void refreshCalls(client, ofDocument, log, difference, screen.calls.read, fieldCalls.information);
  });
  return useQuery({ ...panelOf(screen, id), enabled: isApproved }).data;
}

/** Everything that has happened to a document, oldest first. */
export function useApprovalLog(recordId: number | undefined): readonly ApprovalLogEntry[] {
  const input = { recordId: recordId ?? 0, all: 1 as const };
  return useQuery({ ...callQuery(approvalCalls.log, input), enabled: recordId !== undefined }).data ?? [];
}

/** Shows a decision of the user before the server has answered; answers how to take it back. */
export function showDecided(
  client: QueryClient,
  screen: RecordScreen,
  id: number,
  userId: number,
  status: 1 | 2,
): () => void {
  const { queryKey } = panelOf(screen, id);
  const before = client.getQueryData(queryKey);
  if (!before) return () => {};
  const at = before.steps.findIndex(({ stepId, examineStatus }) => stepId !== null && examineStatus === 0);
  const next: ApprovalRecord = {
    ...before,
    isCheck: 0,
    steps: before.steps.map((step, place) =>
      place === at
        ? {
            ...step,
            userList: step.userList.map((one) => (one.userId === userId ? { ...one, examineStatus: status } : one)),
          }
        : step,
    ),
  };
  client.setQueryData(queryKey, next);
  return () => client.setQueryData(queryKey, before);
}

/** Everything that shows the approval of a document is read again. */
export function useApprovalRefresh({ calls }: RecordScreen): () => Promise<void> {
  const client = useQueryClient();
  const { ofDocument, log, difference, waiting } = approvalCalls;
  return () =>
    refreshCalls(
      client,
      ofDocument,
      log,
      difference,
      waiting,
      calls.read,
      calls.list,
      fieldCalls.information,
      recordLogCalls.history,
    );
}
