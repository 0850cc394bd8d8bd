import {
  changed,
  each,
  isRunning,
  nextKey,
  ownPeople,
  tasksOf,
  type Approval,
  type Decided,
  type Task,
} from './approval.ts';
import { aboveOwn, approverFor, type Approver, type People } from './people.ts';

/**
 * Gives pending tasks of people who cannot decide any more to whoever does in their place: after somebody has left, lost
 * the right to read the document, come to own it, or gone away. Null when nothing changes; what nobody can take stays.
 */
export function handOver(people: People, approval: Approval): Decided | null {
  if (!isRunning(approval)) return null;
  const moved = approval.tasks
    .filter(({ state }) => state === 'pending')
    .flatMap((task) => {
      const to = inPlaceOf(people, approval, task);
      return to && to.userId !== task.userId ? [{ task, to }] : [];
    });
  if (moved.length === 0) return null;
  const handed = changed(approval, {
    tasks: each<Task>(
      moved.map(({ task }) => task),
      { state: 'handed' },
    ),
  });
  let { tasks } = handed;
  for (const { task, to } of moved) {
    const asked = tasksOf({ tasks }, task.stepKey).find(
      ({ userId, state }) => userId === to.userId && (state === 'pending' || state === 'queued'),
    );
    if (!asked) tasks = [...tasks, { key: nextKey(tasks), stepKey: task.stepKey, ...to, state: 'pending' }];
    else tasks = tasks.map((one) => (one === asked ? { ...one, state: 'pending' } : one));
  }
  return {
    approval: { ...handed, tasks },
    log: moved.map(({ task, to }) => ({
      action: 'handed_over',
      userId: null,
      stepKey: task.stepKey,
      taskKey: task.key,
      targets: [to.userId],
    })),
  };
}

function inPlaceOf(people: People, approval: Approval, { userId }: Task): Approver | null {
  const own = ownPeople(approval);
  const to = own.has(userId) ? aboveOwn(people, userId, own) : approverFor(people, userId, own);
  if (to === null || !own.has(to.userId)) return to;
  return aboveOwn(people, to.userId, own);
}
