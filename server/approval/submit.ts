import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { driveState } from '#server/record/states/change.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import {
  checkStatuses,
  openStatuses,
  type ApprovalTransition,
  type CheckStatus,
} from '#shared/approval/approval-state.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { peopleFor } from './company-people.ts';
import { announceChanges, changeOf, decideAll, driveRecords } from './decisions/decide-all.ts';
import { dueTimesBy } from './decisions/due-times.ts';
import { enabledFlows, type StoredFlow } from './flows/stored-flows.ts';
import { approvalIdOf, loadApprovals, type StoredApproval } from './decisions/load.ts';
import { isRefusal, isRunning, type Approval, type LogEntry } from './plan/approval.ts';
import { chooseFlow } from './plan/choose-flow.ts';
import { resubmit } from './plan/resume.ts';
import { approvalsFor, insertRounds, passedBySystem, type Opened } from './rounds.ts';
import { lateError, refusalError } from './decisions/refusal.ts';
import { readDocuments, type Document } from './snapshot.ts';
import { storeChanges, type ApprovalChange } from './decisions/store.ts';
import { columnOf, subjectOf, type ApprovalSubject } from './subjects.ts';

export interface Submission {
  /** The chosen approver, for flows that ask for one; by default the one chosen in a draft. */
  readonly checkUserId?: number | undefined;
}

export interface Submitted {
  readonly approvalId: number;
  readonly checkStatus: CheckStatus;
}

/**
 * Submits a document, in the transaction of its save. The caller has found out that the actor may change it. Documents
 * that the rules of their type pass by themselves are passed at once, marked as the system's.
 * @throws AppError what the type refuses as incomplete, `approval.no_flow`, `approval.chosen`, `approval.nobody`, `approval.person_*`, `approval.decided`,
 * `approval.passed`
 */
export async function submit(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  { checkUserId }: Submission = {},
): Promise<Submitted> {
  const subject = subjectOf(type.code);
  const { stored, document } = await openWithDocument(db, actor, subject, id);
  subject.requireComplete?.(document.row, document.snapshot.lines);
  const reason = await subject.autoPass?.(db, actor, id, document.facts);
  if (reason) return passBySystem(db, actor, stored, document, reason);
  const flow = chooseFlow(await enabledFlows(db, [subject.categoryType]), document.facts);
  if (!flow) throw new AppError('approval.no_flow');
  const people = await peopleFor(db, actor.rights.version, type, stored.now);
  const former = stored.examineId === null ? null : { approval: stored.approval, examineId: stored.examineId };
  const outcome = resubmit(people, flow, former, {
    authorId: actor.userId,
    ownerId: document.row.owner_user_id,
    chosenId: checkUserId ?? stored.chosenId ?? undefined,
  });
  if (isRefusal(outcome)) throw await refusalError(db, actor, type, stored, outcome);
  return beginRound(db, actor, stored, document, { flow, ...outcome, remarks: '' });
}

/** Locks the document and finds its approval, made if need be; refuses one that cannot be submitted now. */
async function openForSubmission(db: Database, actor: Actor, subject: ApprovalSubject, id: number): Promise<Opened> {
  const { type } = subject;
  const column = columnOf(type);
  const { live } = system('what is submitted was found by the caller to be the actor’s to change', type);
  const [record] = await lockRecords<Record<string, unknown>>(db, actor, type, [id], {
    reach: live,
    columns: [column],
  });
  const [stored] = await approvalsFor(db, subject, [id]);
  if (!stored || !record) throw new AppError('access.record');
  const status = Number(record[column]) as CheckStatus;
  const approval = { ...stored.approval, status };
  if (isRunning(approval)) throw await lateError(db, actor, 'approval.decided', stored.latest);
  if (!openStatuses.includes(status)) throw await refusalError(db, actor, type, stored, { refused: 'approval.passed' });
  return { ...stored, approval };
}

/** The same with the document as its flow and approvers see it. */
async function openWithDocument(db: Database, actor: Actor, subject: ApprovalSubject, id: number) {
  const stored = await openForSubmission(db, actor, subject, id);
  const document = (await readDocuments(db, actor, subject, [id])).get(id);
  if (!document) throw new AppError('access.record');
  return { stored, document };
}

/** A new round, with the document as it is now. */
async function beginRound(
  db: Database,
  actor: Actor,
  stored: Opened,
  document: Document,
  begun: {
    readonly flow: StoredFlow | null;
    readonly approval: Approval;
    readonly log: readonly LogEntry[];
    readonly remarks: string;
  },
): Promise<Submitted> {
  const { flow, approval, log, remarks } = begun;
  const round = stored.round + 1;
  await insertRounds(db, [{ stored, document, flow, approval }]);
  const opened = { ...stored, ccUserIds: flow?.ccUserIds ?? [] };
  const change: ApprovalChange = {
    ...(await changeOf(dueTimesBy(db), opened, { approval, log }, remarks)),
    round,
  };
  await storeChanges(db, [change]);
  await driveRecords(db, actor, [change]);
  await announceChanges(db, actor, [change]);
  return { approvalId: stored.approvalId, checkStatus: approval.status };
}

/** Nobody is asked: the log names the system, and says why. */
function passBySystem(
  db: Database,
  actor: Actor,
  stored: Opened,
  document: Document,
  reason: string,
): Promise<Submitted> {
  return beginRound(db, actor, stored, document, {
    flow: null,
    ...passedBySystem(actor.userId, document),
    remarks: reason,
  });
}

/**
 * Passes a document without asking anybody.
 * @internal
 */
export async function systemPass(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  reason: string,
): Promise<Submitted> {
  const { stored, document } = await openWithDocument(db, actor, subjectOf(type.code), id);
  return passBySystem(db, actor, stored, document, reason);
}

/** Keeps a document as a draft, with the approver that was chosen; one that was rejected or withdrawn becomes one again. */
export async function saveAsDraft(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  { checkUserId }: Submission = {},
): Promise<Submitted> {
  const stored = await openForSubmission(db, actor, subjectOf(type.code), id);
  await sql`
    update approval set chosen_id = ${checkUserId ?? null} where approval_id = ${stored.approvalId}`.execute(db);
  const change = plainChange(stored, { ...stored.approval, status: checkStatuses.draft }, 'drafted', actor.userId, '');
  await storeChanges(db, [change]);
  await driveRecords(db, actor, [change]);
  return { approvalId: stored.approvalId, checkStatus: checkStatuses.draft };
}

/** Takes a document back; only its submitter or an administrator may. @throws AppError what `decideAll` refuses */
export async function withdraw(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  remarks: string,
): Promise<void> {
  const approvalId = await approvalIdOf(db, type.code, id);
  if (approvalId === null) throw new AppError('approval.not_running');
  await decideAll(db, actor, [{ approvalId, decision: { kind: 'withdraw' }, remarks }]);
}

const discarding: ApprovalTransition = 'discard';

/**
 * Ends a document that has passed for good. The caller has found out that the actor may, and the guard of the type that
 * nothing depends on it. @throws AppError `state.from`, `state.moved`, and what the guard refuses
 */
export async function discard(db: Database, actor: Actor, type: RecordType, id: number, remarks = ''): Promise<void> {
  const { live } = system('what is discarded was found by the caller to be the actor’s to discard', type);
  await lockRecords(db, actor, type, [id], { reach: live });
  const approvalId = await approvalIdOf(db, type.code, id);
  const [stored] = approvalId === null ? [] : await loadApprovals(db, [approvalId], new Map());
  if (!stored) throw new AppError('approval.not_running');
  const next = { ...stored.approval, status: checkStatuses.discarded };
  const change = plainChange(stored, next, 'discarded', actor.userId, remarks);
  // also of one that was discarded meanwhile, which is refused with who was faster
  await driveState(db, type, [id], columnOf(type), discarding, {
    driver: 'approval',
    actor,
    input: remarks === '' ? {} : { remark: remarks },
  });
  await storeChanges(db, [change]);
  await announceChanges(db, actor, [change]);
}

/** A change of the state alone. */
const plainChange = (
  stored: StoredApproval,
  next: Approval,
  action: 'drafted' | 'discarded',
  userId: number,
  remarks: string,
): ApprovalChange => ({
  stored,
  round: stored.round,
  next,
  log: [{ action, userId, stepKey: null, taskKey: null, targets: [] }],
  remarks,
  dueByStep: new Map(),
});
