import { checkStatuses } from '#shared/approval/approval-state.ts';
import { advance } from './advance.ts';
import {
  changed,
  isRunning,
  modeOf,
  nextKey,
  ownPeople,
  pendingTask,
  tasksOf,
  type Approval,
  type LogEntry,
  type Outcome,
  type Refusal,
  type Step,
  type Task,
} from './approval.ts';
import { addSigners, transfer } from './added-people.ts';
import { did, ended, type Acting } from './acting.ts';
import type { People } from './people.ts';
import { personRefusal } from './step-approvers.ts';
import { returnTo } from './returning.ts';
import { stepTypes } from '#shared/approval/flow.ts';

/** What a person does with a running approval. */
export type Decision =
  | { readonly kind: 'pass'; readonly nextUserId?: number | undefined }
  | { readonly kind: 'reject' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'addSigners'; readonly userIds: readonly number[]; readonly place: 'before' | 'after' | 'beside' }
  | { readonly kind: 'transfer'; readonly userId: number }
  /** To the applicant without a step. */
  | { readonly kind: 'return'; readonly stepKey: number | null; readonly afterwards: 'continue' | 'restart' };

/**
 * The approval after a decision, with what happened; or why it is refused. It depends on nothing else, so that a refusal is
 * the same whichever way a decision comes in.
 */
export function decide(people: People, approval: Approval, userId: number, decision: Decision): Outcome {
  if (decision.kind === 'withdraw') return withdraw(people, approval, userId);
  const acting = actingIn(people, approval, userId);
  if ('refused' in acting) return acting;
  if (decision.kind === 'pass') return pass(acting, decision.nextUserId);
  if (decision.kind === 'reject') return reject(acting);
  if (decision.kind === 'transfer') return transfer(acting, decision.userId);
  if (decision.kind === 'return') return returnTo(acting, decision.stepKey, decision.afterwards);
  return addSigners(acting, decision.userIds, decision.place);
}

/** Why nothing can be decided in an approval that does not run: somebody has ended it, or it was never submitted. */
const overCode = ({ status }: Approval) =>
  status === checkStatuses.draft ? ('approval.not_running' as const) : ('approval.decided' as const);

/** Tasks that somebody has decided, or that are not needed any more because others have. */
const isOver: ReadonlySet<Task['state']> = new Set(['passed', 'rejected', 'returned', 'closed', 'handed']);

/** Only somebody with a pending task decides, who may still read the document and whose own it is not. */
function actingIn(people: People, approval: Approval, userId: number): Acting | Refusal {
  const had = approval.tasks.some((task) => task.userId === userId && isOver.has(task.state));
  if (!isRunning(approval)) return { refused: overCode(approval) };
  const task = pendingTask(approval, userId);
  const step = approval.steps.find(({ key }) => key === task?.stepKey);
  if (!task || step?.state !== 'open') return { refused: had && !task ? 'approval.decided' : 'approval.no_task' };
  if (ownPeople(approval).has(userId)) return { refused: 'approval.own' };
  if (!people.isActive(userId) || !people.mayRead(userId)) return { refused: 'approval.no_task' };
  return { people, approval, userId, task, step };
}

function pass(acting: Acting, nextUserId: number | undefined): Outcome {
  const { people, approval, step, task } = acting;
  const next = approval.isChosen ? nextUserId : undefined;
  const refusal = next === undefined ? null : personRefusal(people, approval, next);
  if (refusal) return refusal;
  const others = tasksOf(approval, step.key).filter(({ key }) => key !== task.key);
  const queued = others.find(({ state }) => state === 'queued');
  const tasks = new Map<number, Partial<Task>>([[task.key, { state: 'passed' }]]);
  const isLast = modeOf(step) === 'any' || !others.some(({ state }) => state === 'pending' || state === 'queued');
  const log = [did(acting, 'passed')];
  if (!isLast) {
    if (modeOf(step) === 'inOrder' && queued) tasks.set(queued.key, { state: 'pending' });
    const set = { status: checkStatuses.checking };
    const asked = modeOf(step) === 'inOrder' && queued ? [queued.userId] : [];
    return { approval: changed(approval, { tasks, set }), log: asked.length > 0 ? [...log, asks(step, asked)] : log };
  }
  for (const { key, state } of others) if (state === 'pending') tasks.set(key, { state: 'closed' });
  const done = changed(approval, { tasks, set: { status: checkStatuses.checking } });
  const passed = changed(done, { steps: new Map([[step.key, { state: 'passed', last: firstOf(done, step) }]]) });
  return advance(people, next === undefined ? passed : withNext(passed, next), log);
}

/** Of several who passed a step the first of the list, whoever was last, so that it can be rehearsed. */
function firstOf(approval: Approval, { key }: Step): number | null {
  const first = tasksOf(approval, key).find(({ state }) => state === 'passed' || state === 'repeated');
  return first ? (first.forUserId ?? first.userId) : null;
}

const asks = ({ key }: Step, targets: readonly number[]): LogEntry => ({
  action: 'asked',
  userId: null,
  stepKey: key,
  taskKey: null,
  targets,
});

const withNext = (approval: Approval, userId: number): Approval => ({
  ...approval,
  steps: [
    ...approval.steps,
    {
      key: nextKey(approval.steps),
      stepType: stepTypes.all,
      userIds: [userId],
      ccUserIds: [],
      hours: null,
      addedBy: null,
      state: 'ahead',
      last: null,
    },
  ],
});

/** In whichever step, the first refusal ends the whole. */
function reject(acting: Acting): Outcome {
  const { approval, task, step } = acting;
  return {
    approval: ended(approval, {
      status: checkStatuses.rejected,
      task,
      taskState: 'rejected',
      step,
      stepState: 'rejected',
    }),
    log: [did(acting, 'rejected')],
  };
}

/** The submitter takes it back, or an administrator. */
function withdraw(people: People, approval: Approval, userId: number): Outcome {
  if (userId !== approval.authorId && !people.isAdmin(userId)) return { refused: 'approval.not_submitter' };
  if (approval.status === checkStatuses.passed) return { refused: 'approval.passed' };
  if (!isRunning(approval)) return { refused: overCode(approval) };
  return {
    approval: ended(approval, { status: checkStatuses.withdrawn }),
    log: [{ action: 'withdrawn', userId, stepKey: null, taskKey: null, targets: [] }],
  };
}
