import { isLegible } from '#server/record/fields/legible.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readRow } from '#server/record/rows/read.ts';
import { changeState } from '#server/record/states/change.ts';
import type { opportunityCalls, StageVisit } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcome, outcomes, stage } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** The stage bar of an opportunity: the stages of its group, where it is, and why it ended. */
export async function stagesOfOne(
  db: Database,
  actor: Actor,
  businessId: number,
): Promise<z.output<typeof opportunityCalls.stages.output>> {
  const row = await readRow(db, actor, opportunityType, businessId);
  const { rows: statusList } = await sql<{ statusId: number; name: string; rate: number; orderNum: number }>`
    select status_id as "statusId", name, rate, order_num as "orderNum" from business_status
    where type_id = ${row['type_id']} order by order_num, status_id`.execute(db);
  const [latest] = await visitsOf(db, actor, businessId);
  const isEnd = Number(row['is_end']);
  return {
    businessId,
    statusId: (row['status_id'] ?? null) as number | null,
    isEnd,
    statusRemark: isEnd === outcomes.open ? '' : [latest?.reason, latest?.remark].filter(Boolean).join('：'),
    statusList,
    days: latest?.days ?? 0,
    version: row.version,
  };
}

/** The stages that an opportunity was in, the latest first. @throws AppError `access.record` */
export async function stageHistory(db: Database, actor: Actor, businessId: number): Promise<StageVisit[]> {
  await readRow(db, actor, opportunityType, businessId);
  return visitsOf(db, actor, businessId);
}

async function visitsOf(db: Database, actor: Actor, businessId: number): Promise<StageVisit[]> {
  const { rows } = await sql<Omit<StageVisit, 'userName'> & { userId: number | null }>`
    select coalesce(status_name, '') as "statusName", coalesce(type_name, '') as "typeName", is_end as "isEnd",
      user_id as "userId", enter_time as "createTime", coalesce(reason, '') as reason, coalesce(remark, '') as remark,
      round(extract(epoch from coalesce(lead(enter_time) over (order by stage_id), now()) - enter_time) / 86400, 1)::float8 as days
    from business_stage where business_id = ${businessId} order by stage_id desc`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const seesType = await isLegible(db, actor, opportunityType, 'type_id');
  return rows.map(({ userId, ...visit }) => ({
    ...visit,
    typeName: seesType ? visit.typeName : '',
    userName: (userId && names.user(userId)) || '',
  }));
}

type Asked = z.output<typeof opportunityCalls.boost.input>;

const endings: Readonly<Record<number, string>> = {
  [outcomes.won]: 'win',
  [outcomes.lost]: 'lose',
  [outcomes.invalid]: 'dismiss',
};

/** Enters a stage, ends, or both; answers the last step, which one undo takes back. */
export async function boost(db: Database, actor: Actor, asked: Asked) {
  const { businessId, statusId, isEnd = outcomes.open, reason, statusRemark: remark, version } = asked;
  const ids = [businessId];
  const versions = version === undefined ? undefined : { [businessId]: version };
  const ending = endings[isEnd];
  const entered =
    statusId === undefined
      ? null
      : await changeState(db, actor, opportunityType, { ids, column: stage, name: 'enter', to: statusId, versions });
  if (ending === undefined) return entered ?? { operationId: null, count: 0 };
  const input = { reason, remark };
  return changeState(db, actor, opportunityType, {
    ids,
    column: outcome,
    name: ending,
    input,
    versions: entered ? undefined : versions,
  });
}

/** Reopens an opportunity that has ended; its stage stays. */
export const activate = (db: Database, actor: Actor, businessId: number) =>
  changeState(db, actor, opportunityType, { ids: [businessId], column: outcome, name: 'activate' });
