import { sql } from 'kysely';
import { firstStageGroup } from '#server/modules/crm/first-stage-group.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Question } from '#server/platform/access/question.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

interface Sum {
  readonly statusId: number | null;
  readonly isEnd: number;
  readonly count: number;
  readonly money: string;
}

const nothing = { list: [], sumMoney: '', sumYing: '', sumShu: '' };

/**
 * Opportunities of a group, by default the first in use, that the people of the question own and that were made in the
 * period: what is open by stage, what was won and what was lost. Amounts are '' for whoever does not see them; whoever does not
 * see the group of an opportunity gets nothing.
 */
export async function stagesMade(db: Database, actor: Actor, question: Question, typeId?: number) {
  if (!actor.mayDo(permissionOf(opportunityType, 'index'))) return nothing;
  // what stands in the stages of a group tells which group it is of
  if (!(await isLegible(db, actor, opportunityType, 'type_id'))) return nothing;
  const group = typeId ?? (await firstStageGroup(db));
  const { rows: stages } = await sql<{ statusId: number; name: string; orderNum: number }>`
    select status_id as "statusId", name, order_num as "orderNum" from business_status
    where type_id = ${group} order by order_num, status_id`.execute(db);
  const { days, isTheirs } = question;
  const { rows: sums } = await sql<Sum>`
    select r.status_id as "statusId", r.is_end as "isEnd", count(*)::int as count, coalesce(sum(r.money), 0)::text as money
    from ${visible(opportunityType, scoped(actor, opportunityType))}
    where r.type_id = ${group}
      and r.create_time >= ${days.from}::timestamptz and r.create_time < ${days.to}::timestamptz
      and ${isTheirs(sql`r.owner_user_id`)}
    group by 1, 2`.execute(db);
  const hasMoney = await isLegible(db, actor, opportunityType, 'money');
  const moneyOf = (those: readonly Sum[]) => (hasMoney ? sumOf(those.map(({ money }) => money)) : '');
  const ended = (isEnd: number) => moneyOf(sums.filter((one) => one.isEnd === isEnd));
  return {
    list: stages.map((stage) => {
      const here = sums.filter(({ isEnd, statusId }) => isEnd === outcomes.open && statusId === stage.statusId);
      return { ...stage, count: here.reduce((sum, { count }) => sum + count, 0), money: moneyOf(here) };
    }),
    sumMoney: ended(outcomes.open),
    sumYing: ended(outcomes.won),
    sumShu: ended(outcomes.lost),
  };
}
