import { arrearsMethod, couponMethod, creditMethod } from '#shared/crm/options.ts';

/** What a method of payment means to the ledger; every other one is money received. */
export type MethodKind = 'money' | 'arrears' | 'coupon' | 'credit';

export const methodKind = (method: unknown): MethodKind => {
  if (method === arrearsMethod) return 'arrears';
  if (method === couponMethod) return 'coupon';
  return method === creditMethod ? 'credit' : 'money';
};
