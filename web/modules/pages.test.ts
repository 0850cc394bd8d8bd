import { expect, it } from 'vitest';
import { pages } from '#web/modules/pages.ts';
import { allowedPages } from '#web/shell/allowed-pages.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

const pathsWith = (module: string): string[] => {
  const tree: PermissionTree = {
    oa: {},
    project: {},
    crm: { [module]: { index: true } },
    allAuth: { isAdmin: 0, permissions: [] },
  };
  return allowedPages(pages, tree).map(({ path }) => path);
};
const withNothing = pathsWith('nothing');

it.each([
  ['leads', '/crm/clue'],
  ['customer', '/crm/customer'],
  ['contacts', '/crm/contacts'],
  ['pool', '/crm/seas'],
])('the page of %s takes the right to it, which opens no other', (module, path) => {
  expect(pathsWith(module).filter((one) => !withNothing.includes(one))).toEqual([path]);
});
