import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { examineTypes, type FlowInput } from '#shared/approval/flow.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireFlow, saveFlow } from './save-flow.ts';
import { enabledFlows, ownCategories, type StoredFlow } from './stored-flows.ts';

/** What a module sets of a flow that belongs to a thing of its own. */
export type OwnFlow = Pick<FlowInput, 'name' | 'examineType' | 'step'>;

/** The flows of things that modules keep, by their ids; one each. */
export async function ownFlows(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, StoredFlow>> {
  const flows = await enabledFlows(
    db,
    ids.map((id) => ownCategories + id),
  );
  return new Map(flows.map((flow) => [flow.categoryType - ownCategories, flow]));
}

/** Gives a thing its flow: a new row where it differs, so that running approvals stay on theirs. @throws AppError `approval.flow_*` */
export async function setOwnFlow(
  db: Database,
  actor: Actor,
  id: number,
  { name, examineType, step }: OwnFlow,
): Promise<void> {
  const former = (await ownFlows(db, [id])).get(id);
  const steps = examineType === examineTypes.fixed ? step : [];
  const isSame =
    former?.name === name &&
    former.examineType === examineType &&
    isDeepStrictEqual(former.steps, JSON.parse(JSON.stringify(steps)));
  if (isSame) return;
  const flow: FlowInput = {
    categoryType: ownCategories + id,
    examineType,
    name,
    remarks: '',
    userIds: [],
    deptIds: [],
    conditions: [],
    ccUserId: former ? [...former.ccUserIds] : [],
    step: steps,
  };
  await saveFlow(db, actor, flow, former?.examineId);
}

/** A flow of the company's list; one that belongs to a thing of a module is changed with it. @throws AppError `access.record` */
export async function requireListed(db: Database, examineId: number): Promise<StoredFlow> {
  const flow = await requireFlow(db, examineId);
  if (flow.categoryType >= ownCategories) throw new AppError('access.record');
  return flow;
}
