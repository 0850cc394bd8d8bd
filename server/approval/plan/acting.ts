import { changed, each, type Approval, type LogAction, type LogEntry, type Step, type Task } from './approval.ts';
import type { People } from './people.ts';

/** A person who acts, on what is theirs to decide. */
export interface Acting {
  readonly people: People;
  readonly approval: Approval;
  readonly userId: number;
  readonly task: Task;
  readonly step: Step;
}

export const did = ({ userId, step, task }: Acting, action: LogAction, targets: readonly number[] = []): LogEntry => ({
  action,
  userId,
  stepKey: step.key,
  taskKey: task.key,
  targets,
});

/** Everybody who still waits is not needed any more. */
export function ended(
  approval: Approval,
  how: {
    readonly status: Approval['status'];
    readonly task?: Task;
    readonly taskState?: Task['state'];
    readonly step?: Step;
    readonly stepState?: Step['state'];
    readonly resumeKey?: number | null;
  },
): Approval {
  const { status, task, taskState, step, stepState, resumeKey = null } = how;
  const waiting = approval.tasks.filter(({ state }) => state === 'pending' || state === 'queued' || state === 'paused');
  const tasks = each<Task>(waiting, { state: 'closed' });
  if (task && taskState) tasks.set(task.key, { state: taskState });
  const steps = new Map<number, Partial<Step>>(step && stepState ? [[step.key, { state: stepState }]] : []);
  return changed(approval, { tasks, steps, set: { status, resumeKey } });
}
