import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { peopleNow } from '#server/approval/company-people.ts';
import { isRefusal } from '#server/approval/plan/approval.ts';
import { begin } from '#server/approval/plan/begin.ts';
import { chooseFlow } from '#server/approval/plan/choose-flow.ts';
import { rehearse } from '#server/approval/plan/rehearse.ts';
import { personsBy } from '#server/approval/answers/readable.ts';
import { refusalError } from '#server/approval/decisions/refusal.ts';
import { readDocuments } from '#server/approval/snapshot.ts';
import { subjectOfCategory } from '#server/approval/subjects.ts';
import { readable } from '#server/record/access/reach.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { flowCalls } from '#shared/approval/flow-calls.ts';
import type { Flow, FlowInput } from '#shared/approval/flow.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { checkFlow } from './save-flow.ts';
import { enabledFlows } from './stored-flows.ts';

/** How many documents a flow is tried on. */
const mostDocuments = 200;
/** Stands for the flow that is not saved yet. */
const rehearsedId = -1;

type Answer = OutputOf<typeof flowCalls.rehearse>;

/**
 * The latest documents of a category that the actor may read, each with who would have decided it, had the flow been there:
 * as a new one beside those that are enabled, or in place of the one with this id.
 */
export async function rehearseFlow(
  db: Database,
  actor: Actor,
  input: FlowInput,
  examineId: number | undefined,
): Promise<Answer> {
  await checkFlow(db, actor, input);
  const subject = subjectOfCategory(input.categoryType);
  if (!subject) return { list: [] };
  const { type } = subject;
  const { rows } = await sql<{ id: number; author: number }>`
    select a.record_id as id, s.author_id as author from approval_round s
    join approval a on a.approval_id = s.approval_id and a.round = s.round
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = a.record_id
    where a.type_code = ${type.code} and r.deleted_at is null and ${readable(actor, type)}
    order by s.submitted_at desc, s.approval_id desc limit ${mostDocuments}`.execute(db);
  const documents = await readDocuments(
    db,
    actor,
    subject,
    rows.map(({ id }) => id),
  );
  const flow: Flow = { ...input, examineId: rehearsedId, steps: input.step, ccUserIds: input.ccUserId };
  const flows = withFlow(await enabledFlows(db, [input.categoryType]), flow, examineId);
  const people = await peopleNow(db, actor.rights.version, type);
  const planned = rows.flatMap(({ id, author }) => {
    const document = documents.get(id);
    if (!document) return [];
    const applies = chooseFlow(flows, document.facts)?.examineId === rehearsedId;
    const outcome = begin(people, flow, { authorId: author, ownerId: document.row.owner_user_id });
    const steps = isRefusal(outcome) ? [] : rehearse(people, outcome.approval).steps;
    return [{ id, document, applies, outcome, steps }];
  });
  const person = await personsBy(
    db,
    actor,
    planned.flatMap(({ steps }) => steps.flatMap(({ userIds }) => userIds)),
  );
  const list: Answer['list'] = [];
  for (const { id, document, applies, outcome, steps } of planned) {
    const error = isRefusal(outcome) ? await refusalError(db, actor, type, { latest: null }, outcome) : null;
    list.push({
      types: type.name,
      id,
      name: String(document.row[type.titleField] ?? ''),
      applies,
      steps: steps.map(({ step, userIds }) => ({ stepType: step.stepType, userList: userIds.map(person) })),
      refusal: error ? translate(actor.language, error.code, error.params) : '',
    });
  }
  return { list };
}

/** In the place of the flow that it replaces, otherwise behind all; a default one replaces the default. */
function withFlow(enabled: readonly Flow[], flow: Flow, examineId: number | undefined): readonly Flow[] {
  const isDefault = flow.conditions.length === 0;
  const others = enabled.filter((one) => one.examineId === examineId || !(isDefault && one.conditions.length === 0));
  return others.some((one) => one.examineId === examineId)
    ? others.map((one) => (one.examineId === examineId ? flow : one))
    : [...others, flow];
}
