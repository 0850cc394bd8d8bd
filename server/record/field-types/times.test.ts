import { expect, it } from 'vitest';
import { date, datetime } from '#server/record/field-types/times.ts';

it.each([
  ['a day of moments means its last second', datetime, '2026-01-31', '2026-01-31 23:59:59'],
  ['a moment means itself', datetime, '2026-01-31 08:00:00', '2026-01-31 08:00:00'],
  ['a day of days means itself', date, '2026-01-31', '2026-01-31'],
] as const)('as the end of a range %s', (_what, { time }, given, expected) => {
  expect(time?.asEnd(given)).toBe(expected);
});

it('day filters accept texts with a time, and refuse what is no day', () => {
  expect(date.time?.read('2026-01-31 08:00:00')).toBe('2026-01-31');
  expect(date.time?.read('2026-02-30')).toBeNull();
  expect(datetime.time?.read('someday')).toBeNull();
});
