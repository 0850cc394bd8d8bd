import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { limitTypes, quotaFor, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import { byOwner } from '#server/record/ownership/quota.ts';
import { system } from '#server/record/access/system.ts';
import type { TransitionRow, TransitionRulesOf } from '#server/record/states/transition-rules.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';

/**
 * For transitions after which customers count against their owner's quota: refuses those of owners with too little
 * quota.
 */
async function beyondOwnersQuota(
  db: Database,
  customers: readonly TransitionRow[],
  limit: LimitType,
  refusal: ErrorCode,
): Promise<Map<number, AppError>> {
  const refused = new Map<number, AppError>();
  for (const [owner, own] of byOwner(customers))
    if ((await quotaFor(db, limit, owner)) < own.length)
      for (const { id } of own) refused.set(id, new AppError(refusal));
  return refused;
}

/** A customer with a contract in force has dealt, whatever else is undone. */
async function withContract(db: Database, customers: readonly TransitionRow[]): Promise<ReadonlyMap<number, AppError>> {
  const { from, live } = system('a customer with a contract has dealt, whoever sees the contract', contractType);
  const { rows } = await sql<{ id: number; num: string }>`
    select r.customer_id as id, min(r.num) as num from ${from}
    where ${live} and r.customer_id = any(${customers.map(({ id }) => id)}::bigint[])
      and r.check_status = ${checkStatuses.passed}
    group by r.customer_id`.execute(db);
  return new Map(rows.map(({ id, num }) => [Number(id), new AppError('pool.has_contract', { number: num })]));
}

/** A deal ends a lock; without a lock nothing changes. */
const unlocked = () => ({ is_lock: sql`0::smallint` });

/** Moves of customers between their owner and the pool. */
export const customerTransitions: TransitionRulesOf = {
  is_lock: {
    lock: {
      guard: async (db, _actor, customers) => {
        const withDeal = customers.filter(({ row }) => row['deal_status'] === 1);
        if (withDeal.length > 0) return new Map(withDeal.map(({ id }) => [id, new AppError('pool.lock_deal')]));
        return beyondOwnersQuota(db, customers, limitTypes.lock, 'pool.lock_limit');
      },
    },
  },
  deal_status: {
    deal: { set: unlocked, undo: { guard: (db, _actor, customers) => withContract(db, customers) } },
    noDeal: {
      set: unlocked,
      // without it the customer counts for the owner's limit again
      guard: (db, _actor, customers) => beyondOwnersQuota(db, customers, limitTypes.own, 'pool.owners_limit'),
    },
  },
};
