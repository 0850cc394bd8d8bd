import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { seriousFaults } from './accessibility.ts';
import { entrances, pageAddresses } from './all-pages.ts';
import { pageWidth, titled } from './page.ts';
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
  it('are found at their addresses', async () => {
    for (const path of [...entrances, ...pageAddresses]) {
      const { status } = await fetch(product.url + path, { headers: { accept: 'text/html' } });
      expect([path, status]).toEqual([path, 200]);
    }
  });

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

  it('have one line of header on a phone, and every act of the day in reach of a thumb', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page);
    await product.visit(page, '/crm/customer');
    const header = page.getByRole('banner');
    await header.getByRole('heading', { level: 1, name: cn['crm_customer.list'] }).waitFor();
    expect((await header.boundingBox())?.height).toBe(48);
    await page.locator('main ul button').first().waitFor();
    expect(await small(page)).toEqual([]);
    const bar = page.getByRole('navigation', { name: cn['shell.pages'] });
    await bar.getByRole('button', { name: cn['action.create'] }).click();
    const sheet = page.getByRole('dialog', { name: cn['action.create'] });
    await expect.poll(() => sheet.getByRole('button').count()).toBeGreaterThan(3);
    expect(['create', await seriousFaults(page)]).toEqual(['create', []]);
    await sheet.getByRole('button', { name: cn['crm_leads'], exact: true }).click();
    await page.getByRole('dialog', { name: cn['crm_leads.new'] }).waitFor();
    await product.visit(page, '/crm/workbench');
    await bar.getByRole('button', { name: cn['shell.more'] }).click();
    const more = page.getByRole('dialog', { name: cn['shell.more'] });
    expect(['more', await seriousFaults(page)]).toEqual(['more', []]);
    await more.getByText(cn['shell.theme_dark'], { exact: true }).click();
    await page.locator('html[data-mode=dark]').waitFor();
    await more.getByRole('link', { name: cn['page.pool'] }).click();
    await header.getByRole('heading', { level: 1 }).getByText(cn['page.pool']).waitFor();
    await bar.getByRole('button', { name: cn['shell.more'] }).click();
    await more.getByRole('button', { name: cn['shell.logout'] }).click();
    await page.getByText(cn['shell.logout_confirm']).waitFor();
    await context.close();
  });

  it('say what each page is for, next to its title', async () => {
    for (const width of [1440, 390]) {
      const { context, page } = await product.open({ width, height: 844 });
      await product.enter(page);
      for (const [path, words] of [
        ['/crm/seas', cn['help.pool']],
        ['/manager/employee-dep', cn['help.staff']],
      ] as const) {
        await product.visit(page, path);
        await page.getByRole('button', { name: cn['help.open'] }).click();
        await page.getByText(words).waitFor();
        expect([path, await pageWidth(page)]).toEqual([path, width]);
      }
      await context.close();
    }
  });

  it('show where the keyboard is on every control of the frame, and are worked by it', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await page.locator('tbody a').first().waitFor();
    const bare: string[] = [];
    const reached = new Set<string>();
    for (let at = 0; at < 40; at += 1) {
      await page.keyboard.press('Tab');
      const [name, ring] = await page.evaluate<[string, boolean]>(`(() => {
        const one = document.activeElement;
        const style = getComputedStyle(one);
        // fields draw it on their border
        const field = one.matches('input') && one.closest('.ant-input-affix-wrapper, .ant-select, .ant-checkbox, .ant-checkbox-wrapper');
        // a search box too, whose label is its border
        const box = one.matches('input[type=search]') && one.closest('label');
        const isAround = box && getComputedStyle(box).boxShadow !== 'none';
        return [one.ariaLabel || one.textContent || one.tagName, Boolean(field || isAround) || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)];
      })()`);
      reached.add(name.trim());
      if (!ring) bare.push(name);
    }
    expect(bare).toEqual([]);
    for (const name of [cn['page.todo'], cn['action.create'], cn['shell.collapse']])
      expect([...reached].some((one) => one.includes(name))).toBe(true);
    // the list of keys, and any command by its name
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: cn['keys.title'] }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: cn['search.placeholder'] }).fill(cn['page.pool']);
    await page.getByRole('option', { name: cn['page.pool'] }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/crm\/seas/);
    // arrows, x and Enter in its list too
    await page.locator('tbody a').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect.poll(() => page.locator('tbody input:checked').count()).toBe(1);
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await page.waitForURL(/rowId=\d+/);
    await context.close();
  });

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
    await sheet.getByRole('button', { name: cn['cell.follow_up'], exact: true }).click();
    const written = titled(page, cn['cell.follow_up']);
    await written.getByRole('textbox', { name: cn['detail.write_follow_up'] }).fill('电话里谈好了价格。');
    await written.getByRole('button', { name: cn['detail.publish'] }).click();
    await sheet.first().getByRole('listitem').getByText('电话里谈好了价格。').waitFor();
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

/** The buttons and links of the frame and the page that are too small for a finger. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('header a, header button, main > section button, nav button, nav a')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('table, .ant-select, .ant-pagination'))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.top < innerHeight && (box.height < 40 || box.width < 40))
    .map(({ one, box }) => (one.ariaLabel || one.textContent) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))`);

const right = async (button: Locator): Promise<number> => {
  const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
  return x + width;
};
