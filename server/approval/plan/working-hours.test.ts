import { expect, it } from 'vitest';
import { workingHoursLater } from './working-hours.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);
// 1 October is a holiday, Saturday the 10th is worked
const exceptions = new Map([
  ['2026-10-01', false],
  ['2026-10-02', false],
  ['2026-10-10', true],
]);

it.each([
  ['2026-09-28T09:00', 2, '2026-09-28T11:00'],
  ['2026-09-28T16:00', 2, '2026-09-28T18:00'],
  ['2026-09-28T17:00', 2, '2026-09-29T10:00'],
  ['2026-09-28T06:00', 1, '2026-09-28T10:00'],
  ['2026-09-28T22:30', 1, '2026-09-29T10:00'],
  ['2026-09-30T17:30', 1, '2026-10-05T09:30'],
  ['2026-10-09T17:00', 9, '2026-10-10T17:00'],
  ['2026-10-11T12:00', 18, '2026-10-13T18:00'],
  ['2026-09-28T09:15', 0, '2026-09-28T09:15'],
])('%s and %s working hours is %s', (from, hours, to) => {
  expect(workingHoursLater(at(from), hours, { exceptions })).toBe(at(to));
});

it('is never, where nobody works', () => {
  const never = { get: () => false } as unknown as ReadonlyMap<string, boolean>;
  expect(workingHoursLater(at('2026-09-28T09:00'), 1, { exceptions: never })).toBeNull();
});
