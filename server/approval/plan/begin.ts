import { checkStatuses } from '#shared/approval/approval-state.ts';
import { examineTypes, stepTypes, type Flow } from '#shared/approval/flow.ts';
import { advance } from './advance.ts';
import { isRefusal, type Approval, type LogEntry, type Outcome, type Refusal, type Step } from './approval.ts';
import type { People } from './people.ts';
import { isFeasible } from './rehearse.ts';
import { personRefusal } from './step-approvers.ts';

export interface Beginning {
  readonly authorId: number;
  readonly ownerId: number | null;
  /** The approver whom the submitter chose; only flows with chosen approvers ask for one. */
  readonly chosenId?: number | undefined;
}

/** A new round of a document on a flow: its first step open, or why it cannot be submitted. */
export function begin(people: People, flow: Flow, beginning: Beginning): Outcome {
  const refusal = refusalOf(people, flow, beginning);
  if (refusal) return refusal;
  const outcome = advance(people, newApproval(flow, beginning), [submitted(beginning.authorId)]);
  // a step that nobody could decide is found out now, not when the others have passed
  return isRefusal(outcome) || isFeasible(people, outcome.approval) ? outcome : { refused: 'approval.nobody' };
}

export const submitted = (authorId: number): LogEntry => ({
  action: 'submitted',
  userId: authorId,
  stepKey: null,
  taskKey: null,
  targets: [],
});

function refusalOf(people: People, flow: Flow, { chosenId, ...whose }: Beginning): Refusal | null {
  if (flow.examineType === examineTypes.fixed) return flow.steps.length === 0 ? { refused: 'approval.no_flow' } : null;
  if (chosenId === undefined) return { refused: 'approval.chosen' };
  return personRefusal(people, whose, chosenId);
}

function newApproval(flow: Flow, { authorId, ownerId, chosenId }: Beginning): Approval {
  const isChosen = flow.examineType === examineTypes.chosen;
  const steps = isChosen
    ? [
        {
          stepType: stepTypes.all,
          checkUserId: chosenId === undefined ? [] : [chosenId],
          ccUserId: [],
          hours: undefined,
        },
      ]
    : flow.steps;
  return {
    status: checkStatuses.waiting,
    authorId,
    ownerId,
    isChosen,
    steps: steps.map(({ stepType, checkUserId, ccUserId, hours }, at): Step => ({
      key: at + 1,
      stepType: stepType as Step['stepType'],
      userIds: checkUserId,
      ccUserIds: ccUserId,
      hours: hours ?? null,
      addedBy: null,
      state: 'ahead',
      last: null,
    })),
    tasks: [],
    resumeKey: null,
  };
}
