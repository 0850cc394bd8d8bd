import type { ApprovalSubject } from '#server/approval/subjects.ts';
import { soldBelowFloor } from '#server/modules/crm/deals/api.ts';
import { requireRecipient } from '#server/modules/crm/recipients.ts';
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
  facts: async (db, _ids, read) => {
    const prices = await pricesOf(db, read);
    return new Map(
      [...prices].map(([id, contract]) => [
        id,
        {
          amount: contract.money,
          discount: contract.discount,
          belowFloor: contract.lines.some(({ isBelowFloor }) => isBelowFloor) ? 1 : 0,
          fullPrice: isFullPrice(contract) ? 1 : 0,
        },
      ]),
    );
  },
  requireComplete: requireRecipient,
  autoPass: async (_db, _actor, _id, { fullPrice }) => (fullPrice === 1 ? 'contract.full_price' : null),
};
