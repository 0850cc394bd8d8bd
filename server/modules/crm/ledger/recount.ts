import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import type { Account } from '#shared/crm/ledger/accounts.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';

interface Difference {
  readonly what: string;
  readonly id: number;
  readonly figure: string;
  readonly held: string;
  readonly sum: string;
}

/** Differences that are listed: one is too many already. */
const mostListed = 100;

const sumOfAccounts = (...accounts: readonly Account[]) =>
  sql`coalesce(sum(e.amount) filter (where e.account = any(${[...accounts]}::text[])), 0)`;
const settled = sumOfAccounts('received', 'coupon', 'credit', 'refunded');

/**
 * Compares the figures of every contract, plan, arrears and credit document with the sums of their entries, and each posting
 * with 0. A plain read of one moment: nobody waits for it. Heads that are right are compared as a whole, figure by figure only
 * those that are not; postings are added up in the order of their index, which needs no table of them in memory.
 */
export async function recount(
  db: Database,
): Promise<{ entries: number; contracts: number; differences: Difference[] }> {
  const contracts = system('a recount looks at the whole ledger', contractType);
  const plans = system('a recount looks at the whole ledger', planType);
  const { rows } = await sql<{ entries: number; contracts: number; differences: Difference[] | null }>`
    with of_contracts as materialized (
      select e.contract_id as id, count(*) as n, -${sumOfAccounts('contracted')} as contract_money, ${settled} as received_money,
        ${sumOfAccounts('due', 'arrears')} as unreceived_money, ${sumOfAccounts('arrears')} as arrears_money,
        ${sumOfAccounts('invoiced')} as invoiced_money, ${sumOfAccounts('planned')} as planned_money,
        -${sumOfAccounts('credit')} as credit_money
      from ledger_entry e where e.contract_id is not null group by e.contract_id
    ), contract_differences as (
      select 'contract' as what, r.contract_id as id, f.figure, f.held, f.sum
      from ${contracts.from} left join of_contracts s on s.id = r.contract_id
      cross join lateral (values
        ('contractMoney', r.contract_money, coalesce(s.contract_money, 0)),
        ('receivedMoney', r.received_money, coalesce(s.received_money, 0)),
        ('unreceivedMoney', r.unreceived_money, coalesce(s.unreceived_money, 0)),
        ('arrearsMoney', r.arrears_money, coalesce(s.arrears_money, 0)),
        ('invoicedMoney', r.invoiced_money, coalesce(s.invoiced_money, 0)),
        ('plannedMoney', r.planned_money, coalesce(s.planned_money, 0)),
        ('creditMoney', r.credit_money, coalesce(s.credit_money, 0))) as f(figure, held, sum)
      where (r.contract_money, r.received_money, r.unreceived_money, r.arrears_money, r.invoiced_money, r.planned_money, r.credit_money)
        is distinct from (coalesce(s.contract_money, 0), coalesce(s.received_money, 0), coalesce(s.unreceived_money, 0),
          coalesce(s.arrears_money, 0), coalesce(s.invoiced_money, 0), coalesce(s.planned_money, 0), coalesce(s.credit_money, 0))
        and f.held <> f.sum
    ), of_plans as (
      select e.plan_id as id, ${settled} as received_money, ${sumOfAccounts('arrears')} as arrears_money
      from ledger_entry e where e.plan_id is not null group by e.plan_id
    ), plan_differences as (
      select 'plan' as what, r.plan_id as id, f.figure, f.held, f.sum
      from ${plans.from} left join of_plans s on s.id = r.plan_id
      cross join lateral (values
        ('receivedMoney', r.received_money, coalesce(s.received_money, 0)),
        ('arrearsMoney', r.arrears_money, coalesce(s.arrears_money, 0))) as f(figure, held, sum)
      where (r.received_money, r.arrears_money) is distinct from (coalesce(s.received_money, 0), coalesce(s.arrears_money, 0))
        and f.held <> f.sum
    ), arrears_differences as (
      select 'arrears' as what, a.arrears_id as id, 'arrearsMoney' as figure, a.open_money as held, coalesce(s.sum, 0) as sum
      from arrears a left join (select e.arrears_id, sum(e.amount) as sum from ledger_entry e
        where e.arrears_id is not null and e.account = 'arrears' group by e.arrears_id) s on s.arrears_id = a.arrears_id
      where a.open_money <> coalesce(s.sum, 0)
    ), credit_differences as (
      select 'credit' as what, d.credit_id as id, 'creditMoney' as figure, d.credit_money as held, coalesce(-s.sum, 0) as sum
      from credit_document d left join (select e.credit_id, sum(e.amount) as sum from ledger_entry e
        where e.credit_id is not null and e.account = 'credit' group by e.credit_id) s on s.credit_id = d.credit_id
      where d.credit_money <> coalesce(-s.sum, 0)
    ), unbalanced as (
      select 'posting' as what, e.posting_id as id, 'balance' as figure, 0::numeric as held, sum(e.amount) as sum
      from (select posting_id, amount from ledger_entry order by posting_id, line) e
      group by e.posting_id having sum(e.amount) <> 0
    ), differences as (
      select * from contract_differences union all select * from plan_differences
      union all select * from arrears_differences union all select * from credit_differences union all select * from unbalanced
    )
    select (select coalesce(sum(n), 0)::int from of_contracts)
        + (select count(*)::int from ledger_entry where contract_id is null) as entries,
      (select count(*)::int from of_contracts) as contracts,
      (select json_agg(json_build_object('what', what, 'id', id, 'figure', figure, 'held', held::text, 'sum', sum::text))
        from (select * from differences order by what, id, figure limit ${mostListed}) as few) as differences`.execute(
    db,
  );
  const [row] = rows;
  return { entries: row?.entries ?? 0, contracts: row?.contracts ?? 0, differences: row?.differences ?? [] };
}
