import type { Page } from 'playwright-core';
import { drawn } from './page.ts';

/** As sent by the server: areas, their modules and actions. */
export type Tree = Record<string, Record<string, Record<string, true>> | object>;

/** The whole answer that contains a tree. */
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

/** Arrives when everything else is loaded: until then the page uses the rights of the previous visit. */
export async function withLateTree(page: Page, tree: Tree): Promise<void> {
  const person = page.waitForResponse('**/api/system/user/queryLoginUser').catch(() => null);
  await page.route('**/api/system/role/auth', async (route) => {
    await person;
    await drawn(page);
    await route.fulfill({ json: { code: 0, data: oneGroup(tree) } });
  });
}
