import { sql } from 'kysely';
import { openingUndone } from '#server/approval/opening.ts';
import type { LockMode } from '#server/record/registry.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { arrearsTakenBack, inTheWay, openArrears, settledSince } from '#server/modules/crm/arrears/api.ts';
import { creditOf, negated, post, reverseDocument, type Posting } from '#server/modules/crm/ledger/api.ts';
import { shownTo } from '#server/record/fields/legible.ts';
import { setSystemColumns } from '#server/record/write/system-columns.ts';
import type { TransitionRow, TransitionRules } from '#server/record/states/transition-rules.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import '#shared/crm/ledger/credit-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { booked, isRefusal, planBooking, type Booking, type Books, type Refusal } from './plan-bookings.ts';
import { readBooks, readReceipts, type StoredReceipt } from './read-books.ts';

interface Planned {
  readonly receipt: StoredReceipt;
  readonly booking: Booking;
  readonly customerId: number;
}

/** What the receivables come to one after the other, and which of them cannot be booked. Locks what they are booked on. */
async function planAll(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  { mode, isOpening = false }: { readonly mode: LockMode; readonly isOpening?: boolean },
) {
  const receipts = await readReceipts(db, ids);
  let books: Books = await readBooks(db, receipts, mode);
  const planned: Planned[] = [];
  const refusals = new Map<number, AppError>();
  for (const receipt of receipts) {
    const outcome = planBooking(receipt, books, { isOpening });
    if (isRefusal(outcome)) refusals.set(receipt.id, new AppError(outcome.code, await shownParams(db, actor, outcome)));
    else {
      const customerId = books.contracts.get(receipt.contractId)?.customerId ?? 0;
      planned.push({ receipt, booking: outcome, customerId });
      // the arrears have no id before they are made: of one contract nothing else settles them here
      books = booked(books, receipt, outcome, 0);
    }
  }
  return { planned, refusals };
}

/** What is left, for those whose roles show the amount that it is a rest of (security A6). */
async function shownParams(db: Database, actor: Actor, { code, params }: Refusal): Promise<Refusal['params']> {
  const { left } = params;
  if (typeof left !== 'string') return params;
  const type = code === 'receivable.over_plan' ? planType : contractType;
  return { ...params, left: await shownTo(db, actor, type, { fieldName: 'money', value: left }) };
}

/** What a receivable that somebody submits comes to. @throws AppError what its approval would be refused for */
export async function requireBookable(db: Database, actor: Actor, id: number): Promise<Booking> {
  const { planned, refusals } = await planAll(db, actor, [id], { mode: 'read' });
  const [one] = planned;
  if (!one) throw refusals.get(id) ?? new AppError('access.record');
  return one.booking;
}

const idsOf = (rows: readonly TransitionRow[]): number[] => rows.map(({ id }) => id);

/** What the guard has found for the rows of a transition, under the locks that its effect still has. */
const plannedFor = new WeakMap<readonly TransitionRow[], readonly Planned[]>();

const bookingRules = (isOpening: boolean): TransitionRules => ({
  guard: async (db, actor, rows) => {
    const { planned, refusals } = await planAll(db, actor, idsOf(rows), { mode: 'lock', isOpening });
    plannedFor.set(rows, planned);
    return refusals;
  },
  effect: async (db, actor, rows) => {
    const planned =
      plannedFor.get(rows) ?? (await planAll(db, actor, idsOf(rows), { mode: 'lock', isOpening })).planned;
    const authors = await authorsOf(db, idsOf(rows));
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const postings: Posting[] = [];
    for (const { receipt, booking: one, customerId } of planned) {
      const document = {
        typeCode: ledgerDocuments.receivable,
        id: receipt.id,
        version: versions.get(receipt.id) ?? receipt.version,
      };
      const base = { customerId, contractId: receipt.contractId, document, day: receipt.day };
      const isSettling = receipt.arrearsId !== null;
      postings.push({ ...base, event: isSettling ? 'settled' : 'received', lines: one.lines });
      if (one.surplus) postings.push({ ...base, event: 'overpaid', lines: one.surplus.lines });
      if (one.settles !== null)
        await setSystemColumns(db, receivableType, [receipt.id], sql`arrears_id = ${one.settles}::bigint`);
      if (!one.arrears) continue;
      const arrearsId = await openArrears(db, {
        contractId: receipt.contractId,
        planId: one.arrears.planId,
        receivablesId: receipt.id,
        arrearType: receipt.arrearType,
        money: one.arrears.money,
        ownerUserId: authors.get(receipt.id) ?? actor.userId,
      });
      postings.push({
        ...base,
        event: receipt.method === 'arrears' ? 'owed' : 'remainder',
        lines: one.arrears.lines.map((line) => (line.account === 'arrears' ? { ...line, arrearsId } : line)),
      });
    }
    await post(db, actor, postings);
    await useCoupons(db, planned);
  },
});

/** Who submitted each: they bear what it leaves in arrears. */
async function authorsOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; author: number }>`
    select distinct on (a.record_id) a.record_id as id, r.author_id as author
    from approval a join approval_round r on r.approval_id = a.approval_id
    where a.type_code = ${receivableType.code} and a.record_id = any(${[...ids]}::bigint[])
    order by a.record_id, r.round desc`.execute(db);
  return new Map(rows.map(({ id, author }) => [id, author]));
}

/** A coupon of the customer over this sum is used up, where there is one. */
async function useCoupons(db: Database, planned: readonly Planned[]): Promise<void> {
  for (const { receipt, customerId } of planned.filter((one) => one.receipt.method === 'coupon'))
    await sql`
      update coupon set used_by = ${receipt.id} where coupon_id = (
        select coupon_id from coupon
        where used_by is null and money = ${receipt.money}::numeric and (customer_id is null or customer_id = ${customerId})
          and (valid_from is null or valid_from <= current_date) and (valid_until is null or valid_until >= current_date)
        order by customer_id nulls last, valid_until nulls last, coupon_id limit 1 for update skip locked)`.execute(db);
}

/** Receivables that stay booked: what they left was settled or used since, or their contract has ended. */
async function keptBooked(
  db: Database,
  actor: Actor,
  rows: readonly TransitionRow[],
): Promise<ReadonlyMap<number, AppError>> {
  const receipts = await readReceipts(db, idsOf(rows));
  const books = await readBooks(db, receipts, 'lock');
  const settled = await settledSince(db, idsOf(rows));
  const blocked = await inTheWay(db, idsOf(rows));
  const used = await usedSurplus(db, actor, receipts, books);
  return new Map(
    receipts.flatMap(({ id, contractId }): [number, AppError][] => {
      const other = settled.get(id);
      if (!books.contracts.get(contractId)?.isInForce) return [[id, new AppError('receivable.contract_not_in_force')]];
      if (other !== undefined) return [[id, new AppError('receivable.settled_since', { number: other })]];
      if (blocked.has(id)) return [[id, new AppError('arrears.exists')]];
      const surplus = used.get(id);
      return surplus ? [[id, surplus]] : [];
    }),
  );
}

/** Of receivables whose surplus became credit, those whose customer has used it since. Locks the customers. */
async function usedSurplus(
  db: Database,
  actor: Actor,
  receipts: readonly StoredReceipt[],
  { contracts }: Books,
): Promise<ReadonlyMap<number, AppError>> {
  const { rows } = await sql<{ id: number; surplus: string }>`
    select document_id as id, (-sum(amount))::text as surplus from ledger_entry
    where document_type = ${ledgerDocuments.receivable} and document_id = any(${receipts.map(({ id }) => id)}::bigint[])
      and account = 'credit' group by document_id having sum(amount) < 0 order by document_id`.execute(db);
  const customerOf = (id: number): number =>
    contracts.get(receipts.find((receipt) => receipt.id === id)?.contractId ?? 0)?.customerId ?? 0;
  const customers = [...new Set(rows.map(({ id }) => customerOf(id)))];
  const credit = new Map(customers.length === 0 ? [] : await creditOf(db, customers, 'lock'));
  const used = new Map<number, AppError>();
  for (const { id, surplus } of rows) {
    const left = credit.get(customerOf(id)) ?? '0.00';
    const rest = sumOf([left, negated(surplus)]);
    if (compared(rest, '0') >= 0) credit.set(customerOf(id), rest);
    else {
      const shown = await shownTo(db, actor, contractType, { fieldName: 'money', value: left });
      used.set(id, new AppError('credit.too_little', { left: shown }));
    }
  }
  return used;
}

/** What receivables booked is reversed. */
async function reverse(db: Database, actor: Actor, rows: readonly TransitionRow[]): Promise<void> {
  for (const { id, version } of rows) {
    await arrearsTakenBack(db, actor, id);
    await reverseDocument(db, actor, { typeCode: ledgerDocuments.receivable, id, version });
  }
  await sql`update coupon set used_by = null where used_by = any(${idsOf(rows)}::bigint[])`.execute(db);
}

/** A receivable counts once it is approved: its money is booked, and what the plan lacks beyond it becomes arrears. */
export const booking = bookingRules(false);

/** One of an old system: what was received is booked, and an undo reverses that. */
export const openingBooking: TransitionRules = {
  ...bookingRules(true),
  undo: {
    guard: keptBooked,
    effect: async (db, actor, rows) => {
      await openingUndone(db, actor, receivableType, rows);
      await reverse(db, actor, rows);
    },
  },
};

/** A discarded receivable: what it booked is reversed. */
export const unbooking: TransitionRules = { guard: keptBooked, effect: reverse };
