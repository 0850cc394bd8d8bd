import { expect, it } from 'vitest';
import { fieldLevel, isMoreGenerous, mostGenerous, restrictedLevel } from '#shared/admin/field-level.ts';

it('orders levels by what they show and allow, not by their numbers', () => {
  const { hidden, masked, readOnly, open } = fieldLevel;
  const rising = [hidden, masked, readOnly, open];
  for (const [at, level] of rising.entries())
    for (const [place, other] of rising.entries()) expect(isMoreGenerous(level, other)).toBe(at > place);
  expect(mostGenerous(hidden, [masked])).toBe(masked);
  expect(mostGenerous(masked, [readOnly, hidden])).toBe(readOnly);
  expect(mostGenerous(readOnly, [masked])).toBe(readOnly);
  expect(mostGenerous(open, [hidden])).toBe(open);
});

it('treats a number that is no level as hidden', () => {
  expect([0, 1, 3, 2, 7, null].map(restrictedLevel)).toEqual([0, 1, 3, 0, 0, 0]);
});
