import { checkStatuses } from '#shared/approval/approval-state.ts';
import { advance } from './advance.ts';
import { changed, each, type Outcome, type Step, type Task } from './approval.ts';
import { did, ended, type Acting } from './acting.ts';

/**
 * Sends a document back: to the applicant, who may change it and submits it again, or to a step that was passed, which
 * then decides anew. Afterwards it comes straight back to the step that returned it (`continue`), or goes through all
 * steps between once more (`restart`).
 */
export function returnTo(acting: Acting, stepKey: number | null, afterwards: 'continue' | 'restart'): Outcome {
  const { people, approval, task, step } = acting;
  if (stepKey === null) {
    const resumeKey = afterwards === 'continue' ? step.key : null;
    const how = { status: checkStatuses.rejected, task, step, resumeKey };
    return {
      approval: ended(approval, { ...how, taskState: 'returned', stepState: 'returned' }),
      log: [did(acting, 'returned', [approval.authorId])],
    };
  }
  const from = approval.steps.findIndex(({ key }) => key === stepKey);
  const to = approval.steps.findIndex(({ key }) => key === step.key);
  const target = approval.steps[from];
  if (!target || from >= to || target.state !== 'passed') return { refused: 'approval.step' };
  const between = approval.steps.slice(from, to + 1);
  const anew = afterwards === 'restart' ? between : [target, step];
  const reopened = changed(approval, {
    steps: each<Step>(anew, { state: 'ahead', last: null }),
    tasks: new Map([...voided(acting, anew), [task.key, { state: 'returned' }]]),
  });
  const targets = approval.tasks.flatMap((one) =>
    one.stepKey === stepKey && one.state === 'passed' ? [one.userId] : [],
  );
  return advance(people, reopened, [did(acting, 'returned', targets)]);
}

/** What was passed in steps that are decided anew counts no more; who waits in them is not needed now. */
function voided({ approval }: Acting, anew: readonly Step[]): Map<number, Partial<Task>> {
  const keys = new Set(anew.map(({ key }) => key));
  const mine = approval.tasks.filter(({ stepKey }) => keys.has(stepKey));
  const passed = mine.filter(({ state }) => state === 'passed' || state === 'repeated');
  const waiting = mine.filter(({ state }) => state === 'pending' || state === 'queued' || state === 'paused');
  return new Map([...each<Task>(passed, { state: 'void' }), ...each<Task>(waiting, { state: 'closed' })]);
}
