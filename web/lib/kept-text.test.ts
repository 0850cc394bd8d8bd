import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepText, keptText } from '#web/lib/kept-text.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('keeps a text and removes it, whatever is shown', () => {
  keepText('a', '甲');
  keepText('b', '乙');
  keepText('a', null);
  expect([keptText('a'), keptText('b')]).toEqual([null, '乙']);
});
