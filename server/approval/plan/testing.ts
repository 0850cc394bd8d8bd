import type { Flow, FlowStep } from '#shared/approval/flow.ts';
import { isRefusal, type Approval, type Outcome } from './approval.ts';
import { begin } from './begin.ts';
import { decide, type Decision } from './decide.ts';
import type { People } from './people.ts';

export interface Staff {
  /** Superiors by person. */
  readonly above?: Readonly<Record<number, number>>;
  readonly admins?: readonly number[];
  readonly left?: readonly number[];
  readonly blind?: readonly number[];
  readonly standIns?: Readonly<Record<number, number>>;
}

/** People 1 to 99, all there and with the right to read unless said otherwise. */
export const staffOf = ({ above = {}, admins = [90], left = [], blind = [], standIns = {} }: Staff): People => ({
  superiorOf: (userId) => above[userId] ?? null,
  isActive: (userId) => userId > 0 && userId < 100 && !left.includes(userId),
  mayRead: (userId) => !blind.includes(userId),
  isAdmin: (userId) => admins.includes(userId),
  admins,
  standInOf: (userId) => standIns[userId] ?? null,
});

export const step = (stepType: number, checkUserId: readonly number[] = []): FlowStep => ({
  stepType,
  checkUserId: [...checkUserId],
  ccUserId: [],
  hours: undefined,
});

export const flowOf = (steps: readonly FlowStep[], more: Partial<Flow> = {}): Flow => ({
  examineId: 1,
  categoryType: 1,
  examineType: 1,
  name: '',
  remarks: '',
  userIds: [],
  deptIds: [],
  conditions: [],
  ccUserIds: [],
  steps,
  ...more,
});

/** The code of a refusal, or who is asked now, with the state of the document where it has ended. */
export function read(outcome: Outcome): string {
  if (isRefusal(outcome)) return outcome.refused;
  const { status, tasks } = outcome.approval;
  const asked = tasks.flatMap(({ state, userId }) => (state === 'pending' ? [userId] : []));
  return asked.length > 0
    ? asked.join(' ')
    : (['waiting', 'passed', 'rejected', 'checking', 'withdrawn'][status] ?? '');
}

export function approvalOf(outcome: Outcome): Approval {
  if (isRefusal(outcome)) throw new Error(outcome.refused);
  return outcome.approval;
}

/** A document on its way: what happens one after the other, each with who is asked afterwards. */
export function course(
  people: People,
  steps: readonly FlowStep[],
  whose: { readonly author: number; readonly owner?: number; readonly chosen?: number },
) {
  const flow = flowOf(steps, whose.chosen === undefined ? {} : { examineType: 2 });
  const beginning = { authorId: whose.author, ownerId: whose.owner ?? whose.author, chosenId: whose.chosen };
  let outcome: Outcome = begin(people, flow, beginning);
  const seen = [read(outcome)];
  const course = {
    by: (userId: number, decision: Decision, as: People = people) => {
      const next = decide(as, approvalOf(outcome), userId, decision);
      seen.push(read(next));
      if (!isRefusal(next)) outcome = next;
      return course;
    },
    pass: (...userIds: readonly number[]) => {
      for (const userId of userIds) course.by(userId, { kind: 'pass' });
      return course;
    },
    seen,
    approval: () => approvalOf(outcome),
    log: () => (isRefusal(outcome) ? [] : outcome.log.map(({ action }) => action)),
  };
  return course;
}
