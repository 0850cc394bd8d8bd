import { expect, it } from 'vitest';
import { uniqueKey, withoutDirections, withoutInvisible } from '#shared/text/invisible.ts';

const same = [
  '张三\u200B',
  '张\u2060三',
  '张\u00AD三',
  '张三\uFE0F',
  '张\u3164三',
  '张\u200D三',
  '\u202E张三',
  '张\u{E0041}三',
  '张\uFFF9三\uFFFB',
];

it.each(same)('one line loses what nobody sees: %j', (name) => {
  expect(withoutInvisible(name)).toBe('张三');
});

it('long text keeps joined emoji, and loses marks of direction', () => {
  const family = '👨\u200D👩\u200D👧 ❤\uFE0F می\u200Cخواهم';
  expect(withoutDirections(`\u202E${family}\u2066\u200E\u061C`)).toBe(family);
});

it.each([
  ['ＡＢ－１２３', 'AB-123'],
  ['①㈱', '1(株)'],
  ['甲\u3000乙', '甲 乙'],
  ['a\u00ADb', 'ab'],
])('unique values are compared without width: %j', (value, key) => {
  expect(uniqueKey(value)).toBe(key);
});

it('a key is its own key', () => {
  for (let code = 0; code < 0x110000; code += 1) {
    const key = uniqueKey(String.fromCodePoint(code));
    if (uniqueKey(key) !== key) throw new Error(`U+${code.toString(16)}`);
  }
});
