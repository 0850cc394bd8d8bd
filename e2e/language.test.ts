import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '#shared/i18n/en.ts';
import { follow, inEnglish, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

/** In either language a week begins as the company's does. */
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

describe('the language', () => {
  it('changes every label with the language, and keeps it', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/customer');
    await inEnglish(page);
    await page.getByRole('heading', { name: en['crm_customer.list'] }).waitFor();
    const records = ['customer', 'clue', 'contacts'].flatMap((noun) => [`/crm/${noun}`, `/crm/${noun}?create=1`]);
    const pages = ['/crm/workbench', '/crm/message', ...records, '/person/index', '/nowhere', '/manager/employee-dep'];
    for (const path of pages) {
      await follow(page, path);
      await page.getByRole('heading').first().waitFor();
      expect([path, await chineseLabels(page)]).toEqual([path, []]);
    }
    await follow(page, '/crm/contract?create=1');
    await page.getByRole('dialog').locator('.ant-picker input').first().click();
    await expect.poll(() => page.locator('.ant-picker-content th').allTextContents()).toEqual(weekdays);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('table').first().waitFor();
    for (const name of ['shell.user_menu', 'shell.theme', 'action.create', 'filter.add', 'columns.title'] as const) {
      await page.getByRole('button', { name: en[name] }).first().click();
      await settled(page);
      expect([name, await chineseLabels(page)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await page.locator('h1').click();
    }
    await page.getByRole('button', { name: en['list.import'] }).click();
    await page.getByRole('dialog').getByRole('button').first().waitFor();
    expect(['import', await chineseLabels(page)]).toEqual(['import', []]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /公司/ }).first().click();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await settled(page);
      expect(await chineseLabels(page)).toEqual([]);
    }
    await page.evaluate(`localStorage.removeItem('Admin-Token')`);
    await page.goto(`${product.url}/login`);
    await page.locator('button[type="submit"]').click();
    await page.getByText(en['login.password_empty']).waitFor();
    expect(['login', await chineseLabels(page)]).toEqual(['login', []]);
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
    await context.close();
  });
});

/** Chinese words outside user data: on buttons, labels, headings, tabs and in hints. */
const chineseLabels = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const chinese = /[\\u4e00-\\u9fff]/;
    const found = [];
    const isData = (element) => element.closest('td, [data-user-text], [class*=value], li:not([role=menuitem]), [class*=person], [class*=brand], option, [role=option], [role=treeitem], [role=tree], [class*=select-selection], [class*=select-content], dd') !== null;
    for (const element of document.querySelectorAll('button, label, h1, h2, h3, [role=tab], th, legend, dt, [role=menuitem]'))
      if (!isData(element) && chinese.test((element.textContent ?? '').replace('中/En', ''))) found.push(element.tagName + ' ' + element.textContent.trim().slice(0, 60));
    for (const element of document.querySelectorAll('[placeholder], [aria-label], [title]'))
      for (const name of ['placeholder', 'aria-label', 'title']) {
        const text = element.getAttribute(name) ?? '';
        if (!isData(element) && chinese.test(text.replace('中/En', ''))) found.push(name + ' ' + text.slice(0, 60));
      }
    return found;
  })()`);
