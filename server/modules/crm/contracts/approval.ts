import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { ApprovalSubject } from '#server/approval/subjects.ts';
import { soldBelowFloor } from '#server/modules/crm/deals/api.ts';
import { isFullPrice, pricesOf } from '#server/modules/crm/contracts/prices/prices.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/** How contracts are approved: what conditions of flows may look at, and which ones nobody is asked about. */
export const contractApprovals: ApprovalSubject = {
  type: contractType,
  categoryType: 1,
  noun: 'crm_contract',
  amountField: 'money',
  deviations: soldBelowFloor(contractType),
  factNames: ['discount', 'belowFloor'],
  facts: async (db: Database, ids: readonly number[]) => {
    const prices = await pricesOf(db, ids);
    return new Map(
      [...prices].map(([id, { money, discount, lines }]) => [
        id,
        { amount: money, discount, belowFloor: lines.some(({ isBelowFloor }) => isBelowFloor) ? 1 : 0 },
      ]),
    );
  },
  autoPass: async (db: Database, _actor: Actor, id: number) => {
    const contract = (await pricesOf(db, [id])).get(id);
    return contract && isFullPrice(contract) ? 'contract.full_price' : null;
  },
};
