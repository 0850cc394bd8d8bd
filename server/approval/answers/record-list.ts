import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { approvalCalls } from '#shared/approval/approval-calls.ts';
import { examineTypes, stepTypes, type StepType } from '#shared/approval/flow.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { peopleFor } from '#server/approval/company-people.ts';
import { approvalIdOf, loadApprovals, type StoredApproval } from '#server/approval/decisions/load.ts';
import { isRunning, ownPeople, pendingTask, tasksOf, type Step, type Task } from '#server/approval/plan/approval.ts';
import { recordModules } from '#server/record/registry.ts';
import { mayReach } from '#server/record/access/reach.ts';
import type { People } from '#server/approval/plan/people.ts';
import { rehearse } from '#server/approval/plan/rehearse.ts';
import { personsBy, requireReadable } from './readable.ts';

type Answer = OutputOf<typeof approvalCalls.record>;
type ShownStep = Answer['steps'][number];
type ShownUser = ShownStep['userList'][number];

/** How people and steps stand, as older clients know it. */
const shown = { none: 0, passed: 1, rejected: 2, withdrawn: 4, created: 5, draft: 6 } as const;

interface Times {
  readonly submitted: string;
  readonly tasks: ReadonlyMap<
    number,
    { readonly decided: string; readonly due: string; readonly logId: number | null }
  >;
}

/** The approval panel of a document. */
export async function recordListOf(db: Database, actor: Actor, recordId: number): Promise<Answer> {
  const { type } = await requireReadable(db, actor, recordId);
  const [stored] = await loadApprovals(db, [recordId], new Map());
  if (!stored) throw new AppError('access.record');
  const people = await peopleFor(db, actor.rights.version, type, stored.now);
  const { approval } = stored;
  const isPending =
    isRunning(approval) && pendingTask(approval, actor.userId) && !ownPeople(approval).has(actor.userId);
  const isAuthor = approval.authorId === actor.userId;
  const mayTakeBack = isRunning(approval) && (isAuthor || people.isAdmin(actor.userId));
  return {
    recordId,
    version: stored.version,
    round: stored.round,
    checkStatus: approval.status,
    examineType: approval.isChosen && !isAlone(stored) ? examineTypes.chosen : examineTypes.fixed,
    isCheck: isPending ? 1 : 0,
    isRecheck: mayTakeBack ? 1 : 0,
    mayUrge: isRunning(approval) && isAuthor ? 1 : 0,
    steps: await stepsOf(db, actor, people, stored),
  };
}

/** The same of a document; null for one that has no approval. @throws AppError `access.record` */
export async function recordListOfDocument(
  db: Database,
  actor: Actor,
  typeCode: number,
  id: number,
): Promise<Answer | null> {
  const isKnown = recordModules().some(({ type }) => type.code === typeCode);
  if (!isKnown || !(await mayReach(db, actor, typeCode, id, 'read'))) throw new AppError('access.record');
  const approvalId = await approvalIdOf(db, typeCode, id);
  return approvalId === null ? null : recordListOf(db, actor, approvalId);
}

/** Withdrawn documents and drafts show who has made them so, and no step. */
const isAlone = ({ approval: { status } }: StoredApproval): boolean =>
  status === checkStatuses.withdrawn || status === checkStatuses.draft;

async function stepsOf(db: Database, actor: Actor, people: People, stored: StoredApproval): Promise<ShownStep[]> {
  const { approval } = stored;
  const times = await timesOf(db, stored);
  const planned = new Map(rehearse(people, approval).steps.map(({ step, userIds }) => [step.key, userIds]));
  const everybody = [
    approval.authorId,
    stored.latest?.userId ?? 0,
    ...approval.tasks.map(({ userId }) => userId),
    ...[...planned.values()].flat(),
    ...approval.steps.flatMap(({ last, userIds }) => [...userIds, ...(last === null ? [] : [last])]),
  ];
  const person = await personsBy(db, actor, everybody);
  const user = (userId: number, examineStatus: number, examineTime: string): ShownUser => ({
    ...person(userId),
    examineStatus,
    examineTime,
  });
  const alone = (examineStatus: number, userId: number, time: string): ShownStep => ({
    ...plainStep(stepTypes.creator, 0, examineStatus),
    userList: [user(userId, examineStatus, time)],
    examineTime: time,
    examinUser: person(userId),
  });
  if (approval.status === checkStatuses.withdrawn)
    return [alone(shown.withdrawn, stored.latest?.userId ?? approval.authorId, stored.latest?.time ?? '')];
  if (approval.status === checkStatuses.draft) return [alone(shown.draft, approval.authorId, '')];
  const decidedBy = (task: Task): ShownUser => ({
    ...user(task.userId, statusOf(task), times.tasks.get(task.key)?.decided ?? ''),
    forUserId: task.forUserId,
    ...(task.state === 'repeated' ? { skipped: 'repeated' } : {}),
  });
  const steps = approval.steps.map((step, at): ShownStep => {
    const tasks = tasksOf(approval, step.key).filter(isShown);
    const isReached = step.state !== 'ahead';
    const asked = isReached
      ? tasks.map(decidedBy)
      : (planned.get(step.key) ?? step.userIds).map((userId) => user(userId, shown.none, ''));
    const isSkipped = step.state === 'own' || step.state === 'repeated';
    const skipped =
      isSkipped && step.last !== null ? [{ ...user(step.last, shown.passed, ''), skipped: step.state }] : [];
    const [first] = tasks;
    const chosen = approval.isChosen && first ? chosenOf(first, times, person(first.userId)) : {};
    const due = tasks.find(({ state }) => state === 'pending');
    return {
      ...plainStep(step.stepType, at + 1, stepStatus(step)),
      stepId: step.key,
      isAdded: step.addedBy === null ? 0 : 1,
      dueTime: due ? (times.tasks.get(due.key)?.due ?? '') : '',
      userList: [...asked, ...skipped],
      ...chosen,
    };
  });
  return [alone(shown.created, approval.authorId, times.submitted), ...steps];
}

const plainStep = (stepType: StepType, stepNum: number, examineStatus: number) => ({
  stepId: null,
  stepType,
  stepNum,
  examineStatus,
  isAdded: 0,
  dueTime: '',
});

const chosenOf = (task: Task, times: Times, person: ShownStep['examinUser']) => ({
  examineTime: times.tasks.get(task.key)?.decided ?? '',
  realname: person?.realname ?? '',
  img: person?.img ?? '',
  logId: times.tasks.get(task.key)?.logId ?? null,
  examinUser: person,
});

/** What was handed on or is decided anew is in the log. */
const isShown = ({ state }: Task): boolean => state !== 'handed' && state !== 'void';

const statusOf = ({ state }: Task): number =>
  state === 'passed' || state === 'repeated'
    ? shown.passed
    : state === 'rejected' || state === 'returned'
      ? shown.rejected
      : shown.none;

const stepStatus = ({ state }: Step): number =>
  state === 'passed' || state === 'own' || state === 'repeated'
    ? shown.passed
    : state === 'rejected' || state === 'returned'
      ? shown.rejected
      : shown.none;

async function timesOf(db: Database, { approvalId, round }: StoredApproval): Promise<Times> {
  const { rows } = await sql<{
    submitted: string;
    key: number | null;
    decided: string;
    due: string;
    log_id: number | null;
  }>`
    select to_char(r.submitted_at, 'YYYY-MM-DD HH24:MI:SS') as submitted, t.key,
      coalesce(to_char(t.decided_at, 'YYYY-MM-DD HH24:MI:SS'), '') as decided,
      coalesce(to_char(t.due_at, 'YYYY-MM-DD HH24:MI:SS'), '') as due,
      (select l.log_id from approval_log l where l.approval_id = t.approval_id and l.round = t.round and l.task_key = t.key
        and l.user_id = t.user_id order by l.log_id desc limit 1) as log_id
    from approval_round r left join approval_task t on t.approval_id = r.approval_id and t.round = r.round
    where r.approval_id = ${approvalId} and r.round = ${round}`.execute(db);
  return {
    submitted: rows[0]?.submitted ?? '',
    tasks: new Map(
      rows.flatMap(({ key, decided, due, log_id: logId }) => (key === null ? [] : [[key, { decided, due, logId }]])),
    ),
  };
}
