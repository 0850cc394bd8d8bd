import { expect, it } from 'vitest';
import { daysOf, goneBy, sameBefore, stepOf, stepOver, type Period } from '#shared/text/period.ts';

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

it.each<[Period, string, string, string]>([
  ['today', '2026-11-21 22:31:00', '2026-11-20', '2026-11-20 22:31:00'],
  ['yesterday', '2026-11-21 22:31:00', '2026-11-19', '2026-11-20'],
  ['week', '2026-11-18 09:00:00', '2026-11-09', '2026-11-11 09:00:00'],
  ['month', '2026-11-21 22:31:00', '2026-10-01', '2026-10-21 22:31:00'],
  // a month too short for it ends
  ['month', '2026-03-31 12:00:00', '2026-02-01', '2026-02-28 12:00:00'],
  ['lastMonth', '2026-11-21 22:31:00', '2026-09-01', '2026-10-01'],
  ['quarter', '2026-11-21 22:31:00', '2026-07-01', '2026-08-21 22:31:00'],
  ['lastQuarter', '2026-02-10 08:00:00', '2025-07-01', '2025-10-01'],
  ['year', '2028-02-29 08:00:00', '2027-01-01', '2027-02-28 08:00:00'],
  ['lastYear', '2026-02-10 08:00:00', '2024-01-01', '2025-01-01'],
])('%s at %s is compared with %s to before %s', (period, now, from, until) => {
  const days = daysOf(period, now.slice(0, 10));
  expect(sameBefore(days, stepOf(period), now)).toEqual({ from, until });
});

it('chosen days are compared with the same number of days before them, as far as they have elapsed', () => {
  const days = { from: '2026-11-15', to: '2026-11-25' };
  expect(sameBefore(days, stepOver(days), '2026-12-01 00:00:00')).toEqual({ from: '2026-11-05', until: '2026-11-15' });
  expect(sameBefore(days, stepOver(days), '2026-11-18 07:00:00')).toEqual({
    from: '2026-11-05',
    until: '2026-11-08 07:00:00',
  });
  expect(goneBy(days, '2026-11-18 07:00:00').until).toBe('2026-11-18 07:00:00');
  // none of it has elapsed
  expect(sameBefore(days, stepOver(days), '2026-11-01 07:00:00')).toEqual({ from: '2026-11-05', until: '2026-11-05' });
});
