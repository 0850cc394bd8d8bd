import { expect, it } from 'vitest';
import { loginAddress, redirectTarget } from '#web/lib/session/login.ts';

const origin = 'https://crm.example.com';

it.each([
  [null, '/'],
  ['/crm/customer?page=2', '/crm/customer?page=2'],
  ['/person/index#x', '/person/index#x'],
  ['/login?redirect=/x', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['crm/customer', '/'],
  ['/\t/evil.example', '/'],
])('after the login %s leads to %s', (redirect, target) => {
  expect(redirectTarget(redirect, origin)).toBe(target);
});

it('returns to the requested address', () => {
  const address = loginAddress('/crm/customer?search=a&page=2');
  expect(redirectTarget(new URL(address, origin).searchParams.get('redirect'), origin)).toBe(
    '/crm/customer?search=a&page=2',
  );
  expect(loginAddress('/')).toBe('/login');
});
