import type { ApprovalSubject } from '#server/approval/subjects.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { receivableDeviations } from './other-than-planned.ts';
import { readBooks, readReceipts } from './booking/read-books.ts';

/** How receivables are approved: a contract paid by coupon as a whole needs nobody. */
export const receivableApproval: ApprovalSubject = {
  type: receivableType,
  categoryType: 2,
  noun: 'crm_receivables',
  amountField: 'money',
  deviations: receivableDeviations,
  facts: async (db, ids) =>
    new Map((await readReceipts(db, ids)).map(({ id, money, method }) => [id, { amount: sumOf([money]), method }])),
  autoPass: async (db, _actor, id) => {
    const [receipt] = await readReceipts(db, [id]);
    if (receipt?.method !== 'coupon') return null;
    const { contracts } = await readBooks(db, [receipt], 'read');
    const contract = contracts.get(receipt.contractId);
    return contract && contract.due === sumOf([receipt.money]) ? 'receivable.coupon_passes' : null;
  },
};
