import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLanguage, switchLanguage, textOf } from '#web/lib/i18n/i18n.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startLanguage();
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

it('fills placeholders as the server does, with the plurals of the language', async () => {
  await switchLanguage('en');
  expect(textOf('undo.rows', { count: 1 })).toBe('1 record');
  expect(textOf('undo.rows', { count: 2 })).toBe('2 records');
  expect(textOf('merge.title', { noun: 'Customer' })).toBe('Merge customer records');
  expect(textOf('list.select', { name: '<b>{count}' })).toBe('Select <b>{count}');
  await switchLanguage('cn');
  expect(textOf('undo.rows', { count: 1 })).toBe('1 条');
});
