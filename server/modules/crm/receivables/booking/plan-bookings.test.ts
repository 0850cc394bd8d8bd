import { describe, expect, it } from 'vitest';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { dice } from '#server/testing/dice.ts';
import { booked, isRefusal, planBooking, type Books, type ContractBook, type Receipt } from './plan-bookings.ts';

const contract: ContractBook = {
  customerId: 1,
  isInForce: true,
  due: '100.00',
  byCoupon: '100.00',
  hasOpenPlans: false,
  openArrears: null,
};
const books = (of: Partial<ContractBook> = {}, lacks = '60.00'): Books => ({
  contracts: new Map([[1, { ...contract, ...of }]]),
  plans: new Map([[5, { contractId: 1, num: '1', lacks }]]),
  credit: new Map([[1, '20.00']]),
});
const receipt = (money: string, more: Partial<Receipt> = {}): Receipt => ({
  id: 1,
  contractId: 1,
  planId: null,
  arrearsId: null,
  money,
  method: 'money',
  arrearType: '',
  takesSurplus: false,
  ...more,
});
/** The code of a refusal, or what is received and what becomes arrears. */
const outcome = (one: Receipt, on: Books) => {
  const planned = planBooking(one, on);
  return isRefusal(planned) ? planned.code : [planned.lines[0]?.amount ?? '0', planned.arrears?.money ?? '0'];
};
/** What each account comes to; entries of plans by their number. */
const accountsOf = (one: Receipt, on: Books) => {
  const planned = planBooking(one, on);
  if (isRefusal(planned)) return planned.code;
  const lines = [...planned.lines, ...(planned.arrears?.lines ?? []), ...(planned.surplus?.lines ?? [])];
  return Object.fromEntries(
    [...Map.groupBy(lines, ({ account, planId }) => `${account}${planId ?? ''}`)].map(([key, of]) => [
      key,
      sumOf(of.map(({ amount }) => amount)),
    ]),
  );
};
const arrears = { id: 9, open: '30.00', planId: 5 };

describe('a booking', () => {
  it.each([
    ['the rest without plans becomes arrears', receipt('40'), books(), ['40', '60.00']],
    ['plans that wait have days of their own', receipt('40'), books({ hasOpenPlans: true }), ['40', '0']],
    ['only what the plan lacks', receipt('40', { planId: 5 }), books(), ['40', '20.00']],
    ['no more than the contract still owes', receipt('40', { planId: 5 }), books({ due: '50.00' }), ['40', '10.00']],
    ['all of the plan', receipt('60', { planId: 5 }), books(), ['60', '0']],
    ['more than the plan', receipt('60.01', { planId: 5 }), books(), 'receivable.over_plan'],
    ['more than the contract', receipt('100.01'), books(), 'receivable.over_contract'],
    ['beside open arrears with a rest', receipt('40'), books({ openArrears: arrears }), 'arrears.exists'],
    ['beside open arrears without one', receipt('100'), books({ openArrears: arrears }), ['100', '0']],
    ['all that is left is in arrears', receipt('5'), books({ due: '0.00', openArrears: arrears }), 'arrears.exists'],
    ['settling a part', receipt('30', { arrearsId: 9 }), books({ openArrears: arrears }), ['30', '0']],
    ['settling more', receipt('30.01', { arrearsId: 9 }), books({ openArrears: arrears }), 'arrears.money_wrong'],
    ['settling others', receipt('1', { arrearsId: 8 }), books({ openArrears: arrears }), 'arrears.money_wrong'],
    ['settling none', receipt('1', { arrearsId: 9 }), books(), 'arrears.money_wrong'],
    ['owing without a kind', receipt('10', { method: 'arrears' }), books(), 'arrears.type_missing'],
    ['owing', receipt('10', { method: 'arrears', arrearType: '其他' }), books(), ['0', '10']],
    ['owing too much', receipt('101', { method: 'arrears', arrearType: '其他' }), books(), 'arrears.money_wrong'],
    [
      'owing twice',
      receipt('1', { method: 'arrears', arrearType: '其他' }),
      books({ openArrears: arrears }),
      'arrears.exists',
    ],
    ['a coupon over less', receipt('99', { method: 'coupon' }), books(), 'receivable.coupon_money'],
    ['a coupon', receipt('100', { method: 'coupon' }), books(), ['100', '0']],
    ['too much credit', receipt('20.01', { method: 'credit' }), books(), 'receivable.over_credit'],
    ['nothing', receipt('0'), books(), 'receivable.money_missing'],
    ['a contract not in force', receipt('1'), books({ isInForce: false }), 'receivable.contract_not_in_force'],
    ['a plan of another contract', receipt('1', { planId: 6 }), books(), 'access.record'],
  ])('%s', (_case, one, on, expected) => {
    expect(outcome(one, on)).toEqual(expected);
  });

  it.each([
    ['without a plan pays those that wait', {}, books(), { received5: '60.00', due5: '-60.00', due: '-40.00' }],
    [
      'and arrears with it',
      {},
      books({ due: '50.00', openArrears: arrears }, '50.00'),
      {
        received5: '80.00',
        due5: '-50.00',
        arrears5: '-30.00',
      },
    ],
    ['that nothing is left of', {}, books({ due: '0.00' }, '0.00'), {}],
    [
      'that names its arrears',
      { arrearsId: 9 },
      books({ due: '0.00', openArrears: arrears }, '0.00'),
      {
        received5: '30.00',
        arrears5: '-30.00',
      },
    ],
  ])('beyond the contract, once confirmed, %s', (_case, more, on, expected) => {
    const one = receipt('130', { takesSurplus: true, ...more });
    const { credit, received, ...rest } = accountsOf(one, on) as Record<string, string>;
    const paid = sumOf(
      Object.entries(expected).flatMap(([key, amount]) => (/^(due|arrears)/.test(key) ? [amount] : [])),
    );
    expect(rest).toEqual(expected);
    expect(credit).toBe(sumOf(['-130', paid.replace('-', '')]));
    expect(sumOf([received ?? '0', rest['received5'] ?? '0'])).toBe('130.00');
  });

  it.each([
    [
      'no more than the contract is like any other',
      receipt('100', { takesSurplus: true }),
      books(),
      {
        received: '100.00',
        due: '-100.00',
      },
    ],
    ['of others’ arrears', receipt('200', { takesSurplus: true, arrearsId: 8 }), books(), 'arrears.money_wrong'],
    ['by credit', receipt('101', { takesSurplus: true, method: 'credit' }), books(), 'receivable.over_credit'],
    ['by coupon', receipt('101', { takesSurplus: true, method: 'coupon' }), books(), 'receivable.coupon_money'],
    [
      'beside arrears of the same approval',
      receipt('200', { takesSurplus: true }),
      books({ openArrears: { ...arrears, id: 0 } }),
      'arrears.exists',
    ],
  ])('confirmed: %s', (_case, one, on, expected) => {
    expect(accountsOf(one, on)).toEqual(expected);
  });

  it('always balances, and leaves nothing below 0', () => {
    const roll = dice(11);
    let counted = 0;
    for (let round = 0; round < 2000; round += 1) {
      let on = books({ due: `${roll(200)}.${10 + roll(89)}`, openArrears: roll(2) ? arrears : null }, `${roll(90)}.00`);
      for (let at = 0; at < 4; at += 1) {
        const methods = ['money', 'arrears', 'coupon', 'credit'] as const;
        const one = receipt(`${roll(120)}.${10 + roll(89)}`, {
          method: methods[roll(4)] ?? 'money',
          planId: roll(2) ? 5 : null,
          arrearsId: roll(3) ? null : 9,
          arrearType: '其他',
          takesSurplus: roll(2) === 0,
        });
        const planned = planBooking(one, on);
        if (isRefusal(planned)) continue;
        counted += 1;
        const lines = [...planned.lines, ...(planned.arrears?.lines ?? []), ...(planned.surplus?.lines ?? [])];
        expect(sumOf(lines.map(({ amount }) => amount))).toBe('0.00');
        on = booked(on, one, planned, 9);
        const after = on.contracts.get(1);
        expect([after?.due, on.plans.get(5)?.lacks, on.credit.get(1)].filter((left) => left?.startsWith('-'))).toEqual(
          [],
        );
      }
    }
    expect(counted).toBeGreaterThan(500);
  });
});
