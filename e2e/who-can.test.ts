import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

/** The tab of an opened record; the last ones are behind a menu where there is little space. */
async function openRights(page: Page): Promise<void> {
  const tab = dialog(page).getByRole('tab', { name: cn['detail.rights'] });
  await tab.waitFor({ state: 'attached' });
  await tab.focus();
  await page.keyboard.press('Enter');
}

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

describe('who can do what', () => {
  it('is asked on the page of roles, by a function that is found by its words, and says by which roles', async () => {
    const api = openApi(() => product);
    const seller = await api.hire('阮晓东', '11');
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/role-auth`);
    await button(page, cn['who_can.title']).click();
    const choice = dialog(page).getByLabel(cn['who_can.function']);
    await choice.focus();
    await page.keyboard.type('客户 新建');
    await page.locator('.ant-select-item-option:visible').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/who=crm%3A/);
    const people = dialog(page).locator('tbody tr.ant-table-row');
    await people.first().waitFor();
    await dialog(page)
      .getByText(/\d+位员工可以/)
      .waitFor();
    await dialog(page).getByRole('searchbox').fill(seller.realname);
    await expect.poll(() => people.count()).toBe(1);
    await people.getByText('销售员角色', { exact: true }).waitFor();
    expect(['who', await seriousFaults(page)]).toEqual(['who', []]);
    // the address says what is asked, also to whoever opens it anew
    await page.reload();
    await people.first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.has('who')).toBe(false);
    await context.close();
  });

  it('is answered for a record, with the reasons, to whoever administers roles alone', async () => {
    const api = openApi(() => product);
    const seller = await api.hire('阮晓南', '11');
    const token = await api.tokenOf('admin', adminPassword);
    const { customerId } = await api.save('CrmCustomer', { customer_name: '谁能看有限公司' }, seller.token);
    expect(token).not.toBe('');
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer?rowId=${customerId}`);
    const record = dialog(page);
    await record.getByRole('tab').first().waitFor();
    await openRights(page);
    await button(record, cn['explain.readers']).click();
    const readers = page.getByRole('dialog', { name: cn['explain.readers_of'] });
    const people = readers.locator('tbody tr.ant-table-row');
    await people.first().waitFor();
    await readers.getByRole('searchbox').fill(seller.realname);
    await expect.poll(() => people.count()).toBe(1);
    await people.getByText(cn['explain.self']).waitFor();
    await people.getByText(cn['explain.writes']).waitFor();
    expect(['readers', await seriousFaults(page, '.ant-modal')]).toEqual(['readers', []]);
    await context.close();
    const own = await product.open();
    await product.enter(own.page, seller);
    await own.page.goto(`${product.url}/crm/customer?rowId=${customerId}`);
    const mine = dialog(own.page);
    await mine.getByRole('tab').first().waitFor();
    await openRights(own.page);
    await mine.getByText(cn['explain.functions']).waitFor();
    expect(await button(mine, cn['explain.readers']).count()).toBe(0);
    await own.context.close();
  });

  it('is readable on a phone, in the dark and in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await page.goto(`${product.url}/manager/role-auth/2?who=${encodeURIComponent('crm:customer:excelexport')}`);
    await dialog(page).getByRole('listitem').first().waitFor();
    await dialog(page).getByText(en['who_can.roles'], { exact: true }).first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    expect(translate('en', 'who_can.count', { count: 1 })).toBe('1 employee can');
    await context.close();
  });

  it('is compared between two roles and two people', async () => {
    const api = openApi(() => product);
    const [seller, manager] = [await api.hire('阮晓西', '11'), await api.hire('阮晓北', '8')];
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/role-auth/2`);
    await button(page, cn['compare.title']).click();
    const question = page.getByRole('dialog', { name: cn['compare.title'] });
    const chosen = async (side: 'one' | 'other', name: string) => {
      await question.getByLabel(cn[`compare.${side}`], { exact: true }).click();
      await page.keyboard.type(name);
      await page.locator('.ant-select-item-option:visible', { hasText: name }).first().click();
    };
    await chosen('one', '销售员角色');
    await chosen('other', '销售员角色');
    await question.getByText(cn['compare.same']).waitFor();
    await chosen('other', '销售经理角色');
    const scopes = question.getByRole('table', { name: cn['role.scope'] });
    const customers = scopes.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '客户' }) });
    await expect
      .poll(() => customers.first().getByRole('cell').allTextContents())
      .toEqual([cn['explain.scope.1'], cn['explain.scope.2']]);
    await question.getByText(cn['compare.person'], { exact: true }).click();
    await chosen('one', seller.realname);
    await chosen('other', manager.realname);
    await question.getByRole('columnheader', { name: manager.realname }).first().waitFor();
    expect(['compare', await seriousFaults(page, '.ant-modal')]).toEqual(['compare', []]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});
