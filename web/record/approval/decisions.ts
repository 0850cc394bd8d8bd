import { call } from '#web/lib/http/client.ts';
import { approvalCalls, type ApprovalRecord } from '#shared/approval/approval-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** What people do with a document in approval. */
export type DecisionKind = 'pass' | 'reject' | 'withdraw' | 'add' | 'transfer' | 'return' | 'copy';

export interface DecisionInput {
  readonly remarks: string;
  readonly userIds: readonly number[];
  readonly place: 'before' | 'after' | 'beside';
  /** Null for the applicant. */
  readonly stepId: number | null;
  readonly afterwards: 'continue' | 'restart';
}

interface DecisionWords {
  readonly title: MessageKey;
  /** Placeholder of the remarks, and whether they are required; none where nothing is said. */
  readonly remarks: { readonly hint: MessageKey; readonly isRequired: boolean } | null;
  /** How many people are chosen. */
  readonly people: 'one' | 'many' | null;
}

const may: DecisionWords['remarks'] = { hint: 'approval.remarks_may', isRequired: false };

export const decisionWords: Readonly<Record<DecisionKind, DecisionWords>> = {
  pass: { title: 'approval.title_pass', remarks: may, people: null },
  reject: {
    title: 'approval.title_reject',
    remarks: { hint: 'approval.remarks_must', isRequired: true },
    people: null,
  },
  withdraw: {
    title: 'approval.title_withdraw',
    remarks: { hint: 'approval.withdraw_why', isRequired: true },
    people: null,
  },
  add: { title: 'approval.add', remarks: may, people: 'many' },
  transfer: { title: 'approval.transfer', remarks: may, people: 'one' },
  return: { title: 'approval.return', remarks: { hint: 'approval.remarks_must', isRequired: true }, people: null },
  copy: { title: 'approval.copy', remarks: null, people: 'many' },
};

/** Sends a decision with the version that was seen: who comes too late reads who was faster. */
export function decideBy(
  kind: DecisionKind,
  { recordId, version }: ApprovalRecord,
  { remarks, userIds, place, stepId, afterwards }: DecisionInput,
): Promise<unknown> {
  const [first] = userIds;
  const one = { recordId, version, remarks };
  const quiet = { quiet: true };
  switch (kind) {
    case 'pass':
      return call(
        approvalCalls.audit,
        { ...one, status: 1, ...(first === undefined ? {} : { nextUserId: first }) },
        quiet,
      );
    case 'reject':
      return call(approvalCalls.audit, { ...one, status: 2 }, quiet);
    case 'withdraw':
      return call(approvalCalls.audit, { ...one, status: 4 }, quiet);
    case 'add':
      return call(approvalCalls.addSigners, { ...one, userIds, place }, quiet);
    case 'transfer':
      return call(approvalCalls.transfer, { ...one, userId: first ?? 0 }, quiet);
    case 'return':
      return call(approvalCalls.sendBack, { ...one, ...(stepId === null ? {} : { stepId }), afterwards }, quiet);
    case 'copy':
      return call(approvalCalls.copyTo, { recordId, userIds }, quiet);
  }
}
