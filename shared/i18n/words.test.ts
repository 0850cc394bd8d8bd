import { expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';

it('leads are converted by one word in Chinese', () => {
  expect(Object.entries(cn).filter(([, text]) => text.includes('转换'))).toEqual([]);
});

it('English says of one thing that it is one: a fixed plural is for what is asked of many', () => {
  const counted = /\{(?:count|total|days|minutes|size|rows)\} [a-z]+s\b/;
  const fixed = Object.entries(en).filter(([key, text]) => counted.test(text) && !/_many|many_/.test(key));
  expect(fixed).toEqual([]);
});
