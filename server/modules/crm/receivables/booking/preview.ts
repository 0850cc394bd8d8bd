import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { creditOf } from '#server/modules/crm/ledger/api.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { methodKind } from '#shared/crm/receivables/methods.ts';
import { surplusAccess, type receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { sumOf, toCents } from '#shared/record/money/exact-decimal.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { isRefusal, planBooking, type Receipt } from './plan-bookings.ts';
import { readBooks } from './read-books.ts';

interface Asked {
  readonly contractId: number;
  readonly planId?: number | undefined;
  readonly money?: string | undefined;
  readonly method?: string | undefined;
}

/** What is typed into a form may be no amount yet. */
const amountOf = (money: string | undefined): string =>
  /^\d{1,10}(\.\d{1,2})?$/.test(money ?? '') ? toCents(money ?? '') : '0.00';

/** What a receivable would come to as things stand, for whoever may read its contract. @throws AppError `access.record` */
export async function previewBooking(
  db: Database,
  actor: Actor,
  { contractId, planId, money, method }: Asked,
): Promise<OutputOf<typeof receivableCalls.booking>> {
  await readRow(db, actor, contractType, contractId);
  // what a plan lacks is said to whoever may read it
  if (planId !== undefined) await readRow(db, actor, planType, planId);
  const receipt: Receipt = {
    id: 0,
    contractId,
    planId: planId ?? null,
    arrearsId: null,
    money: amountOf(money),
    method: methodKind(method),
    arrearType: '-',
    takesSurplus: actor.mayDo(surplusAccess),
  };
  const books = await readBooks(db, [receipt], 'read');
  const contract = books.contracts.get(contractId);
  const plan = books.plans.get(planId ?? 0);
  const outcome = planBooking(receipt, books);
  const booking = isRefusal(outcome) ? null : outcome;
  const open = contract?.openArrears ?? null;
  const seesMoney = await isLegible(db, actor, contractType, 'money');
  const seesPlans = await isLegible(db, actor, planType, 'money');
  const shown = (isShown: boolean, amount: string): string => (isShown ? amount : '');
  return {
    due: shown(seesMoney, contract?.due ?? '0.00'),
    planLeft: shown(seesPlans, plan?.contractId === contractId ? plan.lacks : '0.00'),
    credit: shown(seesMoney, await creditLeft(db, contract?.customerId)),
    openArrears: open && { arrearsId: open.id, money: shown(seesMoney, open.open) },
    remainder: shown(seesMoney && seesPlans, booking?.arrears?.money ?? '0.00'),
    surplus: shown(seesMoney, booking?.surplus?.money ?? '0.00'),
    passes: receipt.method === 'coupon' && booking !== null && contract?.due === receipt.money ? 1 : 0,
  };
}

/** What of the customer's credit could be used. */
async function creditLeft(db: Database, customerId: number | undefined): Promise<string> {
  if (customerId === undefined) return '0.00';
  return sumOf([(await creditOf(db, [customerId], 'read')).get(customerId) ?? '0.00']);
}
