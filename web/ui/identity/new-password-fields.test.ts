import { expect, it } from 'vitest';
import { isLongEnough } from '#web/ui/identity/new-password-fields.tsx';

it.each([
  ['1234567', false],
  ['12345678', true],
  ['一二三四五六七八', true],
  ['𠮷'.repeat(4), false],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
])('%s may be a password: %s', (password, isGood) => {
  expect(isLongEnough(password)).toBe(isGood);
});
