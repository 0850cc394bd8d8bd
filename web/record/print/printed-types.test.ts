import { expect, it } from 'vitest';
import { printedTypes } from '#web/record/print/printed-types.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { recordTypes } from '#shared/record-types.ts';

const codesFor = (...held: Permission[]) =>
  printedTypes((permission) => held.includes(permission)).map(({ code }) => code);

it('are those that somebody lists who may make templates', () => {
  expect(codesFor('manage:crm:setting', 'crm:contacts:index', 'crm:customer:index')).toEqual([2, 3]);
  expect(codesFor('manage:crm:setting')).toEqual([]);
  expect(codesFor('manage:crm:field', 'crm:contacts:index')).toEqual([]);
  expect(printedTypes(() => true)).toEqual(recordTypes);
});
