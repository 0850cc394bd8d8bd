import { stepTypes } from '#shared/approval/flow.ts';
import {
  changed,
  each,
  modeOf,
  nextKey,
  ownPeople,
  tasksOf,
  type Approval,
  type Outcome,
  type Refusal,
  type Step,
  type Task,
} from './approval.ts';
import { advance } from './advance.ts';
import { did, type Acting } from './acting.ts';
import { approverFor, type Approver } from './people.ts';
import { personRefusal } from './step-approvers.ts';

/** Most people who may be added at once, and steps that an approval may grow to. */
const most = { added: 20, steps: 60, tasks: 300 } as const;

/** The people as they are asked, a stand-in for one who is away; or why one of them cannot be. */
function addable(
  { people, approval, step, userId }: Acting,
  userIds: readonly number[],
): readonly Approver[] | Refusal {
  const waiting = new Set(tasksOf(approval, step.key).flatMap((task) => (isWaiting(task) ? [task.userId] : [])));
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return { refused: 'approval.chosen' };
  if (wanted.length > most.added || approval.steps.length >= most.steps || approval.tasks.length >= most.tasks)
    return { refused: 'approval.too_many' };
  for (const one of wanted) {
    const refusal = personRefusal(people, approval, one);
    if (refusal) return refusal;
    if (one === userId || waiting.has(one)) return { refused: 'approval.person_already', userId: one };
  }
  return wanted.flatMap((one) => approverFor(people, one, ownPeople(approval)) ?? []);
}

const isWaiting = ({ state }: Task): boolean => state === 'pending' || state === 'queued' || state === 'paused';

/** Somebody decides in place of the one who acts. */
export function transfer(acting: Acting, userId: number): Outcome {
  const asked = addable(acting, [userId]);
  if ('refused' in asked) return asked;
  const { approval, task, step } = acting;
  const [to] = asked;
  if (!to || to.userId === acting.userId || hasTask(approval, step, to.userId))
    return { refused: 'approval.person_already', userId };
  const given: Task = { key: nextKey(approval.tasks), stepKey: step.key, ...to, state: 'pending' };
  const handed = changed(approval, { tasks: new Map([[task.key, { state: 'handed' }]]) });
  return {
    approval: { ...handed, tasks: [...handed.tasks, given] },
    log: [did(acting, 'transferred', [to.userId])],
  };
}

const hasTask = (approval: Approval, { key }: Step, userId: number): boolean =>
  tasksOf(approval, key).some((task) => task.userId === userId && isWaiting(task));

/**
 * Adds people before, behind or beside the one who acts: before, the step waits for them; behind, they are asked next;
 * beside, they are asked in the same step, by its own rule.
 */
export function addSigners(acting: Acting, userIds: readonly number[], place: 'before' | 'after' | 'beside'): Outcome {
  const asked = addable(acting, userIds);
  if ('refused' in asked) return asked;
  const log = [
    did(
      acting,
      'signers_added',
      asked.map((one) => one.userId),
    ),
  ];
  if (place === 'beside') return { approval: beside(acting, asked), log };
  const { people, approval, step, userId } = acting;
  const added: Step = {
    key: nextKey(approval.steps),
    stepType: stepTypes.all,
    userIds: [...new Set(userIds)],
    ccUserIds: [],
    hours: step.hours,
    addedBy: userId,
    state: 'ahead',
    last: null,
  };
  const at = approval.steps.findIndex(({ key }) => key === step.key) + (place === 'after' ? 1 : 0);
  const grown = { ...approval, steps: approval.steps.toSpliced(at, 0, added) };
  if (place === 'after') return { approval: grown, log };
  const pending = tasksOf(approval, step.key).filter(({ state }) => state === 'pending');
  const paused = changed(grown, {
    steps: new Map([[step.key, { state: 'paused' }]]),
    tasks: each<Task>(pending, { state: 'paused' }),
  });
  return advance(people, paused, log);
}

/** In a step that is decided in order they come right behind the one who acts. */
function beside({ approval, step, task }: Acting, asked: readonly Approver[]): Approval {
  const first = nextKey(approval.tasks);
  const state = modeOf(step) === 'inOrder' ? 'queued' : 'pending';
  const given = asked
    .filter(({ userId }) => !hasTask(approval, step, userId))
    .map((one, at): Task => ({ key: first + at, stepKey: step.key, ...one, state }));
  const at = approval.tasks.findIndex(({ key }) => key === task.key) + 1;
  return { ...approval, tasks: approval.tasks.toSpliced(at, 0, ...given) };
}
