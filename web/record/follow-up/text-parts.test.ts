import { expect, it } from 'vitest';
import { textParts } from '#web/record/follow-up/text-parts.ts';

it('separates mentioned people from other text, and shows emoji', () => {
  const shown = (content: string, names: string[]) =>
    textParts(content, names).map(({ text, isMention }) => (isMention ? `[${text}]` : text));
  expect(shown('请@王芳 和@王芳芳看:smile:', ['王芳', '王芳芳'])).toEqual([
    '请',
    '[@王芳]',
    ' 和',
    '[@王芳芳]',
    '看😊',
  ]);
  expect(shown('a@b.cn @周远', ['王芳'])).toEqual(['a@b.cn @周远']);
  expect(shown('@王芳', ['王芳', ''])).toEqual(['[@王芳]']);
  expect(shown('', [])).toEqual([]);
});
