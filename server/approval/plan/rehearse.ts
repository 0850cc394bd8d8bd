import { checkStatuses } from '#shared/approval/approval-state.ts';
import { decide } from './decide.ts';
import { isRefusal, isRunning, openStep, tasksOf, type Approval, type Step, type Task } from './approval.ts';
import type { People } from './people.ts';

/** A step as it is or would become, with those who decide it. */
export interface PlannedStep {
  readonly step: Step;
  readonly userIds: readonly number[];
}

export interface Rehearsal {
  readonly steps: readonly PlannedStep[];
  /** Whether it ends with everybody's pass; otherwise nobody can decide one of the steps. */
  readonly ends: boolean;
}

/** What would happen if everybody asked passed: the steps still to come, each with whoever would be asked. */
export function rehearse(people: People, running: Approval): Rehearsal {
  const steps: PlannedStep[] = [];
  let approval = running;
  // each pass ends a task, and none opens a step that has passed
  while (isRunning(approval)) {
    const step = openStep(approval);
    const waiting = step ? tasksOf(approval, step.key).filter(isWaiting) : [];
    const pending = waiting.find(({ state }) => state === 'pending');
    if (!step || !pending) break;
    if (steps.at(-1)?.step.key !== step.key) steps.push({ step, userIds: waiting.map(({ userId }) => userId) });
    const outcome = decide(people, approval, pending.userId, { kind: 'pass' });
    if (isRefusal(outcome)) break;
    approval = outcome.approval;
  }
  return { steps, ends: approval.status === checkStatuses.passed };
}

const isWaiting = ({ state }: Task): boolean => state === 'pending' || state === 'queued';

export const isFeasible = (people: People, running: Approval): boolean => rehearse(people, running).ends;
