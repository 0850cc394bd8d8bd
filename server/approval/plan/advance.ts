import { checkStatuses } from '#shared/approval/approval-state.ts';
import {
  changed,
  each,
  modeOf,
  nextKey,
  ownPeople,
  tasksOf,
  type Approval,
  type LogEntry,
  type Outcome,
  type Step,
  type Task,
  type TaskState,
} from './approval.ts';
import { aboveOwn, type Approver, type People } from './people.ts';
import { lastBefore, stepApprovers } from './step-approvers.ts';

/**
 * Opens the next step that somebody has to decide; steps that are nobody else's and repeated ones are skipped and marked.
 * Without a further step the document has passed.
 */
export function advance(people: People, before: Approval, earlier: readonly LogEntry[] = []): Outcome {
  let approval = before;
  const log = [...earlier];
  for (;;) {
    const at = approval.steps.findIndex(({ state }) => state === 'ahead' || state === 'paused');
    const step = approval.steps[at];
    if (!step) return finish(approval, log);
    if (step.state === 'paused') return { approval: resumed(approval, step), log };
    const asked = askedIn(people, approval, at, step);
    if ('refused' in asked) return asked;
    if ('skipped' in asked) {
      const state = asked.isOwn ? 'own' : 'repeated';
      approval = changed(approval, { steps: new Map([[step.key, { state, last: asked.skipped }]]) });
      log.push({
        action: asked.isOwn ? 'skipped_own' : 'skipped_repeated',
        userId: null,
        stepKey: step.key,
        taskKey: null,
        targets: [asked.skipped],
      });
      continue;
    }
    const tasks = tasksFor(approval, step, asked.approvers);
    const opened = changed(approval, { steps: new Map([[step.key, { state: 'open' }]]) });
    return {
      approval: { ...opened, tasks: [...approval.tasks, ...tasks] },
      log: [...log, ...copies(step), entry('asked', step.key, pendingOf(tasks))],
    };
  }
}

const entry = (action: 'asked' | 'copied', stepKey: number | null, targets: readonly number[]): LogEntry => ({
  action,
  userId: null,
  stepKey,
  taskKey: null,
  targets,
});

const copies = ({ key, ccUserIds }: Step): LogEntry[] =>
  ccUserIds.length > 0 ? [entry('copied', key, ccUserIds)] : [];

const pendingOf = (tasks: readonly Task[]): number[] =>
  tasks.flatMap(({ state, userId }) => (state === 'pending' ? [userId] : []));

const finish = (approval: Approval, log: readonly LogEntry[]): Outcome => ({
  approval: changed(approval, { set: { status: checkStatuses.passed } }),
  log: [...log, { action: 'finished', userId: null, stepKey: null, taskKey: null, targets: [] }],
});

/** A step goes on where it was when another one was put before it. */
function resumed(approval: Approval, step: Step): Approval {
  const paused = tasksOf(approval, step.key).filter(({ state }) => state === 'paused');
  return changed(approval, {
    steps: new Map([[step.key, { state: 'open' }]]),
    tasks: each<Task>(paused, { state: 'pending' }),
  });
}

type Asked =
  | { readonly approvers: readonly Approver[] }
  | { readonly skipped: number; readonly isOwn: boolean }
  | { readonly refused: 'approval.nobody' };

function askedIn(people: People, approval: Approval, at: number, step: Step): Asked {
  const { approvers, own } = stepApprovers(people, approval, step, lastBefore(approval.steps, at));
  const [first] = own;
  if (approvers.length > 0) {
    const repeated = repeatedIn(approval, step, approvers);
    return repeated === null ? { approvers } : { skipped: repeated, isOwn: false };
  }
  if (first === undefined) return { refused: 'approval.nobody' };
  if (hasOthers(people, approval, at)) return { skipped: first, isOwn: true };
  const above = aboveOwn(people, first, ownPeople(approval));
  return above ? { approvers: [above] } : { refused: 'approval.nobody' };
}

/** Who has passed a step of this round that still counts. */
export function passedBy({ steps, tasks }: Pick<Approval, 'steps' | 'tasks'>): ReadonlySet<number> {
  const counting = new Set(steps.flatMap(({ key, state }) => (state === 'passed' ? [key] : [])));
  return new Set(tasks.flatMap((task) => (task.state === 'passed' && counting.has(task.stepKey) ? [task.userId] : [])));
}

/** The person for whose earlier pass a whole step is not asked; null when somebody still has to decide. */
function repeatedIn(approval: Approval, step: Step, approvers: readonly Approver[]): number | null {
  const passed = passedBy(approval);
  const before = approvers.filter(({ userId }) => passed.has(userId));
  const isDone = modeOf(step) === 'any' ? before.length > 0 : before.length === approvers.length;
  const [first] = before;
  return isDone && first ? (first.forUserId ?? first.userId) : null;
}

/** Whether another step was passed by somebody, or will ask somebody whose own document it is not. */
function hasOthers(people: People, approval: Approval, at: number): boolean {
  if (approval.steps.some(({ state }) => state === 'passed')) return true;
  let last = lastBefore(approval.steps, at);
  return approval.steps.slice(at).some((step, place) => {
    const { approvers, own } = stepApprovers(people, approval, step, last);
    last = approvers[0]?.userId ?? own[0] ?? last;
    return place > 0 && step.state === 'ahead' && approvers.length > 0;
  });
}

function tasksFor(approval: Approval, step: Step, approvers: readonly Approver[]): Task[] {
  const passed = passedBy(approval);
  const first = nextKey(approval.tasks);
  const isInOrder = modeOf(step) === 'inOrder';
  let isSomeonesTurn = false;
  return approvers.map(({ userId, forUserId }, place): Task => {
    const waits: TaskState = isInOrder && isSomeonesTurn ? 'queued' : 'pending';
    const state = passed.has(userId) ? 'repeated' : waits;
    if (state === 'pending') isSomeonesTurn = true;
    return { key: first + place, stepKey: step.key, userId, forUserId, state };
  });
}
