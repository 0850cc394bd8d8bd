import { expect, it } from 'vitest';
import { isLongEnough } from '#web/ui/identity/new-password-fields.tsx';

it.each([
  ['1234567', 8, false],
  ['12345678', 8, true],
  ['12345678', 9, false],
  ['一二三四五六七八', 8, true],
  ['𠮷'.repeat(4), 8, false],
  ['x'.repeat(128), 64, true],
  ['x'.repeat(129), 8, false],
])('%s may be a password of %i characters at least: %s', (password, min, isGood) => {
  expect(isLongEnough(password, min)).toBe(isGood);
});
