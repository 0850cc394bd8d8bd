import { expect, it } from 'vitest';
import { monthDays, monthName, nextMonth, weekNames } from '#web/record/next-contact/month.ts';

it.each([
  ['2026-11', '2026-10-26', '2026-12-06'],
  ['2026-06', '2026-06-01', '2026-07-12'],
  ['2028-02', '2028-01-31', '2028-03-12'],
])('%s is shown from %s to %s', (month, first, last) => {
  const days = monthDays(month);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, 42]);
});

it('goes from month to month over the years', () => {
  expect(nextMonth('2026-12', 1)).toBe('2027-01');
  expect(nextMonth('2027-01', -1)).toBe('2026-12');
});

it('names months and days in both languages', () => {
  expect(monthName('2026-11', 'cn')).toBe('2026年11月');
  expect(monthName('2026-11', 'en')).toBe('November 2026');
  expect(weekNames('cn').join('')).toBe('一二三四五六日');
  expect(weekNames('en')[0]).toBe('Mon');
});
