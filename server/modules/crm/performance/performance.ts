import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Question } from '#server/platform/access/question.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countedScope, scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { goalStatuses } from '#shared/crm/goals/goal.ts';
import { contractFigures, type ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

export interface MonthMoney {
  /** `yyyy-MM`. */
  readonly month: string;
  readonly contracts: string;
  readonly received: string;
}

/** Whether the actor may know what contracts come to. */
export const seesMoney = async (db: Database, actor: Actor): Promise<boolean> =>
  actor.mayDo(permissionOf(contractType, 'index')) && (await isLegible(db, actor, contractType, 'money'));

/** Whole months, first and after the last. */
const monthsOf = ({ days }: Question) => ({
  first: sql`date_trunc('month', ${days.from}::timestamp)`,
  end: sql`date_trunc('month', ${days.to}::timestamp - interval '1 day') + interval '1 month'`,
});

const { contractMoney, receivedMoney } = contractFigures;
/** Written out, as the index of these months has them. */
const counted = sql.join([...contractMoney.accounts, ...receivedMoney.accounts].map((account) => sql.lit(account)));

const figure = (name: ContractFigure): RawBuilder<string> => {
  const { accounts, sign } = contractFigures[name];
  return sql<string>`
    (${sign}::int * coalesce(sum(e.amount) filter (where e.account = any(${[...accounts]}::text[])), 0.00))::text`;
};

/**
 * Months of the period with the money of the contracts that the actor sees and that belong to the people of the question:
 * the sums of their entries, so that they agree with the figures of each contract.
 */
export async function moneyByMonth(db: Database, actor: Actor, question: Question): Promise<MonthMoney[]> {
  const { first, end } = monthsOf(question);
  const { rows } = await sql<MonthMoney>`
    with booked as (
      select date_trunc('month', e.ledger_date::timestamp) as at, ${figure('contractMoney')} as contracts,
        ${figure('receivedMoney')} as received
      from ledger_entry e join ${visible(contractType, scoped(actor, contractType))} on r.contract_id = e.contract_id
      where e.ledger_date >= ${first} and e.ledger_date < ${end} and ${question.isTheirs(sql`r.owner_user_id`)}
        and e.contract_id is not null and e.account in (${counted})
      group by 1
    )
    select to_char(m.at, 'YYYY-MM') as month, coalesce(b.contracts, '0.00') as contracts,
      coalesce(b.received, '0.00') as received
    from generate_series(${first}, ${end} - interval '1 day', interval '1 month') as m (at) left join booked b on b.at = m.at
    order by m.at`.execute(db);
  return rows;
}

/** What the people of the question whose contracts the actor sees are to reach in the months of the period. */
async function goalsOf(db: Database, actor: Actor, question: Question, status: number): Promise<string> {
  const { first, end } = monthsOf(question);
  const { owners } = countedScope(actor, contractType, scoped(actor, contractType));
  const { rows } = await sql<{ money: string }>`
    select coalesce(sum(g.months[extract(month from m.at)::int]), 0.00)::text as money
    from generate_series(${first}, ${end} - interval '1 day', interval '1 month') as m (at)
    join (select user_id as owner_user_id, year, status, months from goal where user_id is not null) as g
      on g.year = extract(year from m.at)::int
    where g.status = ${status} and ${owners} and ${question.isTheirs(sql`g.owner_user_id`)}`.execute(db);
  return rows[0]?.money ?? '0.00';
}

/** What was sold and received, what was to be, and how many per cent of it are reached. */
export async function performanceOf(db: Database, actor: Actor, question: Question, status: number) {
  const months = await moneyByMonth(db, actor, question);
  const contractMoneys = sumOf(months.map(({ contracts }) => contracts));
  const receivablesMoneys = sumOf(months.map(({ received }) => received));
  const achievementMoneys = await goalsOf(db, actor, question, status);
  const reached = status === goalStatuses.contract ? contractMoneys : receivablesMoneys;
  const { rows } = await sql<{ part: string }>`
    select coalesce(round(${reached}::numeric * 100 / nullif(${achievementMoneys}::numeric, 0), 2)::text, '') as part`.execute(
    db,
  );
  return { contractMoneys, receivablesMoneys, achievementMoneys, proportion: rows[0]?.part ?? '' };
}
