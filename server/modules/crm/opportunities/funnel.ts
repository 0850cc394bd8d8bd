import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { firstStageGroup } from '#server/modules/crm/first-stage-group.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countedScope } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { compileQuery, type CompiledQuery } from '#server/record/query/list.ts';
import type { Where } from '#server/record/query/where.ts';
import type { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { sumOf, withoutPercent } from '#shared/record/money/exact-decimal.ts';

type Asked = z.output<typeof opportunityCalls.funnel.input>;
type Funnel = z.output<typeof opportunityCalls.funnel.output>;

interface Sum {
  readonly status_id: number | null;
  readonly is_end: number;
  readonly count: number;
  readonly money: string;
}

/** Counts and sums of a group's opportunities by stage and outcome, under the conditions of the list and in its scope. */
export async function funnelOf(db: Database, actor: Actor, { typeId, ...asked }: Asked): Promise<Funnel> {
  const query = await compileQuery(db, actor, opportunityType, { ...asked, page: 1, limit: 1 });
  const money = query.fields.byName.get('money');
  const hasMoney = money !== undefined && !money.hidden;
  const group = typeId ?? (await firstStageGroup(db));
  const { rows: stages } = await sql<{ statusId: number; name: string; rate: number; orderNum: number }>`
    select status_id as "statusId", name, rate, order_num as "orderNum" from business_status where type_id = ${group}
    order by order_num, status_id`.execute(db);
  const sums = await sumsOf(db, actor, query, group);
  const figure = (wanted: readonly Sum[], rate: number) => {
    const total = sumOf(wanted.map((one) => one.money));
    return {
      count: wanted.reduce((sum, { count }) => sum + count, 0),
      money: hasMoney ? total : '',
      weighted: hasMoney ? withoutPercent(total, String(100 - rate)) : '',
    };
  };
  const ended = (isEnd: number, rate: number) =>
    figure(
      sums.filter((one) => one.is_end === isEnd),
      rate,
    );
  return {
    typeId: group,
    hasMoney: hasMoney ? 1 : 0,
    stages: stages.map((one) => ({
      ...one,
      ...figure(
        sums.filter((sum) => sum.is_end === outcomes.open && sum.status_id === one.statusId),
        one.rate,
      ),
    })),
    won: ended(outcomes.won, 100),
    lost: ended(outcomes.lost, 0),
    invalid: ended(outcomes.invalid, 0),
  };
}

/** By stage and outcome: from the sums that are kept of each owner, unless the list is filtered. */
async function sumsOf(db: Database, actor: Actor, query: CompiledQuery, group: number | null): Promise<readonly Sum[]> {
  const { scope, conditions } = query;
  const counted = (those: readonly Where[]) => sql`
    select r.status_id, r.is_end, count(*) as total, coalesce(sum(r.money), 0) as money
    from ${visible(opportunityType, scope)}
    where r.type_id = ${group} and ${sql.join([...those], sql` and `)} group by r.status_id, r.is_end`;
  if (conditions.length > 0) return summed(db, counted(conditions));
  const { owners, beside } = countedScope(actor, opportunityType, scope);
  const kept = sql`
    select nullif(status_id, 0) as status_id, is_end, total, money from business_sum where type_id = ${group} and ${owners}`;
  return summed(db, beside ? sql`${kept} union all ${counted([beside])}` : kept);
}

async function summed(db: Database, parts: RawBuilder<unknown>): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    select status_id, is_end, sum(total)::int as count, sum(money)::text as money
    from (${parts}) as p group by status_id, is_end`.execute(db);
  return rows;
}
