import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi, type Person } from './api.ts';
import { oneGroup, withLateTree, type Tree } from './permission-tree.ts';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
/** The role of a salesperson and nothing else. */
let seller: Person;
beforeAll(async () => {
  product = await openProduct();
  seller = await openApi(() => product).hire('冯小店', '11');
});
afterAll(async () => product.close());

const openCustomers = async (page: Page) => {
  await product.enter(page);
  await page.goto(`${product.url}/crm/customer`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const userMenu = (page: Page) => page.getByRole('button', { name: cn['shell.user_menu'] });

describe('the pages', () => {
  it('start with the login, and lead to the first allowed one', async () => {
    const { context, page } = await product.open();
    await page.goto(`${product.url}/crm/customer`);
    await page.waitForURL(/\/login\?/);
    await logIn(page, product.url);
    await page.waitForURL(/\/crm\/workbench/);
    for (const [tree, path] of [
      [{ crm: { customer: { index: true } } }, /\/crm\/workbench/],
      [{ manage: { users: { read: true } } }, /\/manager\/employee-dep/],
      // not even the dashboard, which requires the area alone
      [{ oa: { book: { read: true } } }, /\/$/],
      [{}, /\/$/],
      [{ crm: { customer: { index: true } }, manage: { users: { read: true } } }, /\/crm\/workbench/],
    ] as [Tree, RegExp][]) {
      await page.unrouteAll();
      await withLateTree(page, tree);
      await page.goto(`${product.url}/`);
      await page.waitForURL(path);
      if (path.source === '\\/$') await page.getByText(cn['session.nothing_allowed']).waitFor();
    }
    await context.close();
  });

  it('are the ones in the permission tree, however it was stored', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    // nothing, the group alone (index 0), the module (index 1), and deeper
    for (const [path, tree, isOpen] of [
      ['/crm/customer', {}, false],
      ['/crm/customer', { crm: { leads: { index: true } } }, false],
      ['/crm/customer', { crm: { customer: { index: true } } }, true],
      ['/manager/employee-dep', { manage: { users: { save: true } } }, false],
      ['/manager/employee-dep', { manage: { users: { read: true } } }, true],
      ['/person/index', {}, true],
    ] as [string, Tree, boolean][]) {
      await page.unrouteAll();
      await withLateTree(page, tree);
      await page.goto(product.url + path);
      // stored as the server last sent it, whatever was stored before
      const stored = async () =>
        (JSON.parse(await page.evaluate<string>(`localStorage.getItem('authList')`)) as { tree: Tree }).tree;
      await expect.poll(stored).toEqual(oneGroup(tree));
      await (isOpen ? page.getByRole('banner').waitFor() : page.waitForURL(/\/404/));
      expect(new URL(page.url()).pathname).toBe(isOpen ? path : '/404');
    }
    await context.close();
  });

  it('gain nothing from a permission tree that was edited in the browser', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    await page.evaluate(
      `(() => { const hint = JSON.parse(localStorage.getItem('authList')); hint.tree.manage = { users: { read: true, deptSave: true } }; localStorage.setItem('authList', JSON.stringify(hint)); })()`,
    );
    // until the server answers, the edited tree is rendered
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.route('**/api/system/role/auth', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${product.url}/manager/employee-dep`);
    await page.getByRole('button', { name: cn['department.new'] }).click();
    await page.getByRole('dialog').getByLabel(cn['department.name']).fill('自封的部门');
    await page.getByRole('dialog').getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['access.denied']).first().waitFor();
    expect(await page.getByText(cn['department.added']).count()).toBe(0);
    release();
    await page.waitForURL(/\/404/);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: cn['shell.logout'] }).waitFor();
    expect(await page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).count()).toBe(0);
    expect(await page.evaluate<string>(`localStorage.getItem('authList')`)).not.toContain('deptSave');
    await context.close();
  });

  it('open from the menu here, marked as the one that is shown, and with Ctrl in a tab of their own', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    const menu = page.getByRole('navigation', { name: cn['shell.pages'] });
    const contacts = menu.getByRole('link', { name: cn['page.contacts'], exact: true });
    const marked = menu.locator('a[aria-current=page]');
    expect(await marked.allTextContents()).toEqual([cn['page.customers']]);
    const opened = page.context().waitForEvent('page');
    await contacts.click({ modifiers: ['Control'] });
    const other = await opened;
    await other.waitForURL(/\/crm\/contacts$/);
    await other.close();
    expect(new URL(page.url()).pathname).toBe('/crm/customer');
    await contacts.click();
    await page.waitForURL(/\/crm\/contacts$/);
    await expect.poll(() => marked.allTextContents()).toEqual([cn['page.contacts']]);
    // pressed once more, it leads back to no second entry of the same page
    const entries = await page.evaluate<number>('history.length');
    await contacts.click();
    expect(await page.evaluate<number>('history.length')).toBe(entries);
    await page.goBack();
    await page.waitForURL(/\/crm\/customer$/);
    await context.close();
  });

  it('turn an unknown address into 404', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await page.goto(`${product.url}/nowhere`);
    await page.waitForURL(/\/404/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${product.url}/login`);
    await page.waitForURL(/\/crm\/workbench|\/login/);
    await context.close();
  });

  it('retry a chunk of the program that did not load', async () => {
    const { context, page } = await product.open();
    let refused = 0;
    await page.route(/customer-page.*\.js$/, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    expect(refused).toBeGreaterThan(1);
    await context.close();
  });
});
