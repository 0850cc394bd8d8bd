import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import {
  examineTypes,
  flowStatuses,
  listedStepTypes,
  stepTypes,
  type FlowInput,
  type StepType,
} from '#shared/approval/flow.ts';
import { takesNoValue } from '#shared/record/operator.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { subjectOfCategory } from '#server/approval/subjects.ts';
import { flowById, flowsByIds, ownCategories, type StoredFlow } from './stored-flows.ts';

/** Facts that every document has beside its fields. */
const usualFacts = new Set(['amount', 'department']);

/** @throws AppError `approval.flow_*`, which name the step or the condition */
export async function checkFlow(db: Database, actor: Actor, flow: FlowInput): Promise<void> {
  const { examineType, step: steps } = flow;
  if (examineType === examineTypes.fixed && steps.length === 0) throw new AppError('approval.flow_steps');
  for (const [at, { stepType, checkUserId }] of steps.entries()) {
    const isListed = listedStepTypes.includes(stepType as StepType);
    if (isListed && checkUserId.length === 0) throw new AppError('approval.flow_people', { step: at + 1 });
    const before = steps[at - 1];
    const followsListed = before !== undefined && listedStepTypes.includes(before.stepType as StepType);
    if (stepType === stepTypes.nextSuperior && followsListed)
      throw new AppError('approval.flow_after_listed', { step: at + 1 });
  }
  await checkConditions(db, actor, flow);
}

/** A field that is not there any more would never match, and nobody would see why. */
async function checkConditions(db: Database, actor: Actor, { categoryType, conditions }: FlowInput): Promise<void> {
  const subject = subjectOfCategory(categoryType);
  const fields = subject ? (await fieldsOf(db, actor, subject.type)).byName : new Map<string, never>();
  for (const { fieldName, condition, value } of conditions) {
    const isKnown = usualFacts.has(fieldName) || subject?.factNames?.includes(fieldName) || fields.has(fieldName);
    if (subject && !isKnown) throw new AppError('approval.flow_field', { name: fieldName });
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty && !takesNoValue(condition)) throw new AppError('approval.flow_value', { name: fieldName });
  }
}

/**
 * Saves a flow as a new row. An edit deletes the old one, which running approvals stay on; a flow without conditions takes
 * the place of the default of its category. Returns its id.
 */
export async function saveFlow(db: Database, actor: Actor, flow: FlowInput, examineId?: number): Promise<number> {
  await checkFlow(db, actor, flow);
  const replaced = examineId === undefined ? null : await requireFlow(db, examineId);
  const categories = [flow.categoryType, replaced?.categoryType ?? flow.categoryType];
  return changingFlows(db, actor, categories, () => writeFlow(db, actor, flow, examineId));
}

async function writeFlow(db: Database, actor: Actor, flow: FlowInput, examineId?: number): Promise<number> {
  await lockCategory(db, flow.categoryType);
  const former = examineId === undefined ? null : await requireFlow(db, examineId);
  if (former) await setStatus(db, actor, former.examineId, flowStatuses.deleted);
  const status = former?.status ?? flowStatuses.enabled;
  if (status === flowStatuses.enabled && flow.conditions.length === 0)
    await disableDefault(db, actor, flow.categoryType);
  return insertFlow(db, actor, flow, { status, place: former?.place ?? (await nextPlace(db, flow.categoryType)) });
}

async function insertFlow(
  db: Database,
  actor: Actor,
  flow: FlowInput,
  { status, place }: { readonly status: number; readonly place: number },
): Promise<number> {
  const steps = flow.examineType === examineTypes.fixed ? flow.step : [];
  const { rows } = await sql<{ examine_id: number }>`
    insert into approval_flow (category_type, examine_type, name, remarks, user_ids, dept_ids, conditions, steps,
      cc_user_ids, place, status, create_user_id, update_user_id)
    values (${flow.categoryType}, ${flow.examineType}, ${flow.name}, ${flow.remarks}, ${flow.userIds}::int[],
      ${flow.deptIds}::int[], ${JSON.stringify(flow.conditions)}::jsonb, ${JSON.stringify(steps)}::jsonb,
      ${flow.ccUserId}::int[], ${place}, ${status}, ${actor.userId}, ${actor.userId})
    returning examine_id`.execute(db);
  return rows[0]?.examine_id ?? 0;
}

/** @throws AppError `access.record` for one that is not there or was deleted */
export async function requireFlow(db: Database, examineId: number): Promise<StoredFlow> {
  const flow = await flowById(db, examineId);
  if (!flow || flow.status === flowStatuses.deleted) throw new AppError('access.record');
  return flow;
}

/** Switches a flow on or off, or deletes it. One that is the default takes the place of the other when it is enabled. */
export async function changeFlowStatus(db: Database, actor: Actor, examineId: number, status: number): Promise<void> {
  const { categoryType, conditions } = await requireFlow(db, examineId);
  await changingFlows(db, actor, [categoryType], async () => {
    await lockCategory(db, categoryType);
    const flow = await requireFlow(db, examineId);
    if (flow.status === status) return;
    if (status === flowStatuses.enabled && conditions.length === 0) await disableDefault(db, actor, categoryType);
    await setStatus(db, actor, examineId, status);
  });
}

/** A copy that is not enabled yet, to be changed. */
export async function copyFlow(db: Database, actor: Actor, examineId: number, name: string): Promise<number> {
  const { steps, ccUserIds, ...flow } = await requireFlow(db, examineId);
  const copy: FlowInput = { ...flow, name, step: [...steps], ccUserId: [...ccUserIds] };
  return changingFlows(db, actor, [flow.categoryType], async () => {
    const place = await nextPlace(db, flow.categoryType);
    return insertFlow(db, actor, copy, { status: flowStatuses.disabled, place });
  });
}

/** The order in which conditions are tried. */
export async function orderFlows(db: Database, actor: Actor, examineIds: readonly number[]): Promise<void> {
  const categories = (await flowsByIds(db, examineIds)).map(({ categoryType }) => categoryType);
  await changingFlows(db, actor, categories, () => writeOrder(db, examineIds));
}

async function writeOrder(db: Database, examineIds: readonly number[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update approval_flow f set place = o.place
    from unnest(${[...examineIds]}::int[]) with ordinality as o (examine_id, place)
    where f.examine_id = o.examine_id and f.status <> ${flowStatuses.deleted}
      and f.category_type < ${ownCategories}`.execute(db);
  if (Number(numAffectedRows) !== new Set(examineIds).size) throw new AppError('access.record');
}

/** A flow as its category has it at a moment; what it says never changes. */
export interface PlacedFlow extends Pick<StoredFlow, 'examineId' | 'status' | 'place'> {}

/**
 * Puts the flows of a category in force as they once were: those that are not among them are deleted. Running approvals
 * stay on theirs. @throws AppError `approval.flow_*` where a flow needs a field that is gone
 */
export async function restoreFlows(
  db: Database,
  actor: Actor,
  categoryType: number,
  placed: readonly PlacedFlow[],
): Promise<void> {
  await lockCategory(db, categoryType);
  const former = await flowsByIds(
    db,
    placed.map(({ examineId }) => examineId),
  );
  for (const { steps, ccUserIds, ...flow } of former)
    if (flow.status === flowStatuses.deleted)
      await checkFlow(db, actor, { ...flow, step: [...steps], ccUserId: [...ccUserIds] });
  // those that go first: a category has one default
  for (const isInForce of [false, true])
    await sql`
      update approval_flow f set status = k.status, place = k.place, update_user_id = ${actor.userId}, update_time = now()
      from (
        select o.examine_id, coalesce(p.status, ${flowStatuses.deleted}) as status, coalesce(p.place, o.place) as place
        from approval_flow o
        left join jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p("examineId" int, status int, place int)
          on p."examineId" = o.examine_id
        where o.category_type = ${categoryType}
      ) k
      where f.examine_id = k.examine_id and (f.status <> k.status or f.place <> k.place)
        and (k.status = ${flowStatuses.enabled}) = ${isInForce}`.execute(db);
}

/** Keeps what the flows of listed categories were; the name of the kind, which writes by this file (flow-kind.ts). */
async function changingFlows<R>(
  db: Database,
  actor: Actor,
  categories: readonly number[],
  work: () => Promise<R>,
): Promise<R> {
  const [first, ...others] = [...new Set(categories)]
    .filter((categoryType) => categoryType < ownCategories)
    .toSorted((one, other) => one - other);
  if (first === undefined) return work();
  return changing(db, actor, 'approval_flow', String(first), () => changingFlows(db, actor, others, work));
}

const setStatus = (db: Database, actor: Actor, examineId: number, status: number) =>
  sql`
    update approval_flow set status = ${status}, update_user_id = ${actor.userId}, update_time = now()
    where examine_id = ${examineId}`.execute(db);

const disableDefault = (db: Database, actor: Actor, categoryType: number) =>
  sql`
    update approval_flow set status = ${flowStatuses.disabled}, update_user_id = ${actor.userId}, update_time = now()
    where category_type = ${categoryType} and status = ${flowStatuses.enabled} and conditions = '[]'`.execute(db);

/** Two who set up the flows of a category at once come one after the other. */
const lockCategory = (db: Database, categoryType: number) =>
  sql`select pg_advisory_xact_lock(hashtext('approval_flow'), ${categoryType})`.execute(db);

async function nextPlace(db: Database, categoryType: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(place), 0) + 1 as place from approval_flow
    where category_type = ${categoryType} and status <> ${flowStatuses.deleted}`.execute(db);
  return rows[0]?.place ?? 1;
}
