import { describe, expect, it } from 'vitest';
import { dice } from '#server/testing/dice.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { amountsBy, areWhole, equalShares, monthsLater } from './periods.ts';

describe('instalments', () => {
  it('add up to the amount, the last one taking what rounding leaves', () => {
    expect(amountsBy('100.00', equalShares(3))).toEqual(['33.33', '33.33', '33.34']);
    expect(amountsBy('100.00', ['30', '30', '40'])).toEqual(['30.00', '30.00', '40.00']);
    expect(amountsBy('0.02', equalShares(3))).toEqual(['0.00', '0.00', '0.02']);
    const roll = dice(7);
    for (let round = 0; round < 1000; round += 1) {
      const total = `${roll(10_000_000)}.${String(roll(100)).padStart(2, '0')}`;
      const amounts = amountsBy(total, equalShares(roll(119) + 1));
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
    expect([0, 1, 2, 3, 13].map((months) => monthsLater('2026-01-31', months))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-02-28',
    ]);
    expect(monthsLater('2027-12-15', 2)).toBe('2028-02-15');
    expect(monthsLater('2028-01-30', 1)).toBe('2028-02-29');
  });
});
