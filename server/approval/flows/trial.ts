import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { departmentsOf, peopleNow } from '#server/approval/company-people.ts';
import { personsBy } from '#server/approval/answers/readable.ts';
import { refusalError } from '#server/approval/decisions/refusal.ts';
import { isRefusal } from '#server/approval/plan/approval.ts';
import { begin } from '#server/approval/plan/begin.ts';
import { chooseFlow } from '#server/approval/plan/choose-flow.ts';
import { holds, type Facts } from '#server/approval/plan/conditions.ts';
import { rehearse } from '#server/approval/plan/rehearse.ts';
import { withAmount } from '#server/approval/snapshot.ts';
import { subjectOfCategory } from '#server/approval/subjects.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { flowCalls } from '#shared/approval/flow-calls.ts';
import { examineTypes, type Flow } from '#shared/approval/flow.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { enabledFlows } from './stored-flows.ts';

interface Tried {
  readonly categoryType: number;
  /** Who would submit it. */
  readonly userId: number;
  readonly facts: Facts;
}

/**
 * What would happen to a document with these facts if this person submitted it now: which of the enabled flows is taken,
 * and who would be asked if everybody passed. The department is that of the person.
 * @throws AppError `input.field` for a category without documents
 */
export async function tryFlows(
  db: Database,
  actor: Actor,
  { categoryType, userId, facts }: Tried,
): Promise<OutputOf<typeof flowCalls.trial>> {
  const subject = subjectOfCategory(categoryType);
  if (!subject) throw new AppError('input.field', { parameter: 'categoryType' });
  const { version } = actor.rights;
  const department = await departmentsOf(db, version, userId);
  const known = { ...withAmount(facts, subject.amountField), department };
  const flows = await enabledFlows(db, [categoryType]);
  const flow = chooseFlow(flows, known);
  const isDefault = ({ conditions }: (typeof flows)[number]) => conditions.length === 0;
  const inOrder = [...flows.filter((one) => !isDefault(one)), ...flows.filter(isDefault)];
  const tried = inOrder.map(({ examineId, name, conditions }) => ({
    examineId,
    name,
    holds: conditions.length > 0 ? holds(conditions, known) : examineId === flow?.examineId,
  }));
  if (!flow) return { examineId: null, tried, steps: [], copies: [], refusal: '' };
  // whoever submits chooses the first approver, and each approver the next one
  if (flow.examineType === examineTypes.chosen)
    return { examineId: flow.examineId, tried, steps: [], copies: await copiesOf(db, actor, flow), refusal: '' };
  const people = await peopleNow(db, version, subject.type);
  const outcome = begin(people, flow, { authorId: userId, ownerId: userId });
  const planned = isRefusal(outcome) ? [] : rehearse(people, outcome.approval).steps;
  const error = isRefusal(outcome) ? await refusalError(db, actor, subject.type, { latest: null }, outcome) : null;
  const person = await personsBy(
    db,
    actor,
    planned.flatMap(({ userIds }) => userIds),
  );
  return {
    examineId: flow.examineId,
    tried,
    steps: planned.map(({ step, userIds }) => ({ stepType: step.stepType, userList: userIds.map(person) })),
    copies: await copiesOf(db, actor, flow),
    refusal: error ? translate(actor.language, error.code, error.params) : '',
  };
}

async function copiesOf(db: Database, actor: Actor, { ccUserIds }: Flow) {
  const person = await personsBy(db, actor, ccUserIds);
  return ccUserIds.map(person);
}
