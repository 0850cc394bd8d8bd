import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { ledgerDocuments, type Account } from '#shared/crm/ledger/accounts.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { reverseDocument } from './document-postings.ts';
import { lockContracts, type LockedContract } from './locked-contracts.ts';
import { negated, post, type PostedLine, type Posting } from './post.ts';

const documentOf = ({ id, version }: LockedContract) => ({ typeCode: ledgerDocuments.contract, id, version });

interface Passed {
  readonly name: string;
  readonly agreed: string;
  readonly invoiced: string;
  /** Received, or owed beyond its day. */
  readonly settled: string;
  /** What its plans come to, those in the recycle bin left out; null where it has none, not even there. */
  readonly planned: string | null;
}

/**
 * Contracts have come into force, or an order has changed what they come to: what is more, or less, is due, and their
 * plans are planned. After the change of their state, in its transaction.
 * @throws AppError `ledger.plans_over`, `ledger.below_invoiced`, `ledger.below_received`
 */
export async function contractPassed(db: Database, actor: Actor, contractIds: readonly number[]): Promise<void> {
  const contracts = await postPassed(db, actor, contractIds);
  for (const { name, planned, agreed } of contracts)
    if (planned !== null && compared(planned, agreed) > 0)
      throw new AppError('ledger.plans_over', { name, planned, money: agreed });
  for (const { name, invoiced, agreed } of contracts)
    if (compared(invoiced, agreed) > 0) throw new AppError('ledger.below_invoiced', { name, money: invoiced });
  for (const { name, settled, agreed } of contracts)
    if (compared(settled, agreed) > 0) throw new AppError('ledger.below_received', { name, money: settled });
  if (contracts.some(({ planned }) => planned !== null)) await followPlans(db, actor, contractIds);
}

/** Locks contracts in the order of their ids, books what they come to beyond what is booked, and returns them. */
async function postPassed(db: Database, actor: Actor, contractIds: readonly number[]): Promise<readonly Passed[]> {
  const { from, live } = system('the ledger books on contracts, whoever may open them', contractType);
  const plans = system('plans of a contract may not exceed it, whoever sees them', planType);
  const { rows } = await sql<Passed>`
    with passed as materialized (
      select r.contract_id, r.name, r.version, r.customer_id, r.order_date, coalesce(r.money, 0) as agreed, r.invoiced_money,
        r.received_money + r.arrears_money as settled,
        coalesce(r.money, 0) + coalesce((select sum(e.amount) from ledger_entry e
          where e.contract_id = r.contract_id and e.account = 'contracted'), 0) as more
      from ${from} where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live}
      order by r.contract_id for no key update of r
    ), posting as materialized (
      select p.*, nextval('ledger_posting') as posting_id from passed p where p.more <> 0
    ), posted as (
      insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type,
        document_id, document_version, user_id, document_date, ledger_date)
      select p.posting_id, l.line, l.account, p.more * l.side, 'passed', p.customer_id, p.contract_id,
        ${ledgerDocuments.contract}::int, p.contract_id, p.version, ${actor.userId}::int, coalesce(p.order_date, current_date), current_date
      from posting p cross join (values (1, 'due', 1), (2, 'contracted', -1)) as l(line, account, side)
      order by p.posting_id, l.line
    ), planned as (
      select r.contract_id, coalesce(sum(r.money) filter (where ${plans.live}), 0) as money from ${plans.from}
      where r.contract_id = any(${[...contractIds]}::bigint[]) group by r.contract_id
    )
    select p.name, p.agreed::text as agreed, p.invoiced_money::text as invoiced, p.settled::text as settled,
      l.money::text as planned
    from passed p left join planned l on l.contract_id = p.contract_id order by p.contract_id`.execute(db);
  return rows;
}

/**
 * Figures of contracts that pass, for the write of their state: `contractPassed` books the same, or the transaction is
 * refused when it ends. An order leaves its own alone.
 */
export const figuresOfPassing = (): Readonly<Record<string, RawBuilder<unknown>>> => ({
  contract_money: sql`case when r.changes_id is null then 0.00 + coalesce(r.money, 0) else r.contract_money end`,
  unreceived_money: sql`r.unreceived_money
    + case when r.changes_id is null then coalesce(r.money, 0) - r.contract_money else 0 end`,
});

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
 * Of contracts about to be deleted, those that were booked: what was agreed stays readable. One that was taken over and is a
 * draft again, with nothing in any account, may go; its entries stay.
 * @internal
 */
export async function keptByLedger(
  db: Database,
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const { from } = system('contracts that count in the ledger stay, whoever deletes them', contractType);
  const { rows } = await sql<{ id: number; name: string }>`
    select r.contract_id as id, r.name from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[])
      and exists (select from ledger_entry e where e.contract_id = r.contract_id)
      and (r.check_status in (${checkStatuses.passed}, ${checkStatuses.discarded}) or exists (
        select from ledger_entry e where e.contract_id = r.contract_id group by e.account having sum(e.amount) <> 0)
        or exists (select from arrears a where a.contract_id = r.contract_id))`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, new AppError('ledger.has_entries', { name })]));
}
