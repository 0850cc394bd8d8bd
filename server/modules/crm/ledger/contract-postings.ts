import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { ledgerDocuments, type Account } from '#shared/crm/ledger/accounts.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { reverseDocument } from './document-postings.ts';
import { lockContracts, type LockedContract } from './locked-contracts.ts';
import { isZero, negated, post, type PostedLine, type Posting } from './post.ts';

const documentOf = ({ id, version }: LockedContract) => ({ typeCode: ledgerDocuments.contract, id, version });

/**
 * Contracts have come into force, or an order has changed what they come to: what is more, or less, is due, and their
 * plans are planned. After the change of their state, in its transaction.
 * @throws AppError `ledger.plans_over`, `ledger.below_invoiced`
 */
export async function contractPassed(db: Database, actor: Actor, contractIds: readonly number[]): Promise<void> {
  const contracts = await lockContracts(db, contractIds);
  const { from, live } = system('plans of a contract may not exceed it, whoever sees them', planType);
  const { rows: planned } = await sql<{ id: number; money: string }>`
    select r.contract_id as id, sum(r.money)::text as money from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live} group by r.contract_id`.execute(db);
  for (const contract of contracts) {
    const plans = planned.find(({ id }) => id === contract.id);
    if (plans && compared(plans.money, contract.agreed) > 0)
      throw new AppError('ledger.plans_over', { name: contract.name, planned: plans.money, money: contract.agreed });
  }
  for (const { name, invoicedMoney, agreed } of contracts)
    if (compared(invoicedMoney, agreed) > 0)
      throw new AppError('ledger.below_invoiced', { name, money: invoicedMoney });
  const postings = contracts
    .map((contract) => ({ contract, more: sumOf([contract.agreed, negated(contract.contractMoney)]) }))
    .filter(({ more }) => !isZero(more))
    .map(({ contract, more }): Posting => ({
      event: 'passed',
      customerId: contract.customerId,
      contractId: contract.id,
      document: documentOf(contract),
      day: contract.orderDate,
      lines: [
        { account: 'due', amount: more },
        { account: 'contracted', amount: negated(more) },
      ],
    }));
  await post(db, actor, postings);
  await followPlans(db, actor, contractIds);
}

/**
 * Contracts are discarded: what is unpaid is reversed, what was received becomes the customer's credit. After the change of
 * their state, in its transaction.
 * @throws AppError `ledger.invoiced`
 */
export async function contractDiscarded(db: Database, actor: Actor, contractIds: readonly number[]): Promise<void> {
  const contracts = await lockContracts(db, contractIds);
  for (const { name, invoicedMoney } of contracts)
    if (compared(invoicedMoney, '0') > 0) throw new AppError('ledger.invoiced', { name, money: invoicedMoney });
  const held = await heldBy(db, contractIds);
  const postings = contracts.map((contract): Posting => ({
    event: 'discarded',
    customerId: contract.customerId,
    contractId: contract.id,
    document: documentOf(contract),
    day: null,
    lines: held.filter(({ contractId }) => contractId === contract.id).map(discardedLine),
  }));
  await sql`
    update arrears set close_time = now(), close_user_id = ${actor.userId}
    where contract_id = any(${[...contractIds]}::bigint[]) and status = 0`.execute(db);
  await post(db, actor, postings);
  await followPlans(db, actor, contractIds);
}

/**
 * Contracts that nothing is booked on are drafts again: what came due with them is reversed, and so is what is planned.
 * After the change of their state, in its transaction.
 */
export async function contractTakenBack(db: Database, actor: Actor, contractIds: readonly number[]): Promise<void> {
  for (const contract of await lockContracts(db, contractIds)) await reverseDocument(db, actor, documentOf(contract));
  await followPlans(db, actor, contractIds);
}

interface Held {
  readonly contractId: number;
  readonly account: Account;
  readonly planId: number | null;
  readonly arrearsId: number | null;
  readonly amount: string;
}

/** What was received stays so, and is owed to the customer from now on. */
const discardedLine = ({ account, amount, planId, arrearsId }: Held): PostedLine => ({
  account: account === 'received' || account === 'refunded' ? 'credit' : account,
  amount: negated(amount),
  planId,
  arrearsId,
});

async function heldBy(db: Database, contractIds: readonly number[]): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select contract_id as "contractId", account, plan_id as "planId", arrears_id as "arrearsId", sum(amount)::text as amount
    from ledger_entry
    where contract_id = any(${[...contractIds]}::bigint[])
      and account in ('contracted', 'due', 'arrears', 'received', 'coupon', 'credit', 'refunded')
    group by contract_id, account, plan_id, arrears_id having sum(amount) <> 0
    order by contract_id, account, plan_id, arrears_id`.execute(db);
  return rows;
}

/** What is planned for contracts, once they are in force or no longer are. */
async function followPlans(db: Database, actor: Actor, contractIds: readonly number[]): Promise<void> {
  const { from } = system('plans are planned while their contract is in force', planType);
  await sql`
    select follow_plan(r.plan_id, r.contract_id, ${actor.userId}) from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) order by r.plan_id`.execute(db);
}

/**
 * Of contracts about to be deleted, those that have entries: what was agreed stays readable.
 * @internal
 */
export async function keptByLedger(
  db: Database,
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const { from } = system('contracts with entries stay, whoever deletes them', contractType);
  const { rows } = await sql<{ id: number; name: string }>`
    select r.contract_id as id, r.name from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[])
      and exists (select from ledger_entry e where e.contract_id = r.contract_id)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, new AppError('ledger.has_entries', { name })]));
}
