import { describe, expect, it } from 'vitest';
import { dice } from '#server/testing/dice.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { areDue, areWhole, instalmentsOf } from '#shared/crm/plans/periods.ts';

const firstDate = '2026-01-31';
const amountsOf = (total: string, split: { count?: number; shares?: readonly string[] }) =>
  instalmentsOf(total, { ...split, firstDate, months: 1 }).map(({ money }) => money);
const daysOf = (first: string, count: number, months: number) =>
  instalmentsOf('100.00', { count, firstDate: first, months }).map(({ date }) => date);

describe('instalments', () => {
  it('add up to the amount, the last one taking what rounding leaves', () => {
    expect(amountsOf('100.00', { count: 3 })).toEqual(['33.33', '33.33', '33.34']);
    expect(amountsOf('100.00', { shares: ['30', '30', '40'] })).toEqual(['30.00', '30.00', '40.00']);
    expect(amountsOf('0.02', { count: 3 })).toEqual(['0.00', '0.00', '0.02']);
    const roll = dice(7);
    for (let round = 0; round < 1000; round += 1) {
      const total = `${roll(10_000_000)}.${String(roll(100)).padStart(2, '0')}`;
      const amounts = amountsOf(total, { count: roll(119) + 1 });
      expect(sumOf(amounts)).toBe(sumOf([total]));
      expect(amounts.every((amount) => !amount.startsWith('-'))).toBe(true);
    }
  });

  it('take shares that come to the whole', () => {
    expect(areWhole(['33.3', '33.3', '33.4'])).toBe(true);
    for (const shares of [
      ['50', '49.99'],
      ['100', '0'],
      ['-10', '110'],
      ['50.001', '49.999'],
      ['一半', '50'],
    ])
      expect([shares, areWhole(shares)]).toEqual([shares, false]);
  });

  it('are due on the same day of later months, or the last one of shorter ones', () => {
    expect(daysOf(firstDate, 4, 1)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(daysOf(firstDate, 2, 13)).toEqual(['2026-01-31', '2027-02-28']);
    expect(daysOf('2027-12-15', 2, 2)).toEqual(['2027-12-15', '2028-02-15']);
    expect(daysOf('2028-01-30', 2, 1)).toEqual(['2028-01-30', '2028-02-29']);
    expect(daysOf('2028-01-30', 2, 0)).toEqual(['2028-01-30', '2028-01-30']);
  });

  it('are all due only where each has an amount', () => {
    const split = { count: 3, firstDate, months: 1 };
    expect(areDue(instalmentsOf('0.03', split))).toBe(true);
    expect(areDue(instalmentsOf('0.02', split))).toBe(false);
    expect(areDue(instalmentsOf('-10.00', split))).toBe(false);
  });
});
