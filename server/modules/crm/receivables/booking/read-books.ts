import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { system } from '#server/record/access/system.ts';
import { creditOf, lockContracts, negated, readContracts } from '#server/modules/crm/ledger/api.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { methodKind } from '#shared/crm/receivables/methods.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { Books, ContractBook, PlanBook, Receipt } from './plan-bookings.ts';

/** A stored receivable, as the ledger looks at it. */
export interface StoredReceipt extends Receipt {
  readonly version: number;
  readonly day: string | null;
}

/** Receivables in the order of their ids. */
export async function readReceipts(db: Database, ids: readonly number[]): Promise<readonly StoredReceipt[]> {
  const { from } = system('receivables are booked whoever may open them', receivableType);
  const method = (await readFields(db, receivableType.code)).byName.get(paymentMethodField);
  const { rows } = await sql<Omit<StoredReceipt, 'method'> & { method: string | null }>`
    select r.receivables_id as id, r.version, r.contract_id as "contractId", r.plan_id as "planId",
      r.arrears_id as "arrearsId", coalesce(r.money, 0)::text as money, r.return_time::text as day,
      coalesce(r.arrear_type, '') as "arrearType", r.takes_surplus as "takesSurplus",
      ${method ? sql`r.custom ->> ${customKey(method)}::text` : sql`null::text`} as method
    from ${from} where r.receivables_id = any(${[...ids]}::bigint[]) order by r.receivables_id`.execute(db);
  return rows.map((row) => ({ ...row, method: methodKind(row.method) }));
}

type Named = Pick<Receipt, 'contractId' | 'method'>;

/** What receivables may be booked on. With `lock` nobody else books on it until the transaction ends. */
export async function readBooks(db: Database, receipts: readonly Named[], mode: 'lock' | 'read'): Promise<Books> {
  const contractIds = [...new Set(receipts.map(({ contractId }) => contractId))];
  const contracts = await (mode === 'lock' ? lockContracts : readContracts)(db, contractIds);
  const plans = await plansOf(db, contractIds);
  const arrears = await openArrearsOf(db, contractIds);
  // most are paid by money: the rest is read for those that need it
  const pays = (method: Receipt['method']): boolean => receipts.some((receipt) => receipt.method === method);
  const customers = [...new Set(contracts.map(({ customerId }) => customerId))];
  const credit = pays('credit') ? await creditOf(db, customers, mode) : new Map<number, string>();
  const coupons = pays('coupon') ? await couponsOf(db, contractIds) : new Map<number, string>();
  return {
    contracts: new Map(
      contracts.map((contract): [number, ContractBook] => [
        contract.id,
        {
          customerId: contract.customerId,
          isInForce: contract.checkStatus === checkStatuses.passed,
          due: sumOf([contract.unreceivedMoney, negated(contract.arrearsMoney)]),
          byCoupon: sumOf([contract.contractMoney, negated(coupons.get(contract.id) ?? '0')]),
          hasOpenPlans: plans.some((plan) => plan.contractId === contract.id && plan.lacks !== '0.00'),
          openArrears: arrears.find(({ contractId }) => contractId === contract.id) ?? null,
        },
      ]),
    ),
    plans: new Map(plans.map((plan) => [plan.id, plan])),
    credit,
  };
}

async function plansOf(db: Database, contractIds: readonly number[]): Promise<readonly (PlanBook & { id: number })[]> {
  const { from, live } = system('what a plan lacks is booked whoever may open it', planType);
  const { rows } = await sql<PlanBook & { id: number }>`
    select r.plan_id as id, r.contract_id as "contractId", coalesce(r.num, '') as num,
      round(r.money - r.received_money - r.arrears_money, 2)::text as lacks
    from ${from} where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live}`.execute(db);
  return rows;
}

async function openArrearsOf(db: Database, contractIds: readonly number[]) {
  const { rows } = await sql<{ id: number; contractId: number; open: string; planId: number | null }>`
    select arrears_id as id, contract_id as "contractId", open_money::text as open, plan_id as "planId"
    from arrears where contract_id = any(${[...contractIds]}::bigint[]) and status = 0`.execute(db);
  return rows;
}

/** What was paid by coupons. */
async function couponsOf(db: Database, contractIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; coupons: string }>`
    select contract_id as id, sum(amount)::text as coupons from ledger_entry
    where contract_id = any(${[...contractIds]}::bigint[]) and account = 'coupon' group by contract_id`.execute(db);
  return new Map(rows.map(({ id, coupons }) => [id, coupons]));
}
