import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import type { BankMatch } from '#shared/crm/receivables/bank-calls.ts';
import { surplusAccess } from '#shared/crm/receivables/receivable-calls.ts';

/** Proposals for one payment. */
const most = 3;

interface Stored extends BankMatch {
  readonly lineId: number;
}

/**
 * Where open payments may belong, by line, the best first: contracts of the customer of that name, or that the summary names
 * by number; of these the arrears, the next plan or the contract that lacks this amount before what lacks another, and what
 * lacks less last, for whoever may take the rest as credit. Only what the actor may read is proposed.
 */
export async function matchesOf(
  db: Database,
  actor: Actor,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, BankMatch[]>> {
  const contracts = system('restricted to the scope of whoever books', contractType);
  const customers = system('a contract says whose it is', customerType);
  const plans = system('a contract says what of it is planned', planType);
  const takesSurplus = sql.lit(actor.mayDo(surplusAccess));
  const { rows } = await sql<Stored>`
    select l.line_id as "lineId", found.*
    from bank_line l
    cross join lateral (
      select c.customer_id as "customerId", u.customer_name as "customerName", c.contract_id as "contractId",
        c.name as "contractName", coalesce(c.num, '') as "contractNum", p.plan_id as "planId", coalesce(p.num, '') as "planNum",
        a.arrears_id as "arrearsId", case when c.unreceived_money < l.money then c.unreceived_money else coalesce(a.open_money, p.lacks, c.due) end::text as money,
        round(greatest(l.money - c.unreceived_money, 0), 2)::text as surplus,
        (coalesce(a.open_money, p.lacks, c.due) = l.money)::int as "isExact"
      from (
        select r.contract_id, r.customer_id, r.name, r.num, r.unreceived_money, r.unreceived_money - r.arrears_money as due
        from ${contracts.from}
        where ${scoped(actor, contractType).where} and r.check_status = ${checkStatuses.passed} and (r.unreceived_money >= l.money or ${takesSurplus} and r.unreceived_money > 0)
          and (r.customer_id in (
              select r.customer_id from ${customers.from} where r.deleted_at is null
                and company_name_key(r.customer_name) = company_name_key(l.payer))
            or (r.num <> '' and position(r.num in l.summary) > 0))
      ) c
      join lateral (select r.customer_name from ${customers.from} where r.customer_id = c.customer_id) u on true
      left join lateral (select a.arrears_id, a.open_money from arrears a
        where a.contract_id = c.contract_id and a.status = 0 and a.open_money >= l.money) a on true
      left join lateral (
        select r.plan_id, r.num, r.money - r.received_money - r.arrears_money as lacks from ${plans.from}
        where r.contract_id = c.contract_id and r.deleted_at is null and a.arrears_id is null
          and r.money - r.received_money - r.arrears_money >= l.money
        order by (r.money - r.received_money - r.arrears_money = l.money) desc, r.return_date, r.plan_id limit 1) p on true
      where coalesce(a.open_money, p.lacks, c.due) >= l.money or c.unreceived_money < l.money
      order by (coalesce(a.open_money, p.lacks, c.due) = l.money) desc, c.unreceived_money < l.money, c.contract_id limit ${most}
    ) found
    where l.line_id = any(${[...lineIds]}::int[]) and l.status = 0`.execute(db);
  const byLine = new Map<number, BankMatch[]>();
  for (const { lineId, ...one } of rows) byLine.set(lineId, [...(byLine.get(lineId) ?? []), one]);
  return byLine;
}
