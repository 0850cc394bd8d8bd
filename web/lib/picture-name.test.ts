import { expect, it } from 'vitest';
import { isPicture, shortName } from '#web/lib/picture-name.ts';

it.each([
  ['a.JPG', true],
  ['合同.扫描.png', true],
  ['png', false],
  ['a.png.pdf', false],
  ['a.svg', false],
])('%s is a picture: %s', (name, answer) => expect(isPicture(name)).toBe(answer));

it('keeps 25 characters, cuts the 26th', () => {
  expect(shortName('一'.repeat(25))).toBe('一'.repeat(25));
  expect(shortName('一'.repeat(26))).toBe(`${'一'.repeat(25)}…`);
  expect(shortName('😀'.repeat(26))).toBe(`${'😀'.repeat(25)}…`);
});
