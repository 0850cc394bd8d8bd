import { checkStatuses, type CheckStatus } from '#shared/approval/approval-state.ts';
import { stepTypes, type StepType } from '#shared/approval/flow.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';
import type { OwnPeople } from './people.ts';

/**
 * `ahead` is not reached yet or to be decided anew, `paused` waits for a step that was put before it, `own` was skipped
 * because it was the applicant's, `repeated` because its approvers had passed before.
 */
export type StepState = 'ahead' | 'open' | 'paused' | 'passed' | 'own' | 'repeated' | 'rejected' | 'returned';

/** A step of a running approval. Its key is unique within the approval's round and never changes. */
export interface Step {
  readonly key: number;
  readonly stepType: StepType;
  readonly userIds: readonly number[];
  readonly ccUserIds: readonly number[];
  readonly hours: number | null;
  /** Who has put it there; null for steps of the flow. */
  readonly addedBy: number | null;
  readonly state: StepState;
  /** Whose superior a step of type 4 behind it asks: the person who passed, or whose step was skipped. */
  readonly last: number | null;
}

/**
 * `queued` waits for the others of a step in order, `paused` for a step put before it, `repeated` has passed an earlier
 * step and is not asked again, `closed` was not needed any more, `handed` has gone to somebody else, `void` was passed in a
 * step that is decided anew.
 */
export type TaskState =
  | 'pending'
  | 'queued'
  | 'paused'
  | 'passed'
  | 'rejected'
  | 'returned'
  | 'repeated'
  | 'closed'
  | 'handed'
  | 'void';

/** What one person has to decide in a step. */
export interface Task {
  readonly key: number;
  readonly stepKey: number;
  readonly userId: number;
  /** The person who is away in whose place; null for one's own. */
  readonly forUserId: number | null;
  readonly state: TaskState;
}

/** The current round of an approval. */
export interface Approval {
  readonly status: CheckStatus;
  readonly authorId: number;
  readonly ownerId: number | null;
  /** Whether approvers choose the next one. */
  readonly isChosen: boolean;
  /** In the order in which they are decided. */
  readonly steps: readonly Step[];
  readonly tasks: readonly Task[];
  /** Step at which a returned document may go on once it is submitted again; null to begin anew. */
  readonly resumeKey: number | null;
}

/** What happened, for the log and for messages. */
export type LogAction =
  | 'submitted'
  | 'passed'
  | 'rejected'
  | 'withdrawn'
  | 'returned'
  | 'signers_added'
  | 'transferred'
  | 'skipped_own'
  | 'skipped_repeated'
  | 'handed_over'
  | 'asked'
  | 'copied'
  | 'finished'
  | 'passed_by_system'
  | 'drafted'
  | 'discarded';

export interface LogEntry {
  readonly action: LogAction;
  /** Null for what the process does by itself. */
  readonly userId: number | null;
  readonly stepKey: number | null;
  readonly taskKey: number | null;
  readonly targets: readonly number[];
}

export interface Refusal {
  readonly refused: ErrorCode;
  readonly userId?: number;
}
export interface Decided {
  readonly approval: Approval;
  readonly log: readonly LogEntry[];
}
export type Outcome = Decided | Refusal;
export const isRefusal = (outcome: Outcome): outcome is Refusal => 'refused' in outcome;

export const isRunning = ({ status }: Pick<Approval, 'status'>): boolean =>
  status === checkStatuses.waiting || status === checkStatuses.checking;

export const ownPeople = ({ authorId, ownerId }: Pick<Approval, 'authorId' | 'ownerId'>): OwnPeople =>
  new Set(ownerId === null ? [authorId] : [authorId, ownerId]);

/** Whether the first decision ends a step, all decide, or one after the other. */
export const modeOf = ({ stepType }: Pick<Step, 'stepType'>): 'any' | 'all' | 'inOrder' =>
  stepType === stepTypes.any ? 'any' : stepType === stepTypes.inOrder ? 'inOrder' : 'all';

export const openStep = ({ steps }: Pick<Approval, 'steps'>): Step | undefined =>
  steps.find(({ state }) => state === 'open');

export const tasksOf = ({ tasks }: Pick<Approval, 'tasks'>, stepKey: number): readonly Task[] =>
  tasks.filter((task) => task.stepKey === stepKey);

export const pendingTask = ({ tasks }: Pick<Approval, 'tasks'>, userId: number): Task | undefined =>
  tasks.find((task) => task.state === 'pending' && task.userId === userId);

/** Who has to decide now. */
export const waitingIn = ({ tasks }: Pick<Approval, 'tasks'>): number[] =>
  tasks.flatMap(({ state, userId }) => (state === 'pending' ? [userId] : []));

/** The approval with some of its steps and tasks changed, by their keys. */
export function changed(
  approval: Approval,
  changes: {
    readonly steps?: ReadonlyMap<number, Partial<Step>>;
    readonly tasks?: ReadonlyMap<number, Partial<Task>>;
    readonly set?: Partial<Pick<Approval, 'status' | 'resumeKey'>>;
  },
): Approval {
  const { steps, tasks, set } = changes;
  return {
    ...approval,
    ...set,
    steps: steps ? approval.steps.map((step) => ({ ...step, ...steps.get(step.key) })) : approval.steps,
    tasks: tasks ? approval.tasks.map((task) => ({ ...task, ...tasks.get(task.key) })) : approval.tasks,
  };
}

/** The same change for some steps or tasks. */
export const each = <T>(keys: readonly { readonly key: number }[], change: Partial<T>): Map<number, Partial<T>> =>
  new Map(keys.map(({ key }) => [key, change]));

export const nextKey = (those: readonly { readonly key: number }[]): number =>
  those.reduce((most, { key }) => Math.max(most, key), 0) + 1;
