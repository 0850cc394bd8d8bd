import { stepTypes } from '#shared/approval/flow.ts';
import { ownPeople, type Approval, type Refusal, type Step } from './approval.ts';
import { approverFor, isFit, type Approver, type OwnPeople, type People } from './people.ts';

/** Who is asked in a step, without those whose own document it is. */
export interface StepApprovers {
  readonly approvers: readonly Approver[];
  /** Those of them whose own document it is, in order. */
  readonly own: readonly number[];
}

/** The approvers of a step, each once; `last` is the person whose superior a step of type 4 asks. */
export function stepApprovers(
  people: People,
  { authorId, ownerId }: Pick<Approval, 'authorId' | 'ownerId'>,
  step: Pick<Step, 'stepType' | 'userIds'>,
  last: number | null,
): StepApprovers {
  const own = ownPeople({ authorId, ownerId });
  const asked = namedBy(people, ownerId ?? authorId, step, last).flatMap(
    (userId) => approverFor(people, userId, own) ?? [],
  );
  return { approvers: once(asked, own), own: asked.flatMap(({ userId }) => (own.has(userId) ? [userId] : [])) };
}

/** Those whom the step names; null stands for an administrator. */
function namedBy(
  people: People,
  ownerId: number,
  { stepType, userIds }: Pick<Step, 'stepType' | 'userIds'>,
  last: number | null,
): readonly (number | null)[] {
  if (stepType === stepTypes.superior) return [people.superiorOf(ownerId)];
  if (stepType !== stepTypes.nextSuperior) return userIds;
  // in front of all steps it is two above the owner
  const below = last ?? people.superiorOf(ownerId);
  return [below === null ? null : people.superiorOf(below)];
}

function once(asked: readonly Approver[], own: OwnPeople): Approver[] {
  const seen = new Set<number>(own);
  return asked.filter(({ userId }) => {
    const isNew = !seen.has(userId);
    seen.add(userId);
    return isNew;
  });
}

/** The person whose superior the next step of type 4 would ask, by what is decided before the step at this place. */
export function lastBefore(steps: readonly Step[], at: number): number | null {
  for (const { last } of steps.slice(0, at).toReversed()) if (last !== null) return last;
  return null;
}

/** Why a person cannot be asked to decide a document: has left, may not read it, or it is their own. */
export function personRefusal(
  people: People,
  whose: Pick<Approval, 'authorId' | 'ownerId'>,
  userId: number,
): Refusal | null {
  if (!isFit(people, userId)) return { refused: 'approval.person_unfit', userId };
  return ownPeople(whose).has(userId) ? { refused: 'approval.person_own', userId } : null;
}
