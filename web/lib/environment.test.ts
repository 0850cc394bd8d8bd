import { expect, it } from 'vitest';
import { environmentOf } from '#web/lib/environment.ts';

it.each([
  ['localhost', 'dev'],
  ['127.0.0.1', 'dev'],
  ['[::1]', 'dev'],
  ['test.jianye.example', 'test'],
  ['crm-test.example.com', 'test'],
  ['crm.example.com', 'production'],
  ['latest.example.com', 'production'],
  ['10.0.0.5', 'production'],
])('%s is %s', (host, environment) => {
  expect(environmentOf(host)).toBe(environment);
});
