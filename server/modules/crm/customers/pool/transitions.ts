import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { limitTypes, quotaFor, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import { byOwner } from '#server/record/ownership/quota.ts';
import type { TransitionRow, TransitionRulesOf } from '#server/record/states/transition-rules.ts';
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
    deal: { set: unlocked },
    noDeal: {
      set: unlocked,
      // without it the customer counts for the owner's limit again
      guard: (db, _actor, customers) => beyondOwnersQuota(db, customers, limitTypes.own, 'pool.owners_limit'),
    },
  },
};
