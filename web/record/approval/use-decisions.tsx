import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { DecisionDialog } from '#web/record/approval/decision-dialog.tsx';
import { decideBy, type DecisionInput, type DecisionKind } from '#web/record/approval/decisions.ts';
import { showDecided, useApprovalRefresh } from '#web/record/approval/use-approval.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { approvalCalls, type ApprovalRecord } from '#shared/approval/approval-calls.ts';

/** What the user may do with a document now. */
export function mayDo(approval: ApprovalRecord): readonly (DecisionKind | 'urge')[] {
  const { isCheck, isRecheck, mayUrge } = approval;
  return [
    ...(isCheck === 1 ? (['pass', 'reject', 'add', 'transfer', 'return'] as const) : []),
    ...(isRecheck === 1 ? (['withdraw'] as const) : []),
    ...(mayUrge === 1 ? (['urge'] as const) : []),
    ...(isCheck === 1 || mayUrge === 1 ? (['copy'] as const) : []),
  ];
}

export interface Decisions {
  readonly start: (kind: DecisionKind | 'urge') => void;
  readonly dialog: ReactNode;
}

/** The decisions of a user on a document, each with its dialog. */
export function useDecisions(
  screen: RecordScreen,
  id: number,
  approval: ApprovalRecord,
  /** Once a dialog has gone, decided or not. */
  onClosed?: () => void,
): Decisions {
  const text = useText();
  const client = useQueryClient();
  const { user } = useSession();
  const refresh = useApprovalRefresh(screen);
  // with the approval as it was seen then: who decides on a later version has to look at it first
  const [asked, setAsked] = useState<{ readonly kind: DecisionKind; readonly seen: ApprovalRecord } | null>(null);
  const close = () => {
    setAsked(null);
    onClosed?.();
  };
  /** Whether it was done; the refusal says who was faster and when. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      toast.success(text('action.done'));
      return true;
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (error.msg !== '') toast.error(error.msg);
      return false;
    }
  };
  const perform = async (kind: DecisionKind, seen: ApprovalRecord, input: DecisionInput): Promise<boolean> => {
    const decide = () => decideBy(kind, seen, input);
    // nothing was typed that a refusal could lose
    if (kind === 'pass' && input.remarks.trim() === '') {
      close();
      const takeBack = showDecided(client, screen, id, user.userId, 1);
      const isDone = await attempt(decide);
      if (!isDone) takeBack();
      void refresh();
      return true;
    }
    const isDone = await attempt(decide);
    // the next decision is on what this one left: a dialog that closed before would let it be on what was there before
    await refresh();
    if (isDone) close();
    return isDone;
  };
  const urge = async () => {
    await attempt(() => call(approvalCalls.urge, { recordId: approval.recordId }, { quiet: true }));
    await refresh();
  };
  return {
    start: (kind) => (kind === 'urge' ? void urge() : setAsked({ kind, seen: approval })),
    dialog: asked && (
      <DecisionDialog
        key={asked.kind}
        kind={asked.kind}
        approval={asked.seen}
        perform={(input) => perform(asked.kind, asked.seen, input)}
        onClose={close}
      />
    ),
  };
}
