import type { Flow } from '#shared/approval/flow.ts';
import { advance, passedBy } from './advance.ts';
import { isRefusal, ownPeople, type Approval, type Outcome, type Step } from './approval.ts';
import { begin, submitted, type Beginning } from './begin.ts';
import type { People } from './people.ts';

/**
 * A document that was returned is submitted again. It goes on at the step that returned it, where that was asked for and
 * nothing speaks against it: the flow is the same, and whoever has passed a step before is neither its submitter nor its
 * owner by now. Otherwise it begins anew.
 */
export function resubmit(
  people: People,
  flow: Flow,
  former: { readonly approval: Approval; readonly examineId: number } | null,
  beginning: Beginning,
): Outcome {
  const kept = former && former.examineId === flow.examineId ? keptSteps(former.approval, beginning) : null;
  if (!kept || !former) return begin(people, flow, beginning);
  const { authorId, ownerId } = beginning;
  const approval: Approval = { ...former.approval, authorId, ownerId, status: 0, steps: kept, resumeKey: null };
  const tasks = former.approval.tasks.filter(({ state }) => state === 'passed' || state === 'repeated');
  const outcome = advance(people, { ...approval, tasks }, [submitted(authorId)]);
  return isRefusal(outcome) ? begin(people, flow, beginning) : outcome;
}

function keptSteps(approval: Approval, { authorId, ownerId }: Beginning): readonly Step[] | null {
  const at = approval.steps.findIndex(({ key }) => key === approval.resumeKey);
  if (at < 0) return null;
  const own = ownPeople({ authorId, ownerId });
  if ([...passedBy(approval)].some((userId) => own.has(userId))) return null;
  // skipped as the former applicant's: it may be somebody's to decide by now
  if (approval.steps.slice(0, at).some(({ state }) => state === 'own') && authorId !== approval.authorId) return null;
  return approval.steps.map((step, place) => (place < at ? step : { ...step, state: 'ahead', last: null }));
}
