import { expect, it } from 'vitest';
import { isContactDay } from '#shared/record/contact-day.ts';

it('allows the next contact from yesterday to 60 days ahead', () => {
  const today = '2026-01-01 23:59:59';
  const cases: [string, boolean][] = [
    ['2025-12-30 23:59:59', false],
    ['2025-12-31 00:00:00', true],
    ['2026-01-01', true],
    ['2026-03-02 23:59:59', true],
    ['2026-03-03 00:00:00', false],
    ['2031-01-02 03:04:05', false],
  ];
  for (const [day, isAllowed] of cases) expect([day, isContactDay(day, today)]).toEqual([day, isAllowed]);
});
