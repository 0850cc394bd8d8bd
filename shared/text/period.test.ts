import { expect, it } from 'vitest';
import { daysBefore, daysOf, type Period } from '#shared/text/period.ts';

it.each<[Period, string, string, string]>([
  ['today', '2026-11-21', '2026-11-21', '2026-11-22'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-03-01'],
  ['week', '2026-11-21', '2026-11-16', '2026-11-23'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-23'],
  ['week', '2026-11-23', '2026-11-23', '2026-11-30'],
  ['lastWeek', '2026-01-01', '2025-12-22', '2025-12-29'],
  ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['lastMonth', '2026-01-15', '2025-12-01', '2026-01-01'],
  ['quarter', '2026-11-21', '2026-10-01', '2027-01-01'],
  ['lastQuarter', '2026-02-10', '2025-10-01', '2026-01-01'],
  ['year', '2026-02-10', '2026-01-01', '2027-01-01'],
  ['lastYear', '2026-02-10', '2025-01-01', '2026-01-01'],
])('%s on %s is from %s to before %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to });
});

it('a period is compared with as many days right before it', () => {
  expect(daysBefore({ from: '2026-10-01', to: '2026-11-01' })).toEqual({ from: '2026-08-31', to: '2026-10-01' });
});
