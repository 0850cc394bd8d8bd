import { expect, it } from 'vitest';
import { daysOfMonth, isUsualWorkday, monthAfter, weekdayOf } from './month.ts';

it('knows the days of a month and their weekdays', () => {
  expect(daysOfMonth('2028-02')).toHaveLength(29);
  expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31');
  expect(weekdayOf('2026-11-23')).toBe(0);
  expect(['2026-11-27', '2026-11-28', '2026-11-29'].map(isUsualWorkday)).toEqual([true, false, false]);
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
