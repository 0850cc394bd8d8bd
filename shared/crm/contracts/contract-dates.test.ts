import { expect, it } from 'vitest';
import { followingDates, usualDates, usualEnd } from '#shared/crm/contracts/contract-dates.ts';

it('runs thirty days from today, as the clock of the company has it', () => {
  // half past midnight in Shanghai, the day before in London
  expect(usualDates(Date.parse('2026-02-27T16:30:00Z'))).toEqual({ start: '2026-02-28', end: '2026-03-30' });
});

it.each([
  ['2026-03-01', '2026-03-31'],
  ['2024-01-31', '2024-03-01'],
  ['9999-12-31', '9999-12-31'],
])('from %s to %s', (start, end) => {
  expect(usualEnd(start)).toBe(end);
});

it('is renewed from the day after for as long', () => {
  expect(followingDates('2026-01-01', '2026-01-31')).toEqual({ start: '2026-02-01', end: '2026-03-03' });
});
