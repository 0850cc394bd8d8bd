import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { PlanRow } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

/** A plan whose day has passed before it was received: a condition on the alias `r`. */
export const isOverduePlan: Where = sql`r.status = 0 and r.return_date < current_date`;

/** A plan nothing is booked on yet. */
const isUnused: Where = sql`r.received_money = 0 and r.arrears_money = 0`;

interface Stored extends PlanRow {
  readonly total: number;
}

/** Plans in the reader's scope that meet a condition on the alias `r`, in the order of their days. */
async function plansWhere(db: Database, actor: Actor, where: Where, slice: Slice | null) {
  const contracts = system('a plan says which contract it is of', contractType);
  const customers = system('a plan says which customer it is of', customerType);
  const { from } = system('restricted to the scope of the reader', planType);
  const { limit, offset } = slice ?? bareArray;
  const { rows } = await sql<Stored>`
    select r.plan_id as "planId", coalesce(r.num, '') as num, r.customer_id as "customerId",
      coalesce(u.customer_name, '') as "customerName", r.contract_id as "contractId", coalesce(c.num, '') as "contractNum",
      r.money::text as money, r.received_money::text as "receivedMoney", r.arrears_money::text as "arrearsMoney",
      coalesce(r.return_date::text, '') as "returnDate", coalesce(r.return_type, '') as "returnType",
      coalesce(r.remind::text, '') as remind, coalesce(r.remark, '') as remark, r.status::int as status,
      (${isOverduePlan})::int as "isOverdue", count(*) over ()::int as total
    from ${from}
    left join lateral (select one.num from (select r.contract_id as id) w cross join lateral (
      select r.num from ${contracts.from} where r.contract_id = w.id) one) c on true
    left join lateral (select one.customer_name from (select r.customer_id as id) w cross join lateral (
      select r.customer_name from ${customers.from} where r.customer_id = w.id) one) u on true
    where ${scoped(actor, planType).where} and ${where}
    order by r.return_date, r.plan_id limit ${limit} offset ${offset}`.execute(db);
  const money = (await fieldsOf(db, actor, planType)).byName.get('money');
  const isShown = money !== undefined && !money.hidden && !money.masked;
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, ...row }): PlanRow =>
      isShown ? row : { ...row, money: '', receivedMoney: '', arrearsMoney: '' },
    ),
  };
}

/** Plans of a contract, for whoever may read it. @throws AppError `access.record` */
export async function plansOfContract(
  db: Database,
  actor: Actor,
  contractId: number,
  { isUnused: only = false, slice }: { readonly isUnused?: boolean; readonly slice: Slice | null },
) {
  await readRow(db, actor, contractType, contractId);
  const where = sql<boolean>`r.contract_id = ${contractId} and ${only ? isUnused : sql`true`}`;
  return plansWhere(db, actor, where, slice);
}

/** Plans of a customer, for whoever may read it. @throws AppError `access.record` */
export async function plansOfCustomer(db: Database, actor: Actor, customerId: number, slice: Slice | null) {
  await readRow(db, actor, customerType, customerId);
  return plansWhere(db, actor, sql<boolean>`r.customer_id = ${customerId}`, slice);
}
