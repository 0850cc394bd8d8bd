import { expect, it } from 'vitest';
import { shortcutOf } from '#web/lib/shortcuts.ts';

const press = (key: string, more = {}) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more });

it('reads keys', () => {
  expect(press('/')).toBe('/');
  expect(press('N')).toBe('n');
  expect(press('Escape')).toBe('Escape');
  expect(press('Enter', { ctrlKey: true })).toBe('Control+Enter');
  expect(press('Enter', { metaKey: true })).toBe('Control+Enter');
});

it('ignores the keys of Chinese input and of the system', () => {
  expect(press('Escape', { isComposing: true })).toBeNull();
  expect(press('n', { altKey: true })).toBeNull();
});
