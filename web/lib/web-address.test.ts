import { expect, it } from 'vitest';
import { webAddress } from '#web/lib/web-address.ts';

it.each([
  ['https://example.cn/a?b=1', 'https://example.cn/a?b=1'],
  [' www.example.cn ', 'https://www.example.cn/'],
  ['http://公司.cn', 'http://xn--55qx5d.cn/'],
  ['example.cn', null],
  ['see https://example.cn', null],
  ['javascript:alert(1)', null],
  ['https://localhost/', null],
  ['data:text/html,www.example.cn', null],
  ['', null],
])('%s leads to %s', (text, expected) => {
  expect(webAddress(text)).toBe(expected);
});
