import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { follow, inEnglish, pageWidth } from './page.ts';
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

describe('the screens', () => {
  it('have a sidebar that collapses and stays so', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    const sidebar = page.getByRole('navigation', { name: cn['shell.pages'] });
    const wide = (await sidebar.boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: cn['shell.collapse'] }).click();
    await expect.poll(async () => (await sidebar.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
    await page.reload();
    await page.getByRole('button', { name: cn['shell.expand'] }).waitFor();
    await context.close();
  });

  it('show a form 760 pixels wide', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await page.goto(`${product.url}/crm/customer?create=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel(cn['crm_customer.customer_name']).waitFor();
    await expect.poll(async () => Math.round((await form.boundingBox())?.width ?? 0)).toBe(760);
    await context.close();
  });

  for (const dark of [false, true]) {
    for (const language of ['cn', 'en'] as const) {
      it(`have no serious accessibility fault, ${dark ? 'dark' : 'light'}, ${language}`, async () => {
        const { context, page } = await product.open({ dark });
        const words = language === 'cn' ? cn : en;
        await page.goto(`${product.url}/login`);
        if (language === 'en') await inEnglish(page);
        await page.locator('button[type="submit"]').waitFor();
        expect(['login', await seriousFaults(page)]).toEqual(['login', []]);
        await product.enter(page);
        await page.goto(`${product.url}/crm/customer`);
        await page.getByRole('table').first().waitFor();
        expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
        await page.locator('tbody a').first().click();
        await page.getByRole('tab').first().waitFor();
        expect(['drawer', await seriousFaults(page)]).toEqual(['drawer', []]);
        await follow(page, '/crm/customer?create=1');
        await page.getByRole('dialog').getByLabel(words['crm_customer.website']).waitFor();
        expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
        await follow(page, '/person/index');
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(['person', await seriousFaults(page)]).toEqual(['person', []]);
        await context.close();
      });
    }
  }

  it('work on a phone without scrolling sideways', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await page.goto(`${product.url}/login`);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer`);
    await page.locator('main ul button, section ul button').first().waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox').fill('有限');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/search=/);
    await page.locator('main ul button, section ul button').first().click();
    await page.getByRole('tab').first().waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    // a separate page, with everything in reach
    const sheet = page.getByRole('dialog');
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(390);
    for (const button of await sheet.getByRole('button').all())
      if (await button.isVisible()) expect(await right(button)).toBeLessThanOrEqual(390);
    await sheet.getByRole('textbox', { name: cn['detail.write_follow_up'] }).fill('电话里谈好了价格。');
    await sheet.getByRole('button', { name: cn['detail.publish'] }).click();
    await sheet.getByRole('listitem').getByText('电话里谈好了价格。').waitFor();
    await page.goto(`${product.url}/crm/customer?create=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel(cn['crm_customer.customer_name']).fill('手机上新建的公司');
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    const save = form.getByRole('button', { name: cn['action.save'], exact: true });
    expect(await right(save)).toBeLessThanOrEqual(390);
    const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    await save.click();
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });
});

const right = async (button: Locator): Promise<number> => {
  const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
  return x + width;
};
