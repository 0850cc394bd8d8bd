import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { driveState } from '#server/record/states/change.ts';
import type { TransitionRow } from '#server/record/states/transition-rules.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { checkStatuses, type ApprovalTransition } from '#shared/approval/approval-state.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { loadApprovals } from './decisions/load.ts';
import { storeChanges, type ApprovalChange } from './decisions/store.ts';
import { approvalsFor, insertRounds, passedBySystem } from './rounds.ts';
import { readDocuments } from './snapshot.ts';
import { columnOf, subjectOf } from './subjects.ts';

/**
 * Drafts of an old system, where they were approved, become approved as they are: all or none, nobody is asked and nobody
 * gets a message. One action with one undo, for which the type says in the rules of `takeOver` what depends on them.
 * `partOf` is the action on what they belong to, with which they are undone.
 * @throws AppError `access.record`, `state.*` and what the guard of the type refuses
 */
export async function takeOver(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  { partOf }: { readonly partOf?: number } = {},
): Promise<{ readonly operationId: number; readonly count: number }> {
  const subject = subjectOf(type.code);
  const locked = await lockRecords(db, actor, type, ids, { reach: scoped(actor, type, 'write').where });
  const wanted = locked.map(({ id }) => id);
  const documents = await readDocuments(db, actor, subject, wanted);
  const remarks = translate(actor.language, 'approval.opening');
  const rounds = (await approvalsFor(db, subject, wanted)).map((stored) => {
    const document = documents.get(stored.recordId);
    if (!document) throw new AppError('access.record');
    return { stored, document, flow: null, ...passedBySystem(actor.userId, document) };
  });
  await insertRounds(db, rounds);
  await storeChanges(
    db,
    rounds.map(({ stored, approval, log }): ApprovalChange => ({
      stored,
      round: stored.round + 1,
      next: approval,
      log,
      remarks,
      dueByStep: new Map(),
    })),
  );
  const { operationId, count } = await driveState(db, type, wanted, columnOf(type), takingOver, {
    driver: 'approval',
    actor,
    input: { remark: remarks },
    mayUndo: true,
    partOf,
  });
  if (operationId === null) throw new Error(`what ${type.name} takes over has to be declared so that it can be undone`);
  return { operationId, count };
}

const takingOver: ApprovalTransition = 'takeOver';

/** The approvals of documents that an undo of `takeOver` has made drafts again: their round counts as withdrawn. */
export async function openingUndone(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly TransitionRow[],
): Promise<void> {
  const { rows: found } = await sql<{ id: number }>`
    select approval_id as id from approval
    where type_code = ${type.code} and record_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  const stored = await loadApprovals(
    db,
    found.map(({ id }) => id),
    new Map(),
  );
  const remarks = translate(actor.language, 'approval.opening');
  const changeTo = (status: ApprovalChange['next']['status'], log: ApprovalChange['log']) =>
    stored.map((one): ApprovalChange => ({
      stored: one,
      round: one.round,
      next: { ...one.approval, status },
      log,
      remarks,
      dueByStep: new Map(),
    }));
  const withdrawn = { action: 'withdrawn', userId: actor.userId, stepKey: null, taskKey: null, targets: [] } as const;
  await storeChanges(db, changeTo(checkStatuses.withdrawn, [withdrawn]));
  await storeChanges(db, changeTo(checkStatuses.draft, []));
}
