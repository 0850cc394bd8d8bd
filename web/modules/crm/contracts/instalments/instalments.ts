import type { z } from 'zod';
import { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { areWhole } from '#shared/crm/plans/periods.ts';
import { paymentMethods } from '#shared/crm/options.ts';
import { plainSum } from '#shared/record/money/exact-decimal.ts';

/** What is typed in the dialog, finished or not. */
export interface TypedInstalments {
  readonly split: 'even' | 'shares';
  readonly count: number | null;
  readonly shares: readonly string[];
  readonly firstDate: string;
  readonly months: number | null;
  readonly returnType: string;
  readonly remind: number | null;
  readonly remark: string;
}

export const firstTyped = (today: string): TypedInstalments => ({
  split: 'even',
  count: 3,
  shares: ['30', '30', '40'],
  firstDate: today,
  months: 1,
  returnType: paymentMethods[0],
  remind: null,
  remark: '',
});

type Asked = z.output<typeof planCalls.addPeriods.input>;

/** What is asked of the server; null until it is complete. */
export function askedOf(contractId: number, typed: TypedInstalments): Asked | null {
  const { split, count, shares, months, remind, ...rest } = typed;
  if (split === 'even' ? count === null : !areWhole(shares)) return null;
  if (months === null) return null;
  const parts = split === 'even' ? { count } : { shares };
  const asked = { ...rest, ...parts, contractId, months, ...(remind === null ? {} : { remind }) };
  return planCalls.addPeriods.input.safeParse(asked).data ?? null;
}

/** The sum of the shares, or null while one of them is no number. */
export const shareTotal = (shares: readonly string[]): string | null =>
  shares.every((share) => /^\d{1,3}(\.\d{1,2})?$/.test(share)) ? plainSum(shares) : null;
