import type { ErrorCode } from '#shared/wire/error-codes.ts';
import type { MethodKind } from '#shared/crm/receivables/methods.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { negated, type PostedLine } from '#server/modules/crm/ledger/api.ts';

/** A receivable as the ledger looks at it. */
export interface Receipt {
  readonly id: number;
  readonly contractId: number;
  readonly planId: number | null;
  /** The arrears that it settles. */
  readonly arrearsId: number | null;
  readonly money: string;
  readonly method: MethodKind;
  readonly arrearType: string;
  /** Whether what is beyond the contract was confirmed to become the customer's credit. */
  readonly takesSurplus: boolean;
}

/** What a receivable may be booked on, as it stands. */
export interface Books {
  readonly contracts: ReadonlyMap<number, ContractBook>;
  readonly plans: ReadonlyMap<number, PlanBook>;
  /** What customers have paid and not used, by their ids. */
  readonly credit: ReadonlyMap<number, string>;
}

export interface ContractBook {
  readonly customerId: number;
  readonly isInForce: boolean;
  /** What is unpaid and no arrears. */
  readonly due: string;
  /** What it may be paid by coupon: its money less the coupons that it has used. */
  readonly byCoupon: string;
  /** Whether plans are left that wait for payment. */
  readonly hasOpenPlans: boolean;
  readonly openArrears: { readonly id: number; readonly open: string; readonly planId: number | null } | null;
}

export interface PlanBook {
  readonly contractId: number;
  readonly num: string;
  /** What it still waits for. */
  readonly lacks: string;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string>>;
}

/** What the approval of a receivable comes to. */
export interface Booking {
  readonly lines: readonly PostedLine[];
  /** Of these lines, those that make arrears. */
  readonly arrears: {
    readonly money: string;
    readonly planId: number | null;
    readonly lines: readonly PostedLine[];
  } | null;
  /** What is beyond all that the contract lacks, with the lines that make it the customer's credit. */
  readonly surplus: { readonly money: string; readonly lines: readonly PostedLine[] } | null;
  /** Arrears that it pays without having named them. */
  readonly settles: number | null;
}

const plain = { arrears: null, surplus: null, settles: null } as const;
const isMore = (one: string, other: string): boolean => compared(one, other) > 0;
const less = (one: string, other: string): string => sumOf([one, negated(other)]);
const least = (one: string, other: string): string => (isMore(one, other) ? other : one);
const refuse = (code: ErrorCode, params: Refusal['params'] = {}): Refusal => ({ code, params });

export const isRefusal = (outcome: Booking | Refusal): outcome is Refusal => 'code' in outcome;

/**
 * What a receivable would be booked as, or why it cannot be. Pure: the books are read before, and written after. One of the
 * opening balances says what was received, and nothing of a remainder.
 */
export function planBooking(receipt: Receipt, books: Books, { isOpening = false } = {}): Booking | Refusal {
  const contract = books.contracts.get(receipt.contractId);
  if (!contract?.isInForce) return refuse('receivable.contract_not_in_force');
  if (!isMore(receipt.money, '0')) return refuse('receivable.money_missing');
  const plan = receipt.planId === null ? null : (books.plans.get(receipt.planId) ?? null);
  if (receipt.planId !== null && plan?.contractId !== receipt.contractId) return refuse('access.record');
  if (isOverpaid(receipt, contract)) return overpaid(receipt, contract, books);
  if (receipt.method === 'arrears') return owed(receipt, contract, plan);
  if (receipt.arrearsId !== null) return settled(receipt, contract, books);
  return paid(receipt, { contract, plan, books, isOpening });
}

/** Nothing is received: it is owed beyond its day. */
function owed(
  { money, arrearType, planId, arrearsId }: Receipt,
  contract: ContractBook,
  plan: PlanBook | null,
): Booking | Refusal {
  if (arrearType === '') return refuse('arrears.type_missing');
  if (contract.openArrears) return refuse('arrears.exists');
  const most = plan ? least(plan.lacks, contract.due) : contract.due;
  if (arrearsId !== null || isMore(money, most)) return refuse('arrears.money_wrong');
  return { ...plain, lines: [], arrears: arrearsOf(money, planId) };
}

/** A part of what is in arrears is paid. */
function settled(receipt: Receipt, contract: ContractBook, books: Books): Booking | Refusal {
  const { openArrears: open } = contract;
  if (open?.id !== receipt.arrearsId || isMore(receipt.money, open.open)) return refuse('arrears.money_wrong');
  const refusal = methodRefusal(receipt, contract, books);
  if (refusal) return refusal;
  const { planId } = open;
  return {
    ...plain,
    lines: [
      { account: receivedBy(receipt.method), amount: receipt.money, planId },
      { account: 'arrears', amount: negated(receipt.money), planId, arrearsId: open.id },
    ],
  };
}

interface Paying {
  readonly contract: ContractBook;
  readonly plan: PlanBook | null;
  readonly books: Books;
  readonly isOpening: boolean;
}

/** What is due is paid. What a plan lacks beyond that becomes arrears, or what the contract lacks where nothing is planned. */
function paid(receipt: Receipt, { contract, plan, books, isOpening }: Paying): Booking | Refusal {
  const { money, planId } = receipt;
  const refusal = methodRefusal(receipt, contract, books);
  if (refusal) return refusal;
  if (isMore(money, contract.due))
    return contract.openArrears ? refuse('arrears.exists') : refuse('receivable.over_contract', { left: contract.due });
  if (plan && isMore(money, plan.lacks)) return refuse('receivable.over_plan', { num: plan.num, left: plan.lacks });
  const rest = isOpening ? '0.00' : restOf(money, contract, plan);
  if (isMore(rest, '0') && contract.openArrears) return refuse('arrears.exists');
  return {
    ...plain,
    lines: [
      { account: receivedBy(receipt.method), amount: money, planId },
      { account: 'due', amount: negated(money), planId },
    ],
    arrears: isMore(rest, '0') ? arrearsOf(rest, planId) : null,
  };
}

const lackedBy = ({ due, openArrears }: ContractBook): string => sumOf([due, openArrears?.open ?? '0']);

/** Money beyond all that a contract lacks, where that was confirmed. */
const isOverpaid = ({ takesSurplus, method, money }: Receipt, contract: ContractBook): boolean =>
  takesSurplus && method === 'money' && isMore(money, lackedBy(contract));

/** All that the contract lacks is paid, by its plans and arrears too; the rest is the customer's credit. */
function overpaid(receipt: Receipt, contract: ContractBook, books: Books): Booking | Refusal {
  const { money, arrearsId } = receipt;
  const { openArrears: open } = contract;
  if (arrearsId !== null && arrearsId !== open?.id) return refuse('arrears.money_wrong');
  // made by another of the same approval, they have no id yet
  if (open?.id === 0) return refuse('arrears.exists');
  const parts = byPlans(contract, books, receipt).flatMap((part): PostedLine[] => [
    { account: 'received', amount: part.money, planId: part.planId },
    { account: 'due', amount: negated(part.money), planId: part.planId },
  ]);
  const settled: PostedLine[] = open
    ? [
        { account: 'received', amount: open.open, planId: open.planId },
        { account: 'arrears', amount: negated(open.open), planId: open.planId, arrearsId: open.id },
      ]
    : [];
  const surplus = less(money, lackedBy(contract));
  return {
    lines: [...parts, ...settled],
    arrears: null,
    surplus: {
      money: surplus,
      lines: [
        { account: 'received', amount: surplus },
        { account: 'credit', amount: negated(surplus) },
      ],
    },
    settles: open?.id ?? null,
  };
}

/** What is due of a contract by its plans, the one that is paid first; what no plan waits for is of none. */
function byPlans({ due }: ContractBook, { plans }: Books, { contractId, planId: first }: Receipt) {
  const parts: { readonly money: string; readonly planId: number | null }[] = [];
  let left = due;
  const ids = [...plans.keys()]
    .filter((id) => plans.get(id)?.contractId === contractId)
    .toSorted((one, other) => Number(other === first) - Number(one === first) || one - other);
  for (const planId of ids) {
    const money = least(plans.get(planId)?.lacks ?? '0.00', left);
    if (!isMore(money, '0')) continue;
    parts.push({ money, planId });
    left = less(left, money);
  }
  return isMore(left, '0') ? [...parts, { money: left, planId: null }] : parts;
}

function restOf(money: string, contract: ContractBook, plan: PlanBook | null): string {
  const left = less(contract.due, money);
  if (plan) return least(less(plan.lacks, money), left);
  return contract.hasOpenPlans ? '0.00' : left;
}

const arrearsOf = (money: string, planId: number | null): NonNullable<Booking['arrears']> => ({
  money,
  planId,
  lines: [
    { account: 'arrears', amount: money, planId },
    { account: 'due', amount: negated(money), planId },
  ],
});

/** Coupons pay a contract as a whole; credit pays what there is of it. */
function methodRefusal({ method, money }: Receipt, contract: ContractBook, books: Books): Refusal | null {
  if (method === 'coupon' && compared(money, contract.byCoupon) !== 0) return refuse('receivable.coupon_money');
  const credit = books.credit.get(contract.customerId) ?? '0.00';
  if (method === 'credit' && isMore(money, credit)) return refuse('receivable.over_credit', { left: credit });
  return null;
}

const receivedBy = (method: MethodKind): PostedLine['account'] =>
  method === 'coupon' ? 'coupon' : method === 'credit' ? 'credit' : 'received';

/** The books once a receivable is booked, for the next of several. */
export function booked(books: Books, receipt: Receipt, booking: Booking, arrearsId: number): Books {
  const contract = books.contracts.get(receipt.contractId);
  if (!contract) return books;
  const all = [...booking.lines, ...(booking.arrears?.lines ?? []), ...(booking.surplus?.lines ?? [])];
  const sum = (account: PostedLine['account']) =>
    sumOf(all.filter((line) => line.account === account).map(({ amount }) => amount));
  const made = booking.arrears;
  const former = contract.openArrears;
  const open = former ? sumOf([former.open, sum('arrears')]) : (made?.money ?? '0.00');
  const openArrears = isMore(open, '0')
    ? { id: former?.id ?? arrearsId, open, planId: former?.planId ?? made?.planId ?? null }
    : null;
  const contracts = new Map(books.contracts).set(receipt.contractId, {
    ...contract,
    due: sumOf([contract.due, sum('due')]),
    byCoupon: less(contract.byCoupon, sum('coupon')),
    openArrears,
  });
  const plans = new Map(books.plans);
  // a settlement turns what a plan has in arrears into what it has received
  for (const { account, amount, planId } of all) {
    const plan = account === 'due' && planId ? plans.get(planId) : undefined;
    if (plan && planId) plans.set(planId, { ...plan, lacks: sumOf([plan.lacks, amount]) });
  }
  const credit = new Map(books.credit).set(
    contract.customerId,
    less(books.credit.get(contract.customerId) ?? '0.00', sum('credit')),
  );
  return { contracts, plans, credit };
}
