import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { departmentsOf, peopleNow } from '#server/approval/company-people.ts';
import { isRefusal } from '#server/approval/plan/approval.ts';
import { begin } from '#server/approval/plan/begin.ts';
import { chooseFlow } from '#server/approval/plan/choose-flow.ts';
import type { Facts } from '#server/approval/plan/conditions.ts';
import { rehearse } from '#server/approval/plan/rehearse.ts';
import { readDocuments, withAmount } from '#server/approval/snapshot.ts';
import { subjectOfCategory, subjectOfType, type ApprovalSubject } from '#server/approval/subjects.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { requireOn } from '#server/record/access/applications.ts';
import type { flowCalls } from '#shared/approval/flow-calls.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { plainFlow, stepAnswers } from './flow-answers.ts';
import { enabledFlows, type StoredFlow } from './stored-flows.ts';

interface Asked {
  readonly categoryType?: number | undefined;
  /** Type of the document, in place of the category. */
  readonly label?: number | undefined;
  readonly id?: number | undefined;
  readonly facts?: Facts | undefined;
}

/**
 * The flow that a document of the category would take now, with who would be asked; null without one.
 * @throws AppError `input.field` without a category that is known, `access.denied` while its area is switched off
 */
export async function offeredFlow(db: Database, actor: Actor, asked: Asked): Promise<OutputOf<typeof flowCalls.step>> {
  const { label, id, facts = {} } = asked;
  const subject = label === undefined ? subjectOfCategory(asked.categoryType ?? 0) : subjectOfType(label);
  const categoryType = subject?.categoryType ?? asked.categoryType;
  if (subject) requireOn(actor, subject.type);
  if (categoryType === undefined) throw new AppError('input.field', { parameter: 'categoryType' });
  const isRead = subject && id !== undefined && (await mayReach(db, actor, subject.type.code, id, 'read'));
  const document = isRead ? (await readDocuments(db, actor, subject, [id])).get(id) : undefined;
  const department = await departmentsOf(db, actor.rights.version, actor.userId);
  const flow = chooseFlow(await enabledFlows(db, [categoryType]), {
    department,
    ...document?.facts,
    ...withAmount(facts, subject?.amountField),
  });
  if (!flow) return null;
  const ownerId = document?.row.owner_user_id ?? actor.userId;
  const people =
    subject && flow.examineType === examineTypes.fixed ? await askedBy(db, actor, subject, flow, ownerId) : new Map();
  const chosen = isRead && flow.examineType === examineTypes.chosen ? await lastChosen(db, actor, subject, id) : {};
  const names = await directoryOf(db, actor.rights.version);
  return { ...plainFlow(flow, names), examineSteps: await stepAnswers(db, actor, flow, people), ...chosen };
}

/** Who would be asked in each step, by its place. */
async function askedBy(
  db: Database,
  actor: Actor,
  { type }: ApprovalSubject,
  flow: StoredFlow,
  ownerId: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const people = await peopleNow(db, actor.rights.version, type);
  const outcome = begin(people, flow, { authorId: actor.userId, ownerId });
  if (isRefusal(outcome)) return new Map();
  return new Map(rehearse(people, outcome.approval).steps.map(({ step, userIds }) => [step.key - 1, userIds]));
}

/** The approver chosen in a draft, or asked first the last time. */
async function lastChosen(db: Database, actor: Actor, { type }: ApprovalSubject, id: number) {
  const { rows } = await sql<{ user_id: number | null }>`
    select coalesce(a.chosen_id, (select s.user_ids[1] from approval_step s
      where s.approval_id = a.approval_id and s.round = a.round and s.key = 1)) as user_id
    from approval a where a.type_code = ${type.code} and a.record_id = ${id}`.execute(db);
  const userId = rows[0]?.user_id;
  if (!userId) return {};
  const names = await directoryOf(db, actor.rights.version);
  return { examineUser: userId, examineUserName: names.user(userId) ?? '' };
}
