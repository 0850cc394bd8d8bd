import { idOn, textOn } from '#server/record/rows/read-wire.ts';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import type { Where } from '#server/record/query/where.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { PlanRow } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { companyTime } from '#shared/record/time.ts';
import type { Slice } from '#shared/wire/values.ts';

/** A plan whose day has passed before it was received: a condition on the alias `r`. */
export const isOverduePlan: Where = sql`r.status = 0 and r.return_date < current_date`;

/** A plan nothing is booked on yet. */
const isUnused: Where = sql`r.received_money = 0 and r.arrears_money = 0`;

/** Plans in the reader's scope that meet a condition on the alias `r`, in the order of their days. */
async function plansWhere(db: Database, actor: Actor, where: Where, slice: Slice | null) {
  const orderBy = sql`r.return_date`;
  const { rows, total } = await rowsWhere(db, actor, planType, where, { slice, orderBy });
  const isShown = await isLegible(db, actor, planType, 'money');
  const today = companyTime(Date.now()).slice(0, 10);
  return {
    total,
    rows: rows.map((row): PlanRow => ({
      planId: Number(row['planId']),
      num: textOn(row, 'num'),
      customerId: idOn(row, 'customerId'),
      customerName: textOn(row, 'customerName'),
      contractId: idOn(row, 'contractId'),
      contractNum: textOn(row, 'contractNum'),
      money: textOn(row, 'money'),
      receivedMoney: isShown ? textOn(row, 'receivedMoney') : '',
      arrearsMoney: isShown ? textOn(row, 'arrearsMoney') : '',
      returnDate: textOn(row, 'returnDate'),
      returnType: textOn(row, 'returnType'),
      remind: textOn(row, 'remind'),
      remark: textOn(row, 'remark'),
      status: Number(row['status']),
      isOverdue: row['status'] === 0 && isDay(row['returnDate']) && row['returnDate'] < today ? 1 : 0,
    })),
  };
}

/** No mask in its place. */
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

interface Wanted {
  readonly isUnused?: boolean;
  readonly customerId?: number;
  readonly slice: Slice | null;
}

/** Plans of a contract, for whoever may read it. @throws AppError `access.record` */
export async function plansOfContract(
  db: Database,
  actor: Actor,
  contractId: number,
  { isUnused: only = false, customerId, slice }: Wanted,
) {
  await readRow(db, actor, contractType, contractId);
  const isTheirs = customerId === undefined ? sql`true` : sql`r.customer_id = ${customerId}`;
  const where = sql<boolean>`r.contract_id = ${contractId} and ${isTheirs} and ${only ? isUnused : sql`true`}`;
  return plansWhere(db, actor, where, slice);
}

/** Plans of a customer, for whoever may read it. @throws AppError `access.record` */
export async function plansOfCustomer(db: Database, actor: Actor, customerId: number, slice: Slice | null) {
  await readRow(db, actor, customerType, customerId);
  return plansWhere(db, actor, sql<boolean>`r.customer_id = ${customerId}`, slice);
}
