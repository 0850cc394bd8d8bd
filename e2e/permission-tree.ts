import type { Page } from 'playwright-core';
import { drawn } from './page.ts';

/** As the server sends it: areas, their modules and what one may do there. */
export type Tree = Record<string, Record<string, Record<string, true>> | object>;

/** The whole answer that a tree comes with. */
export const oneGroup = (tree: Tree): Tree => ({
  oa: {},
  project: {},
  ...tree,
  allAuth: { isAdmin: 0, permissions: flat(tree) },
});
const flat = (tree: Tree): string[] =>
  Object.entries(tree).flatMap(([area, modules]) =>
    Object.entries(modules as Record<string, Record<string, true>>).flatMap(([module, actions]) =>
      Object.keys(actions).map((action) => `${area}:${module}:${action}`),
    ),
  );

export const withTree = (page: Page, tree: Tree): Promise<unknown> =>
  page.route('**/api/system/role/auth', (route) => route.fulfill({ json: { code: 0, data: oneGroup(tree) } }));

/** Comes when all else is there: until then the page knows the rights of the visit before. */
export async function withLateTree(page: Page, tree: Tree): Promise<void> {
  const person = page.waitForResponse('**/api/system/user/queryLoginUser').catch(() => null);
  await page.route('**/api/system/role/auth', async (route) => {
    await person;
    await drawn(page);
    await route.fulfill({ json: { code: 0, data: oneGroup(tree) } });
  });
}
