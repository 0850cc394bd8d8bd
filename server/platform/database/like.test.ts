import { expect, it } from 'vitest';
import { holding, literal } from '#server/platform/database/like.ts';

it.each([
  ['云图', '云图'],
  ['100%', '100\\%'],
  ['a_b', 'a\\_b'],
  ['c:\\d', 'c:\\\\d'],
])('matches “%s” literally', (text, expected) => {
  expect(literal(text)).toBe(expected);
  expect(holding(text)).toBe(`%${expected}%`);
});
