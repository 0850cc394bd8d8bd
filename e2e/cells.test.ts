import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi, type Person } from './api.ts';
import { button } from './page.ts';
import { openProduct, type Product } from './product.ts';

// The cells of a list as a sheet: what each key does, and that nothing stands in between.

let product: Product;
let person: Person;
const api = openApi(() => product);
const ids: number[] = [];
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('格子管理员', '1');
  for (const at of [1, 2, 3]) {
    const entity = { customerName: `格子公司${at}`, telephone: `010-${at}`, website: `www.${at}.cn` };
    const field = [{ fieldName: '客户级别', value: 'B（普通客户）' }];
    const saved = await api.call('CrmCustomer/addOrUpdate', { entity, field }, person.token);
    ids.push((saved['data'] as { customerId: number }).customerId);
  }
});
afterAll(async () => product.close());

const read = async (at: number) =>
  (await api.call('CrmCustomer/queryById', { customerId: ids[at] }, person.token))['data'] as Record<string, unknown>;

const open = async () => {
  const { context, page } = await product.open();
  await product.enter(page, person);
  await page.goto(`${product.url}/crm/customer?search=格子公司&sort=customerName&order=2`);
  await expect.poll(() => page.locator('tr.ant-table-row').count()).toBe(3);
  const heads = await page.locator('thead th').allTextContents();
  const cell = (row: number, heading: string) =>
    page.locator('tr.ant-table-row').nth(row).locator('td').nth(heads.indexOf(heading));
  return { context, page, cell, heads };
};
/** Heading of the column of the cursor. */
const at = (page: Page, heads: readonly string[]) =>
  page.evaluate<number>(`document.querySelector('td[data-cursor]').cellIndex`).then((index) => heads[index]);
const box = (page: Page) => page.locator('td input[type=text]:focus');

describe('a cell under the keys', () => {
  it('is edited by F2 and Enter, left as it was by Escape, and Tab and the arrows go on from it', async () => {
    const { context, page, cell, heads } = await open();
    await cell(0, '电话').click();
    await page.locator('td[data-cursor]').waitFor();
    await page.keyboard.press('F2');
    // the value is there, all of it chosen
    expect(await box(page).inputValue()).toBe('010-1');
    await page.keyboard.type('010-77');
    await page.keyboard.press('Escape');
    await cell(0, '电话').getByText('010-1').waitFor();
    expect((await read(0))['telephone']).toBe('010-1');
    await page.keyboard.press('Enter');
    await box(page).fill('010-11');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await read(0))['telephone']).toBe('010-11');
    const beside = heads[heads.indexOf('电话') + 1];
    expect(await at(page, heads)).toBe(beside);
    await page.keyboard.press('Shift+Tab');
    expect(await at(page, heads)).toBe('电话');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.press('F2');
    expect(await box(page).inputValue()).toBe('010-2');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('td[data-cursor]').waitFor({ state: 'detached' });
    await context.close();
  });

  it('has its box whole while it is edited, also that of the frozen name', async () => {
    const { context, page, cell } = await open();
    for (const heading of ['客户名称', '电话']) {
      await cell(0, heading).dblclick({ position: { x: 8, y: 30 } });
      await box(page).waitFor();
      const cutBy = await page.evaluate(`(() => {
        const box = document.activeElement.getBoundingClientRect();
        const cuts = (one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return getComputedStyle(one).overflow !== 'visible' && (top > box.top || bottom < box.bottom);
        };
        const found = [];
        for (let one = document.activeElement.parentElement; !one.matches('tr'); one = one.parentElement)
          if (cuts(one)) found.push(one.className);
        return found;
      })()`);
      expect(cutBy).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await context.close();
  });

  it('opens its options at once, and saves the one that is chosen: no box, no button between', async () => {
    const { context, page, cell } = await open();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/.*updateField/.test(request.url())) calls.push(request.url());
    });
    await cell(1, '客户级别').dblclick();
    const option = page.locator('.ant-select-item-option').filter({ hasText: 'A（重点客户）' });
    await option.waitFor();
    expect(await page.locator('.ant-popover:visible').count()).toBe(0);
    expect(await button(page, cn['action.save']).count()).toBe(0);
    await option.click();
    await expect.poll(async () => (await read(1))['客户级别']).toBe('A（重点客户）');
    // by keys: what is typed looks for the option
    await cell(2, '客户级别').click();
    await page.locator('td[data-cursor]').waitFor();
    await page.keyboard.type('C');
    await page.locator('.ant-select-item-option-active').filter({ hasText: 'C（非优先客户）' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(2))['客户级别']).toBe('C（非优先客户）');
    expect(calls).toHaveLength(2);
    await context.close();
  });

  it('shows what was typed before the server has answered, and what was there before when it refuses', async () => {
    const { context, page, cell } = await open();
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/CrmCustomer/updateFieldByIds', async (route) => (await answer.promise, route.continue()));
    await cell(0, '网址').click();
    await page.locator('td[data-cursor]').waitFor();
    await page.keyboard.type('www.neu.cn');
    await page.keyboard.press('Enter');
    await cell(0, '网址').getByText('www.neu.cn').waitFor();
    expect((await read(0))['website']).toBe('www.1.cn');
    answer.resolve(undefined);
    await button(page, cn['record_action.undo']).waitFor();
    await page.keyboard.press('Control+z');
    await cell(0, '网址').getByText('www.1.cn').waitFor();
    await expect.poll(async () => (await read(0))['website']).toBe('www.1.cn');
    await page.unroute('**/CrmCustomer/updateFieldByIds');
    await page.route('**/CrmCustomer/updateFieldByIds', (route) =>
      route.fulfill({ json: { code: 500, msg: '保存失败了' } }),
    );
    await cell(1, '客户级别').dblclick();
    await page.locator('.ant-select-item-option').filter({ hasText: 'C（非优先客户）' }).click();
    await page.getByText('保存失败了').waitFor();
    await expect.poll(() => cell(1, '客户级别').innerText()).toMatch(/^A\s*重点客户$/);
    await context.close();
  });
});

/** Left edges of a cell and of its heading, and whether the cell is in view beside the name of its row. */
const placed = (page: Page, selector = '[data-cursor]') =>
  page.evaluate<{ cell: number; heading: number; isInView: boolean }>(`(() => {
    const cell = document.querySelector('.ant-table-cell ${selector}, .ant-table-cell${selector}').closest('.ant-table-cell');
    const cells = [...cell.parentElement.querySelectorAll('.ant-table-cell')];
    const heading = document.querySelectorAll('thead th')[cells.indexOf(cell)];
    const [own, name, table] = [cell, cells[1], cell.closest('.ant-table')].map((one) => one.getBoundingClientRect());
    return {
      cell: Math.round(own.left),
      heading: Math.round(heading.getBoundingClientRect().left),
      isInView: own.left >= name.right - 1 && own.right <= table.right + 1 && name.left >= table.left,
    };
  })()`);

it.each([15, 100])(
  'goes to the last column and back below its heading, in view beside the name: %i rows',
  async (rows) => {
    const { context, page } = await product.open();
    await product.enter(page, person);
    await page.goto(`${product.url}/crm/customer?limit=${rows}`);
    const row = page.locator('.ant-table-row').nth(3);
    await row.waitFor();
    const columns = await page.locator('thead th').count();
    await row
      .locator('.ant-table-cell')
      .nth(2)
      .click({ position: { x: 4, y: 4 } });
    await page.locator('.ant-table-cell[data-cursor]').waitFor();
    const seen = async () => {
      await expect.poll(async () => (await placed(page)).isInView).toBe(true);
      const { cell, heading } = await placed(page);
      return cell - heading;
    };
    for (const key of ['ArrowRight', 'ArrowLeft'])
      for (let at = 3; at < columns; at += 1) {
        await page.keyboard.press(key);
        if (key === 'ArrowLeft' && at === columns - 1) break;
        await expect.poll(seen).toBe(0);
      }
    await context.close();
  },
);

it('keeps headings above what Tab goes to, though it comes into view because it has the focus', async () => {
  const { context, page } = await product.open();
  await product.enter(page, person);
  await page.goto(`${product.url}/crm/customer?limit=100`);
  await page.locator('.ant-table-row').nth(3).locator('a').first().focus();
  // as far as what no screen shows
  for (let press = 0; press < 16; press += 1) {
    await page.keyboard.press('Tab');
    await page.locator('.ant-table-cell :focus').waitFor();
    await expect.poll(async () => placed(page, ':focus').then(({ cell, heading }) => cell - heading)).toBe(0);
  }
  await context.close();
});

it('leaves the frozen name where it is in every picture while the columns move', async () => {
  const { context, page } = await product.open();
  await product.enter(page, person);
  await page.goto(`${product.url}/crm/customer?limit=100`);
  await page.locator('.ant-table-row').nth(3).hover();
  const first = await page.evaluate<number[]>(`(() => {
    const cells = document.querySelectorAll('.ant-table-row')[3].querySelectorAll('.ant-table-cell');
    const lefts = () => [cells[1], cells[5]].map((cell) => Math.round(cell.getBoundingClientRect().left));
    globalThis.pictures = [];
    const look = () => { pictures.push(lefts()); requestAnimationFrame(look); };
    look();
    return lefts();
  })()`);
  await page.mouse.wheel(60, 0);
  const last = () => page.evaluate<number[]>('pictures.at(-1)');
  await expect.poll(async () => (await last())[1]).toBe((first[1] ?? 0) - 60);
  const names = await page.evaluate<number[]>('[...new Set(pictures.map(([name]) => name))]');
  expect(names).toEqual([first[0]]);
  await context.close();
});
