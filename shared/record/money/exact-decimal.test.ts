import { describe, expect, it } from 'vitest';
import {
  compared,
  percentOff,
  plainSum,
  productOf,
  sumOf,
  toCents,
  withoutPercent,
} from '#shared/record/money/exact-decimal.ts';

describe('exact decimals', () => {
  it.each([
    ['0.005', '0.01'],
    ['0.004999999999999999999999', '0.00'],
    ['-0.005', '-0.01'],
    ['-0.004', '0.00'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['9999999999.995', '10000000000.00'],
    ['', '0.00'],
  ])('%s rounds to %s', (value, expected) => {
    expect(toCents(value)).toBe(expected);
  });

  it('add and multiply where floats go wrong', () => {
    expect(sumOf(['0.1', '0.2', ''])).toBe('0.30');
    expect(plainSum(['0.1', '0.2', '', '-0.3'])).toBe('0');
    expect(plainSum(['0.125', '2'])).toBe('2.125');
    expect(productOf('1.15', '3')).toBe('3.45');
    expect(productOf('9999999999.99', '999999999999.9999')).toBe('9999999999989999000000.00');
  });

  it('subtract percentages and derive them again, 0 without a whole', () => {
    expect(withoutPercent('99.99', '33.33')).toBe('66.66');
    expect(percentOff('3', '2')).toBe('33.33');
    expect(percentOff('0.00', '5')).toBe('0.00');
    expect(percentOff('0.01', '9999999999.99')).toBe('-99999999999800.00');
  });

  it('compare as numbers, and accept no JavaScript numbers', () => {
    expect([compared('10', '9.99'), compared('1.50', '1.5'), compared('-2', '1')]).toEqual([1, 0, -1]);
    expect(() => toCents(0.1 as unknown as string)).toThrow('Invalid');
  });
});
