import { expect, it } from 'vitest';
import { customerChips } from '#web/modules/crm/customers/pool/customer-chips.ts';

const owned = { isPool: 0, dealStatus: 0, isLock: 0 };

it.each([
  ['nothing while the rules are off', owned, []],
  ['nothing where no rule applies', { ...owned, poolDay: '' }, []],
  ['the pool, whatever else it was', { ...owned, isPool: 1, isLock: 1, dealStatus: 1 }, ['page.pool neutral']],
  ['a deal', { ...owned, dealStatus: 1, poolDay: '' }, ['crm_customer.deal_status.1 success']],
  ['a lock', { ...owned, isLock: 1, poolDay: '' }, ['pool.is_locked primary']],
  ['what is due', { ...owned, poolDay: 0 }, ['pool.due_now danger']],
  ['two days', { ...owned, poolDay: 2 }, ['pool.days_left danger 2']],
  ['a week', { ...owned, poolDay: 7 }, ['pool.days_left warning 7']],
  ['more than a week', { ...owned, poolDay: 8 }, ['pool.days_left neutral 8']],
])('the chips of a customer show %s', (_what, customer, chips) => {
  expect(
    customerChips(customer).map(({ label, tone, params }) => [label, tone, ...Object.values(params ?? {})].join(' ')),
  ).toEqual(chips);
});
