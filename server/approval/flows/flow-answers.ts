import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { personsBy } from '#server/approval/answers/readable.ts';
import type { StepAnswer, flowCalls } from '#shared/approval/flow-calls.ts';
import type { FlowStep } from '#shared/approval/flow.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { StoredFlow } from './stored-flows.ts';

/** Ids as older clients read them: `,3,7,`. */
const joined = (ids: readonly number[]): string => (ids.length === 0 ? '' : `,${ids.join(',')},`);

/** Steps have no rows of their own; their ids name flow and place. */
const stepIdOf = (examineId: number, at: number): number => examineId * 100 + at + 1;

/** Steps with the people who would be asked, by their place. */
export async function stepAnswers(
  db: Database,
  actor: Actor,
  { examineId, steps }: { readonly examineId: number; readonly steps: readonly FlowStep[] },
  asked: ReadonlyMap<number, readonly number[]> = new Map(),
): Promise<StepAnswer[]> {
  const person = await personsBy(db, actor, [
    ...steps.flatMap((step) => [...step.checkUserId, ...step.ccUserId]),
    ...[...asked.values()].flat(),
  ]);
  return steps.map((step, at) => ({
    stepId: stepIdOf(examineId, at),
    stepType: step.stepType,
    stepNum: at + 1,
    checkUserId: joined(step.checkUserId),
    userList: (step.checkUserId.length > 0 ? step.checkUserId : (asked.get(at) ?? [])).map(person),
    ccUserIds: step.ccUserId,
    ccUserList: step.ccUserId.map(person),
    hours: step.hours ?? null,
  }));
}

const partsOf = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];

const head = (flow: StoredFlow, names: Directory) => ({
  examineId: flow.examineId,
  categoryType: flow.categoryType,
  examineType: flow.examineType,
  name: flow.name,
  remarks: flow.remarks,
  status: flow.status,
  createUserId: flow.createUserId,
  createTime: flow.createTime,
  updateUserId: flow.updateUserId,
  updateTime: flow.updateTime,
  conditions: flow.conditions.map(({ fieldName, condition, value = null }) => ({
    fieldName,
    condition,
    value,
    names: partsOf(value).map(
      (one) => (fieldName === 'department' ? names.dept(Number(one)) : undefined) ?? String(one),
    ),
  })),
  ccUserIds: [...flow.ccUserIds],
});

/** A flow with the ids of people and departments, as its forms read it. */
export const plainFlow = (flow: StoredFlow, names: Directory) => ({
  ...head(flow, names),
  userIds: joined(flow.userIds),
  deptIds: joined(flow.deptIds),
});

/** Flows with the names of everybody, for the list of those who set them up. */
export async function listedFlows(
  db: Database,
  actor: Actor,
  flows: readonly StoredFlow[],
): Promise<OutputOf<typeof flowCalls.list>['list']> {
  const names = await directoryOf(db, actor.rights.version);
  const person = await personsBy(
    db,
    actor,
    flows.flatMap(({ userIds, ccUserIds }) => [...userIds, ...ccUserIds]),
  );
  return Promise.all(
    flows.map(async (flow) => ({
      ...head(flow, names),
      createUserName: names.user(flow.createUserId ?? 0) ?? '',
      updateUserName: names.user(flow.updateUserId ?? 0) ?? '',
      userIds: flow.userIds.map(person),
      deptIds: flow.deptIds.map((id) => ({ id, name: names.dept(id) ?? '' })),
      ccUserList: flow.ccUserIds.map(person),
      stepList: await stepAnswers(db, actor, flow),
    })),
  );
}
