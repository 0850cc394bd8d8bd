import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { recordAddresses } from './all-pages.ts';
import { openApi, type Person } from './api.ts';
import { button, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
/** The widths of the columns are nobody else's. */
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('列宽管理员', '1');
});
afterAll(async () => product.close());

const open = async (path: string, options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  await product.enter(page, person);
  await product.visit(page, path);
  await page.locator('.ant-table-row').first().waitFor();
  await settled(page);
  return { context, page };
};

/** Cells whose content goes beyond their column, boxes that cut and places of their own in cells that need none, by their words. */
const cutting = (page: Page) =>
  page.evaluate<{ cells: number; over: string[]; layers: string[] }>(`(() => {
    const cells = [...document.querySelectorAll('[data-row-key] > .ant-table-cell:not(.ant-table-selection-column)')];
    const fitting = cells.filter((cell) => getComputedStyle(cell).overflowX === 'visible');
    const range = document.createRange();
    const isOver = (one) => {
      range.selectNodeContents(one);
      const edge = one.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(one).paddingInlineEnd);
      return one.childNodes.length > 0 && range.getBoundingClientRect().right > edge + 0.5;
    };
    // a chip has an edge of its own
    const over = fitting.filter((cell) => [cell, ...cell.querySelectorAll('[class*=chip]')].some(isOver));
    const isLayer = (one) => {
      const { overflowX, position } = getComputedStyle(one);
      return overflowX !== 'visible' || position !== 'static';
    };
    const layers = fitting
      .filter((cell) => !cell.matches('.ant-table-cell-fix'))
      .filter((cell) => [cell, ...cell.querySelectorAll('*:not(svg, svg *)')].some(isLayer));
    const words = (some) => some.map((cell) => cell.textContent);
    return { cells: cells.length, over: words(over), layers: words(layers) };
  })()`);

describe('a cell', () => {
  it.each(someOf(recordAddresses))('of %s cuts what is too long for it, and nothing else', async (path) => {
    for (const language of ['cn', 'en'] as const) {
      const { context, page } = await open(path, { language });
      const { cells, over, layers } = await cutting(page);
      expect(cells).toBeGreaterThan(10);
      expect([language, over, layers]).toEqual([language, [], []]);
      await context.close();
    }
  });

  it.each([15, 100])('is cut once it has become too long or narrow, and no longer than that: %i rows', async (rows) => {
    const { context, page } = await open(`/crm/customer?limit=${rows}`);
    const names = await page.locator('.ant-table-thead .ant-table-cell').allTextContents();
    const at = names.indexOf('手机');
    const cell = page.locator('.ant-table-row').first().locator('> .ant-table-cell').nth(at);
    const isCut = () => cell.evaluate((one) => one.hasAttribute('data-cuts'));
    const words = cell.locator('[data-content]');
    const usual = await words.textContent();
    const write = (put: string | null) => words.evaluate((one, text) => void (one.textContent = text), put);
    expect(await isCut()).toBe(false);
    await write('很长的一段话'.repeat(20));
    await expect.poll(isCut).toBe(true);
    await write(usual);
    await expect.poll(isCut).toBe(false);
    const width = await cell.evaluate((one) => one.clientWidth);
    await write('字'.repeat(Math.ceil(width / 14)));
    await expect.poll(isCut).toBe(true);
    const grip = page.locator('.ant-table-thead .ant-table-cell').nth(at).locator('[class*=grip]');
    const { x, y, height } = (await grip.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 104, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(isCut).toBe(false);
    await context.close();
  });

  it.each([15, 100])('is cut in a column that comes into rows which are there: %i rows', async (rows) => {
    // the newest is on top, whatever others have made
    const address = { address: '北京市,北京市,朝阳区', detailAddress: '建国门外大街甲一号国贸大厦三十二层' };
    await api.save('CrmCustomer', { customer_name: `长地址公司${rows}`, map_address: address }, person.token);
    const { context, page } = await open(`/crm/customer?limit=${rows}`);
    const heading = page.locator('.ant-table-thead').getByText('地区定位', { exact: true });
    for (const isThere of [false, true]) {
      await button(page.getByRole('main'), cn['columns.title']).click();
      await page.getByRole('checkbox', { name: '地区定位', exact: true }).setChecked(isThere);
      await button(page.locator('.ant-popover'), cn['action.save']).click();
      await heading.waitFor({ state: isThere ? 'visible' : 'detached' });
      await settled(page);
    }
    // a long list draws it once the page has rested
    const cut = page.locator('.ant-table-cell[data-cuts]').filter({ hasText: /[省市].*[区县]/ });
    await cut.first().waitFor();
    expect((await cutting(page)).over).toEqual([]);
    await context.close();
  });
});
