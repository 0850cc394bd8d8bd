import { z } from 'zod';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id } from '#shared/wire/values.ts';

/** The product that coupons are for, by its number. */
export const couponProductNumber = '100010';

const coupon = z.object({
  couponId: z.int(),
  code: z.string(),
  name: z.string(),
  money: z.string(),
  validUntil: z.string(),
});

export const couponCalls = {
  /** What a contract may be paid by coupon, and with which of the customer's. */
  information: endpoint({
    path: 'coupon/information',
    access: [permissionOf(receivableType, 'save'), permissionOf(receivableType, 'update')],
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: z.object({
      productNum: z.string(),
      /** 1 when the contract has that product. */
      hasProduct: z.int(),
      /** The amount that a coupon has to be of: the contract's, less coupons used before. */
      money: z.string(),
      list: z.array(coupon),
    }),
    codes: ['access.record'],
  }),
};
