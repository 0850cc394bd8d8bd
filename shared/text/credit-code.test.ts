import { expect, it } from 'vitest';
import { creditCheckCharacter, isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';

// published codes of large companies
it.each(['91330100799655058B', '9144030071526726XG', '91110000802100433B', '91440300708461136T', '91310000132200821H'])(
  'accepts %s, and none of its neighbours',
  (code) => {
    expect(isCreditCode(code)).toBe(true);
    for (const at of [2, 7, 8, 12, 16]) {
      const other = code[at] === '5' ? '6' : '5';
      expect(isCreditCode(code.slice(0, at) + other + code.slice(at + 1))).toBe(false);
    }
    const swapped = code.slice(0, 8) + (code[9] ?? '') + (code[8] ?? '') + code.slice(10);
    expect(isCreditCode(swapped)).toBe(swapped === code);
  },
);

it.each([
  ['', false],
  ['110101800107123', false],
  ['11010119900307123412', false],
  ['91330100799655058', false],
  ['91330100799655058BB', false],
  ['91330100I99655058B', false],
  ['91330100799655058b', false],
  ['00330000799655058B', false],
  ['9133ABCD799655058B', false],
  ['110101199003071233', false],
  ['11010119900307123X', false],
  ['913301007996550581', true],
])('%j has the form of a code: %s', (text, isLike) => {
  expect(looksLikeCreditCode(text)).toBe(isLike);
});

it('computes the check character of any body', () => {
  expect(creditCheckCharacter('91330100799655058')).toBe('B');
  expect(isCreditCode(`91110000MA0000001${creditCheckCharacter('91110000MA0000001')}`)).toBe(true);
});
