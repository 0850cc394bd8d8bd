import { expect, it } from 'vitest';
import { only, withoutEnd, withoutEnds } from '#shared/text/ends.ts';

it.each([
  ['', '', ''],
  [',', '', ''],
  [',,,', '', ''],
  ['a', 'a', 'a'],
  [',a,,b,,', ',a,,b', 'a,,b'],
  ['省,市', '省,市', '省,市'],
])('trims %j at its ends only', (text, end, ends) => {
  expect(withoutEnd(text, only(','))).toBe(end);
  expect(withoutEnds(text, only(','))).toBe(ends);
});
