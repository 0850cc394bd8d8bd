import { expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';

it('leads are converted by one word in Chinese', () => {
  expect(Object.entries(cn).filter(([, text]) => text.includes('转换'))).toEqual([]);
});
