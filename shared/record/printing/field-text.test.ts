import { expect, it } from 'vitest';
import { keysIn, piecesOf, renamedFields } from '#shared/record/printing/field-text.ts';

it.each([
  ['没有字段', ['没有字段']],
  ['{title}', [{ key: 'title', format: '' }]],
  ['共{price:capitals}元', ['共', { key: 'price', format: 'capitals' }, '元']],
  [
    '{a}{b:day}',
    [
      { key: 'a', format: '' },
      { key: 'b', format: 'day' },
    ],
  ],
  // what is no format belongs to the name
  ['{a:b}', [{ key: 'a:b', format: '' }]],
  ['{}{', ['{}{']],
  ['{{x}}', ['{', { key: 'x', format: '' }, '}']],
] as const)('%s is read in its pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces.map((piece) => (typeof piece === 'string' ? { text: piece } : piece)));
});

it('names of fields change, everything else stays as it was', () => {
  const names = new Map([['price', '价格']]);
  expect(renamedFields('{price:capitals}/{price}/{other} {', (key) => names.get(key))).toBe(
    '{价格:capitals}/{价格}/{other} {',
  );
  expect(keysIn('{a}{b:day}{a}')).toEqual(['a', 'b', 'a']);
});
