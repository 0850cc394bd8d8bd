import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import {
  approvalColumnOf,
  checkStatuses,
  type ApprovalTransition,
  type CheckStatus,
} from '#shared/approval/approval-state.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { lockForTransition, transitionOf } from '#server/record/states/apply.ts';
import { driveState } from '#server/record/states/change.ts';
import { throwRefused } from '#server/record/states/refusals.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { recordModule } from '#server/record/registry.ts';
import type { TransitionRow } from '#server/record/states/transition-rules.ts';
import { system } from '#server/record/access/system.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { peopleFor } from '#server/approval/company-people.ts';
import { dueTimesBy, type DueTimes } from './due-times.ts';
import { announceApproval } from '#server/approval/listeners.ts';
import { loadApprovals, placesOf, type ApprovalPlace, type StoredApproval } from './load.ts';
import { isRefusal, waitingIn, type LogEntry, type Outcome } from '#server/approval/plan/approval.ts';
import { decide, type Decision } from '#server/approval/plan/decide.ts';
import { readableApprovals } from '#server/approval/reach.ts';
import { lateError, refusalError } from './refusal.ts';
import { storeChanges, type ApprovalChange } from './store.ts';
import { columnOf, subjectOf } from '#server/approval/subjects.ts';

/** A decision on one approval. */
export interface AskedDecision {
  readonly approvalId: number;
  readonly decision: Decision;
  readonly remarks?: string | undefined;
  /** Of the approval, as the caller has seen it; without one it decides on what is there. */
  readonly version?: number | undefined;
}

/** Decisions that say why. */
const needsRemarks: ReadonlySet<Decision['kind']> = new Set(['reject', 'withdraw', 'return']);

/** An approval with its record. */
interface Locked extends StoredApproval {
  readonly record: TransitionRow;
}

/**
 * Decides on approvals, all or none, in a number of statements that does not grow with them. Their records are locked
 * first, in the order that every write has; then all is read, decided and written. Of two who decide at once, the second
 * reads who was faster.
 * @throws AppError `access.record`, `approval.*`, `access.denied` while the area of the documents is switched off
 */
export async function decideAll(db: Database, actor: Actor, asked: readonly AskedDecision[]): Promise<void> {
  for (const { decision, remarks = '' } of asked)
    if (needsRemarks.has(decision.kind) && remarks.trim() === '') throw new AppError('approval.remarks');
  const byId = new Map(asked.map((one) => [one.approvalId, one]));
  const ids = [...byId.keys()];
  const places = await placesOf(db, ids);
  if (places.length !== ids.length) throw new AppError('access.record');
  const changes: ApprovalChange[] = [];
  const records: TransitionRow[] = [];
  const dueTimes = dueTimesBy(db);
  const byType = [...Map.groupBy(places, (place) => place.typeCode)].toSorted(([one], [other]) => one - other);
  for (const [typeCode, those] of byType) {
    const { type } = recordModule(typeCode);
    requireOn(actor, type);
    const locked = await lockApprovals(db, actor, type, those);
    records.push(...locked.map(({ record }) => record));
    const outcomes = await outcomesOf(db, actor, type, locked, byId);
    for (const stored of locked) {
      const outcome = outcomes.get(stored.approvalId);
      const request = byId.get(stored.approvalId);
      if (outcome && !isRefusal(outcome) && request)
        changes.push(await changeOf(dueTimes, stored, outcome, request.remarks?.trim() ?? ''));
    }
  }
  await storeChanges(db, changes);
  await driveRecords(db, actor, changes, byType.length === 1 ? records : []);
  await announceChanges(db, actor, changes);
}

/** Locks the records of approvals, and reads the approvals. */
async function lockApprovals(
  db: Database,
  actor: Actor,
  type: RecordType,
  places: readonly ApprovalPlace[],
): Promise<Locked[]> {
  const { live } = system('people who decide on a document need not be able to write it', type);
  const recordIds = places.map(({ recordId }) => recordId);
  const records = await lockForTransition(db, actor, type, approvalColumnOf(type), recordIds, { reach: live });
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const ownerOf = new Map(
    places.map(({ approvalId, recordId }) => [approvalId, recordOf.get(recordId)?.ownerUserId ?? null]),
  );
  const loaded = await loadApprovals(
    db,
    places.map(({ approvalId }) => approvalId),
    ownerOf,
  );
  return loaded.flatMap((stored) => {
    const record = recordOf.get(stored.recordId);
    return record ? [{ ...stored, record }] : [];
  });
}

/** What each decision comes to; refuses all where one is refused. */
async function outcomesOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  locked: readonly Locked[],
  asked: ReadonlyMap<number, AskedDecision>,
): Promise<ReadonlyMap<number, Outcome>> {
  const people = await peopleFor(db, actor.rights.version, type, locked[0]?.now ?? 0);
  const outcomes = new Map<number, Outcome>();
  const refusals = new Map<number, AppError>();
  for (const stored of locked) {
    const request = asked.get(stored.approvalId);
    if (!request) continue;
    const outcome = decide(people, stored.approval, actor.userId, request.decision);
    const isMoved = request.version !== undefined && request.version !== stored.version;
    if (!isRefusal(outcome) && !isMoved) outcomes.set(stored.approvalId, outcome);
    else if (isRefusal(outcome) && !(isMoved && outcome.refused === 'approval.decided'))
      refusals.set(stored.recordId, await refusalError(db, actor, type, stored, outcome));
    else
      refusals.set(
        stored.recordId,
        await lateError(db, actor, isRefusal(outcome) ? 'approval.decided' : 'approval.moved', stored.latest),
      );
  }
  if (refusals.size > 0) {
    await requireReadable(db, actor, type, locked, refusals);
    refuse(actor, type, locked, refusals);
  }
  return outcomes;
}

/** One refusal is said as it is; of many documents it names those that are refused. */
function refuse(
  actor: Actor,
  type: RecordType,
  locked: readonly Locked[],
  refusals: ReadonlyMap<number, AppError>,
): void {
  const [first] = refusals.values();
  if (locked.length === 1 && first) throw first;
  const column = stateColumn(type, columnOf(type));
  const rows = locked.map(({ record }) => record);
  if (column) throwRefused(actor, transitionOf(column, 'approve' satisfies ApprovalTransition), rows, refusals);
}

/** A document that somebody may not see looks as if it were not there. */
async function requireReadable(
  db: Database,
  actor: Actor,
  type: RecordType,
  locked: readonly Locked[],
  refusals: ReadonlyMap<number, AppError>,
): Promise<void> {
  const ids = locked.filter(({ recordId }) => refusals.has(recordId)).map(({ approvalId }) => approvalId);
  const readable = await readableApprovals(db, actor, type, ids);
  if (ids.some((id) => !readable.has(id))) throw new AppError('access.record');
}

/** A change to be written, with copies for those who get one at the end. */
export async function changeOf(
  dueTimes: DueTimes,
  stored: StoredApproval,
  { approval, log }: { readonly approval: ApprovalChange['next']; readonly log: readonly LogEntry[] },
  remarks: string,
): Promise<ApprovalChange> {
  const copied: LogEntry[] =
    approval.status === checkStatuses.passed && stored.ccUserIds.length > 0
      ? [{ action: 'copied', userId: null, stepKey: null, taskKey: null, targets: stored.ccUserIds }]
      : [];
  return {
    stored,
    round: stored.round,
    next: approval,
    log: [...log, ...copied],
    remarks,
    dueByStep: await dueTimes(stored, approval),
  };
}

/** The transition of a document that an approval brings about; none while it stays in its state. */
function transitionBetween(from: CheckStatus, to: CheckStatus): ApprovalTransition | null {
  if (from === to) return null;
  const transitions: Readonly<Record<CheckStatus, ApprovalTransition>> = {
    [checkStatuses.waiting]: 'submit',
    [checkStatuses.passed]: 'approve',
    [checkStatuses.rejected]: 'reject',
    [checkStatuses.checking]: 'begin',
    [checkStatuses.withdrawn]: 'withdraw',
    [checkStatuses.draft]: 'saveDraft',
    [checkStatuses.discarded]: 'discard',
  };
  return transitions[to];
}

/**
 * The states of the documents follow; those that come to the same one do so in one go. `records` are the documents of
 * one type, if the caller has locked them by `lockForTransition`.
 */
export async function driveRecords(
  db: Database,
  actor: Actor,
  changes: readonly ApprovalChange[],
  records: readonly TransitionRow[] = [],
): Promise<void> {
  const moving = changes.flatMap((change) => {
    const transition = transitionBetween(change.stored.approval.status, change.next.status);
    return transition ? [{ change, transition }] : [];
  });
  const groups = Map.groupBy(moving, ({ change, transition }) =>
    JSON.stringify([change.stored.typeCode, transition, change.remarks]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { change, transition } = first;
    const { type } = subjectOf(change.stored.typeCode);
    const ids = group.map((one) => one.change.stored.recordId);
    // what follows from one group may change the documents of the next, which are read anew
    const locked = groups.size === 1 ? lockedAmong(records, ids) : undefined;
    const input = change.remarks === '' ? {} : { remark: change.remarks };
    await driveState(db, type, ids, columnOf(type), transition, { driver: 'approval', actor, input, locked });
  }
}

/** Those records, if all of them are there. */
function lockedAmong(records: readonly TransitionRow[], ids: readonly number[]): TransitionRow[] | undefined {
  const wanted = new Set(ids);
  const found = records.filter(({ id }) => wanted.has(id));
  return found.length === wanted.size ? found : undefined;
}

export const announceChanges = (db: Database, actor: Actor | null, changes: readonly ApprovalChange[]): Promise<void> =>
  announceApproval(
    db,
    actor,
    changes.flatMap(({ stored, next, log, remarks }) =>
      log.map(({ action, userId, targets }) => ({
        type: subjectOf(stored.typeCode).type,
        approvalId: stored.approvalId,
        key: `${stored.approvalId}/${stored.version + 1}`,
        recordId: stored.recordId,
        action,
        userId,
        authorId: next.authorId,
        targets,
        waiting: waitingIn(next),
        remarks: userId === null ? '' : remarks,
      })),
    ),
  );
