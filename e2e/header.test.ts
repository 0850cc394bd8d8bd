import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { withTree, type Tree } from './permission-tree.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

const openCustomers = async (page: Page) => {
  await product.enter(page);
  await page.goto(`${product.url}/crm/customer`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const userMenu = (page: Page) => page.getByRole('button', { name: cn['shell.user_menu'] });

/** Names of everything that this browser stores for the site. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `(async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await indexedDB.databases()).map(({ name }) => name), ...(await caches.keys())])()`,
  );

describe('the header', () => {
  it('has the person centre, the version, and asks before it logs out', async () => {
    const { context, page } = await product.open({ fresh: true });
    await openCustomers(page);
    let logouts = 0;
    page.on('request', (request) => void (request.url().endsWith('/logout') && (logouts += 1)));
    await userMenu(page).click();
    await page.getByText('V9.2.2.191129').waitFor();
    await page.getByRole('menuitem', { name: cn['shell.person'] }).click();
    await page.waitForURL(/\/person\/index/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: cn['shell.logout'] }).click();
    await page.getByText(cn['shell.logout_confirm']).waitFor();
    expect(logouts).toBe(0);
    // also what others have stored there; only the preferences of this browser's user stay
    await page.evaluate(
      `localStorage.setItem('extra', '1'), sessionStorage.setItem('draft.x', '1'), new Promise((done) => (indexedDB.open('extra').onsuccess = (event) => { event.target.result.close(); done(); }))`,
    );
    expect(await kept(page)).toEqual(expect.arrayContaining(['Admin-Token', 'authList', 'draft.x', 'extra']));
    const answer = page.waitForResponse((response) => response.url().endsWith('/logout'));
    await page.getByRole('button', { name: cn['shell.logout'], exact: true }).click();
    expect((await (await answer).allHeaders())['clear-site-data']).toBe('"cookies", "storage"');
    await page.waitForURL(/\/login/);
    await page.locator('button[type="submit"]').waitFor();
    expect(logouts).toBe(1);
    expect(await kept(page)).toEqual(['preferences']);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('leads to the configured platform, with the configured name or our own', async () => {
    const { context, page } = await product.open();
    const config = { code: 0, data: { name: '', logo: '', platformHome: 'https://platform.example.cn/home' } };
    await page.route('**/api/sysConfig/querySysConfig', (route) => route.fulfill({ json: config }));
    await openCustomers(page);
    const brand = page.locator('header a').first();
    // the list of an open page may be there before the answer
    await expect.poll(() => brand.getAttribute('href')).toBe('https://platform.example.cn/home');
    expect((await brand.textContent())?.trim()).toBe(cn['app.name']);
    await page.unrouteAll();
    await page.reload();
    await page.locator('header a[href="/"]').first().waitFor();
    await context.close();
  });

  it('shows only the areas that the person may open', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    for (const [tree, shown, mayManage] of [
      [{ crm: { customer: { index: true } } }, [cn['area.crm']], false],
      [{ bi: { customer: { read: true } } }, [], false],
      [{ oa: { journal: { index: true } } }, [], false],
      [{ project: { projectManage: { save: true } } }, [], false],
      [{ crm: { customer: { index: true } }, manage: { users: { read: true } } }, [cn['area.crm']], true],
    ] as [Tree, string[], boolean][]) {
      await page.unrouteAll();
      await withTree(page, tree);
      await page.goto(`${product.url}/person/index`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(
        await page.getByRole('navigation', { name: cn['shell.areas'] }).getByRole('link').allTextContents(),
      ).toEqual(shown);
      await userMenu(page).click();
      await page.getByRole('menuitem', { name: cn['shell.logout'] }).waitFor();
      await expect
        .poll(() => page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).count())
        .toBe(mayManage ? 1 : 0);
    }
    await context.close();
  });

  it('offers quick creation of what the person may create', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    for (const [type, path] of [
      [leadsType, '/crm/clue'],
      [customerType, '/crm/customer'],
      [contactsType, '/crm/contacts'],
      [opportunityType, '/crm/business'],
      [contractType, '/crm/contract'],
      [receivableType, '/crm/money'],
      [productType, '/crm/product'],
    ] as const) {
      await page.unrouteAll();
      await withTree(page, { crm: { [type.module]: { index: true, save: true } } });
      await page.goto(product.url + path);
      await page.getByRole('button', { name: cn['action.create'], exact: true }).click();
      // plans go by the right to receivables
      const offered = type === receivableType ? [type, planType] : [type];
      await expect
        .poll(() => page.getByRole('menuitem').allTextContents())
        .toEqual(offered.map(({ name }) => cn[name]));
      await page.getByRole('menuitem', { name: cn[type.name], exact: true }).click();
      const dialog = page.getByRole('dialog', { name: cn[`${type.name}.new`] });
      await dialog
        .getByLabel(translate('cn', `${type.name}.${type.titleField}` as MessageKey))
        .first()
        .waitFor();
    }
    await page.unrouteAll();
    await withTree(page, { crm: { customer: { index: true } } });
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    expect(await page.getByRole('button', { name: cn['action.create'], exact: true }).count()).toBe(0);
    await context.close();
  });
});
