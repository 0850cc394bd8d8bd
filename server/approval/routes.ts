import { route, type Route } from '#server/platform/http/route.ts';
import { approvalCalls } from '#shared/approval/approval-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { decideAll } from './decisions/decide-all.ts';
import { differenceOf } from './answers/difference.ts';
import { logOf } from './answers/log-list.ts';
import type { Decision } from './plan/decide.ts';
import { recordListOf, recordListOfDocument } from './answers/record-list.ts';
import { comment, copyTo, urge } from './answers/remarks.ts';
import { passDocuments } from './decisions/pass-documents.ts';
import { passMany } from './decisions/pass-many.ts';
import { waitingList } from './answers/waiting.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

/** The status that older clients send, as a decision. */
const decisionBy = (status: number, nextUserId: number | undefined): Decision =>
  status === 1 ? { kind: 'pass', nextUserId } : { kind: status === 2 ? 'reject' : 'withdraw' };

/** Calls of documents in approval, whatever type they are of. */
export const approvalRoutes = (): Route[] => [
  route(approvalCalls.record, ({ db, actor, input }) => recordListOf(db, actor, input.recordId)),
  route(approvalCalls.ofDocument, ({ db, actor, input }) => recordListOfDocument(db, actor, input.label, input.id)),
  route(approvalCalls.log, ({ db, actor, input }) => logOf(db, actor, input.recordId, input.all === 1)),
  route(approvalCalls.audit, async ({ db, actor, input }) => {
    const { recordId: approvalId, status, nextUserId, remarks, version } = input;
    await decideAll(db, actor, [{ approvalId, decision: decisionBy(status, nextUserId), remarks, version }]);
    return null;
  }),
  route(approvalCalls.addSigners, async ({ db, actor, input }) => {
    const { recordId: approvalId, userIds, place, remarks, version } = input;
    await decideAll(db, actor, [{ approvalId, decision: { kind: 'addSigners', userIds, place }, remarks, version }]);
    return null;
  }),
  route(approvalCalls.transfer, async ({ db, actor, input }) => {
    const { recordId: approvalId, userId, remarks, version } = input;
    await decideAll(db, actor, [{ approvalId, decision: { kind: 'transfer', userId }, remarks, version }]);
    return null;
  }),
  route(approvalCalls.sendBack, async ({ db, actor, input }) => {
    const { recordId: approvalId, stepId, afterwards, remarks, version } = input;
    const decision = { kind: 'return', stepKey: stepId ?? null, afterwards } as const;
    await decideAll(db, actor, [{ approvalId, decision, remarks, version }]);
    return null;
  }),
  route(approvalCalls.passMany, async ({ db, actor, input }) => ({
    count: await passMany(db, actor, input.recordIds, input.remarks),
  })),
  route(approvalCalls.passDocuments, async ({ db, actor, input: { label, ids, remarks } }) => {
    const passed = await passDocuments(db, actor, label, ids, remarks);
    return { operationId: null, ...passed };
  }),
  route(approvalCalls.urge, async ({ db, actor, input }) => {
    await urge(db, actor, input.recordId);
    return null;
  }),
  route(approvalCalls.comment, async ({ db, actor, input }) => {
    const { recordId, remarks, userIds = [], batchId } = input;
    await comment(db, actor, recordId, { remarks, userIds, batchId });
    return null;
  }),
  route(approvalCalls.copyTo, async ({ db, actor, input }) => {
    await copyTo(db, actor, input.recordId, input.userIds);
    return null;
  }),
  route(approvalCalls.waiting, async ({ db, actor, input: { page, limit, label } }) => {
    const offset = (page - 1) * limit;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const { list, total } = await waitingList(db, actor, { limit, offset }, label);
    return pageAnswer(list, total, page, limit);
  }),
  route(approvalCalls.difference, ({ db, actor, input }) => differenceOf(db, actor, input.recordId)),
];
