import { sql } from 'kysely';
import { requireFlow, saveFlow } from '#server/approval/flows/save-flow.ts';
import type { StoredFlow } from '#server/approval/flows/stored-flows.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { listedHolding } from '#server/platform/hand-over/listed-holding.ts';
import { replacedIn } from '#server/platform/hand-over/replaced-in.ts';
import { flowStatuses, type FlowInput } from '#shared/approval/flow.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Entry {
  /** The flow that has taken the place of the former one. */
  readonly examineId: number;
  readonly former: FlowInput;
}

/** Places in approval flows: who approves a step, who gets copies, to whom it applies. */
export const flowPlaces = listedHolding<Entry>({
  name: 'approval_flow',
  titleOf: (language) => translate(language, 'hand_over.flows'),
  mayMove: (actor) => actor.mayDo('manage:examineFlow:update'),
  itemsOf: async (db, userIds) => {
    const { rows } = await sql<HeldItem>`
      select u as "userId", examine_id::text as item
      from approval_flow f join unnest(${[...userIds]}::int[]) as u on u = any(f.cc_user_ids) or exists (
        select from jsonb_array_elements(f.steps) as step
        where step -> 'checkUserId' @> to_jsonb(u) or step -> 'ccUserId' @> to_jsonb(u))
      where f.status <> ${flowStatuses.deleted}
      order by examine_id`.execute(db);
    return rows;
  },
  nameOf: async (db, _actor, item) => {
    const { rows } = await sql<{ name: string }>`
      select name from approval_flow where examine_id = ${Number(item)}`.execute(db);
    return rows[0]?.name ?? '';
  },
  move: async (db, actor, { item, fromUserId, toUserId }) => {
    const former = asInput(await current(db, Number(item)));
    const replaced = (userIds: readonly number[]) => replacedIn(userIds, fromUserId, toUserId);
    const step = former.step.map((one) => ({
      ...one,
      checkUserId: replaced(one.checkUserId),
      ccUserId: replaced(one.ccUserId),
    }));
    const examineId = await saveFlow(db, actor, { ...former, ccUserId: replaced(former.ccUserId), step }, Number(item));
    return { examineId, former };
  },
  moveBack: async (db: Database, actor: Actor, { examineId, former }) => {
    await current(db, examineId);
    await saveFlow(db, actor, former, examineId);
  },
});

/** @throws AppError `hand_over.moved` for a flow that somebody has changed or deleted */
async function current(db: Database, examineId: number): Promise<StoredFlow> {
  try {
    return await requireFlow(db, examineId);
  } catch (error) {
    throw error instanceof AppError ? new AppError('hand_over.moved') : error;
  }
}

const asInput = ({
  categoryType,
  examineType,
  name,
  remarks,
  userIds,
  deptIds,
  conditions,
  steps,
  ccUserIds,
}: StoredFlow): FlowInput => ({
  categoryType,
  examineType,
  name,
  remarks,
  userIds,
  deptIds,
  conditions,
  step: [...steps],
  ccUserId: [...ccUserIds],
});
