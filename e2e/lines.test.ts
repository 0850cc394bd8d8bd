import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { fixtureWords } from './fixture-product/fixtures.ts';
import { openFixtureProduct } from './fixture-product/open.ts';
import { button, dialog, inEnglish, pageWidth } from './page.ts';
import type { Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openFixtureProduct();
});
afterAll(async () => product.close());

const words = fixtureWords.cn;
const list = '/crm/fixture-order';
const label = (line: number, name: string): string => fill('cn', cn['lines.at'], { line, name });
/** The texts of a column of the lines, below its heading. */
const column = async (within: Locator, name: string): Promise<string[]> => {
  const headings = await within.locator('thead').last().locator('th, td').allTextContents();
  const at = headings.findIndex((heading) => heading.replace('*', '') === name);
  return within.locator(`tbody tr > :nth-child(${at + 1})`).allTextContents();
};
const totalOf = async (form: Locator, name: string): Promise<string> => form.getByLabel(name).inputValue();
const keys = async (page: Page, ...pressed: readonly string[]): Promise<void> => {
  for (const key of pressed) {
    if (key.length === 1 || !/^[A-Z]/.test(key)) await page.keyboard.insertText(key);
    else await page.keyboard.press(key);
  }
};
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);

/** Titles are unique, and a test may be tried twice. */
let tries = 0;
beforeEach(() => void (tries += 1));
const titled = (name: string): string => `${name} ${tries}`;

interface Order {
  readonly orderId: number;
  readonly version: number;
  readonly totalPrice: string;
  readonly discountRate: string;
  readonly product: readonly Readonly<Record<string, unknown>>[];
}
const adminToken = () => api.tokenOf('admin', adminPassword);
const make = async (title: string, lines: readonly object[], entity: object = {}): Promise<number> => {
  const body = { entity: { title, ...entity }, field: [], product: lines };
  const { data } = await api.call('CrmFixtureOrder/addOrUpdate', body, await adminToken());
  return (data as { orderId: number }).orderId;
};
const read = async (orderId: number): Promise<Order> =>
  (await api.call('CrmFixtureOrder/queryById', { orderId }, await adminToken()))['data'] as Order;
const orderNamed = async (search: string): Promise<Order> => {
  const { data } = await api.call('CrmFixtureOrder/queryPageList', { search, limit: 15 }, await adminToken());
  const [row] = (data as { list: { orderId: number }[] }).list;
  return read(row?.orderId ?? 0);
};
const opened = async (page: Page, orderId: number): Promise<Locator> => {
  await page.goto(`${product.url}${list}?rowId=${orderId}`);
  const detail = dialog(page);
  await detail.getByRole('heading', { name: new RegExp(`^${cn['lines.name']}`) }).waitFor();
  return detail;
};
const edited = async (page: Page, orderId: number): Promise<Locator> => {
  const detail = await opened(page, orderId);
  await button(detail, cn['action.edit']).click();
  const form = page.getByRole('dialog', { name: words['crm_fixture_order.edit'] });
  await form.locator('tbody tr').first().waitFor();
  return form;
};

describe('the lines of a document', () => {
  it("are typed by keyboard alone, with the server's totals", async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}${list}?create=1`);
    const form = page.getByRole('dialog', { name: words['crm_fixture_order.new'] });
    await form.getByLabel(label(1, words['crm_fixture_order.line.product'])).waitFor();
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    // name, customer and its button, kind
    await keys(page, titled('三行订单'), 'Tab', 'Tab', 'Tab', 'Tab');
    await keys(page, '钢笔', 'Tab', 'Tab', '￥1,200', 'Tab', 'Tab', '3', 'Enter');
    // Enter starts the next line in the same column
    await keys(
      page,
      'Shift+Tab',
      'Shift+Tab',
      'Shift+Tab',
      'Shift+Tab',
      '墨水',
      'Tab',
      'Tab',
      '33.33',
      'Tab',
      'Tab',
      '2',
    );
    await keys(page, 'Tab', '10', 'Tab');
    // after the last cell a new line is added
    await keys(page, '本子', 'Tab', 'Tab', '5', 'Tab', 'Tab', '10', 'ArrowUp');
    expect(await column(form, words['crm_fixture_order.line.product'])).toEqual(
      expect.arrayContaining([expect.stringContaining('钢笔'), expect.stringContaining('本子')]),
    );
    await expect.poll(() => totalOf(form, words['crm_fixture_order.total_price'])).toBe('3,710.00');
    await form.getByLabel(words['crm_fixture_order.discount_rate']).focus();
    await keys(page, 'Control+A', '10', 'Tab');
    await expect.poll(() => totalOf(form, words['crm_fixture_order.total_price'])).toMatch(/^3,?339\.00$/);
    await keys(page, 'Control+Enter');
    await form.waitFor({ state: 'hidden' });
    const order = await orderNamed(titled('三行订单'));
    expect(order).toMatchObject({ totalPrice: '3339.00', discountRate: '10.00' });
    expect(order.product).toMatchObject([
      { product: '钢笔', price: '1200.00', salesPrice: '1200.00', num: '3', subtotal: '3600.00' },
      { product: '墨水', price: '33.33', salesPrice: '30.00', discount: '9.99', num: '2', subtotal: '60.00' },
      { product: '本子', num: '10', subtotal: '50.00' },
    ]);
    const detail = await opened(page, order.orderId);
    expect(await column(detail, words['crm_fixture_order.line.subtotal'])).toEqual(['3,600.00', '60.00', '50.00']);
    await detail.getByText('3,339.00').waitFor();
    expect(['detail', await seriousFaults(page)]).toEqual(['detail', []]);
    await context.close();
  });

  it('accept a pasted spreadsheet block, mark unreadable cells, and lose nothing', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}${list}?create=1`);
    const form = page.getByRole('dialog', { name: words['crm_fixture_order.new'] });
    await form.getByLabel(words['crm_fixture_order.title']).fill(titled('粘贴的订单'));
    await form.getByLabel(label(1, words['crm_fixture_order.line.product'])).focus();
    const rows = Array.from({ length: 20 }, (_, at) => {
      const prices = at === 7 ? ['(2.00)', '-2.00'] : [`￥1,${String(100 + at)}.50`, '￥1,000'];
      return [`"货品 ${at + 1}"`, at === 4 ? '吨' : '箱', ...prices].join('\t');
    });
    await paste(page, `${rows.join('\r\n')}\r\n`);
    await expect.poll(() => form.locator('tbody tr').count()).toBe(20);
    expect(await column(form, words['crm_fixture_order.line.sales_price'])).toContain('-2.00');
    const mark = form.locator('td[data-error]');
    await expect.poll(() => mark.allTextContents()).toEqual(['吨']);
    // the quantities come from another sheet, one of them no number
    await form.locator('tbody tr').first().locator('td[data-cell$=" num"]').click();
    await paste(page, Array.from({ length: 20 }, (_, at) => (at === 2 ? '三' : '2')).join('\n'));
    await expect.poll(() => mark.allTextContents()).toEqual(['三', '吨']);
    await form.getByText(fill('cn', cn['lines.line'], { line: 3 })).waitFor();
    await button(form, cn['action.save']).click();
    await expect.poll(() => mark.count()).toBe(2);
    await mark.first().click();
    await keys(page, 'Control+A', '2', 'Tab');
    await form.locator('td[data-error]').click();
    await page.keyboard.press('Space');
    await page.locator('.ant-select-item-option', { hasText: '个' }).click();
    await expect.poll(() => totalOf(form, words['crm_fixture_order.total_price'])).toBe('37,996.00');
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'hidden' });
    const order = await orderNamed(titled('粘贴的订单'));
    expect(order.product).toHaveLength(20);
    expect(order).toMatchObject({ totalPrice: '37996.00' });
    expect(order.product[4]).toMatchObject({ product: '货品 5', unit: '个', price: '1104.50' });
    await context.close();
  });

  it('are reordered, duplicated and deleted, and each is undone', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const line = (name: string) => ({ product: name, price: '10', num: '1' });
    const orderId = await make(titled('排序的订单'), ['甲', '乙', '丙', '丁'].map(line));
    const form = await edited(page, orderId);
    const names = async () => {
      const cells = form.locator('tbody td[data-cell$=" product"]');
      const all = await cells.all();
      return Promise.all(
        all.map(async (cell) => {
          const input = cell.locator('input');
          return (await input.count()) > 0 ? input.inputValue() : cell.innerText();
        }),
      );
    };
    await form.getByText('丙', { exact: true }).click();
    await keys(page, 'Alt+ArrowUp', 'Alt+ArrowUp');
    await expect.poll(names).toEqual(['丙', '甲', '乙', '丁']);
    await form
      .locator('tbody tr')
      .nth(3)
      .locator('td')
      .first()
      .dragTo(form.locator('tbody tr').nth(1), { targetPosition: { x: 60, y: 4 } });
    await expect.poll(names).toEqual(['丙', '丁', '甲', '乙']);
    await form.locator('tbody td[data-cell$=" product"]').first().click();
    await keys(page, 'Control+d');
    await expect.poll(names).toEqual(['丙', '丙', '丁', '甲', '乙']);
    await keys(page, 'Control+Delete');
    await expect.poll(names).toEqual(['丙', '丁', '甲', '乙']);
    await keys(page, 'Control+z');
    await expect.poll(names).toEqual(['丙', '丙', '丁', '甲', '乙']);
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'hidden' });
    const order = await read(orderId);
    expect(order.product.map((one) => one['product'])).toEqual(['丙', '丙', '丁', '甲', '乙']);
    expect(order).toMatchObject({ totalPrice: '50.00', version: 2 });
    await context.close();
  });

  it('ask which value to keep when somebody else has changed the same cell, and keep the rest of both', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const orderId = await make(titled('两人的订单'), [
      { product: '笔', price: '10', num: '3' },
      { product: '纸', price: '2', num: '10' },
    ]);
    const form = await edited(page, orderId);
    const before = await read(orderId);
    const [pen, paper] = before.product.map(({ lineId }) => ({ lineId }));
    const theirs = [
      { ...pen, num: '5' },
      { ...paper, unit: '箱' },
      { product: '本', price: '1', num: '1' },
    ];
    await api.call(
      'CrmFixtureOrder/addOrUpdate',
      { entity: { orderId }, field: [], product: theirs, version: before.version },
      await adminToken(),
    );
    await form.locator('tbody tr').first().locator('td[data-cell$=" num"]').click();
    await keys(page, 'Control+A', '7', 'ArrowDown', 'Control+A', '20');
    await button(form, cn['action.save']).click();
    const question = page.getByRole('dialog', { name: /笔 数量/ });
    await button(question, cn['form.keep_mine']).click();
    await expect.poll(() => form.locator('tbody tr').count()).toBe(3);
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'hidden' });
    expect((await read(orderId)).product).toMatchObject([
      { product: '笔', num: '7' },
      { product: '纸', num: '20', unit: '箱' },
      { product: '本' },
    ]);
    await context.close();
  });

  it('stay fast with 500 of them: only the edited row has inputs', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const lines = Array.from({ length: 500 }, (_, at) => ({ product: `货${at}`, price: '1', num: '1' }));
    const form = await edited(page, await make(titled('很长的订单'), lines));
    await expect.poll(() => form.locator('tbody tr').count()).toBe(500);
    expect(await form.locator('tbody input').count()).toBeLessThan(8);
    await form.locator('tbody tr').nth(250).locator('td[data-cell$=" num"]').click();
    // no other row is rendered again during typing
    await page.evaluate(`(() => {
      window.drawn = new Set();
      const rowOf = (node) => (node.closest ?? (() => node.parentElement.closest('tr'))).call(node, 'tr');
      new MutationObserver((changes) => changes.forEach(({ target }) => window.drawn.add(rowOf(target)))).observe(
        document.querySelector('form tbody'),
        { subtree: true, childList: true, attributes: true, characterData: true },
      );
    })()`);
    await page.keyboard.type('1234567890');
    await expect.poll(() => totalOf(form, words['crm_fixture_order.total_price'])).toMatch(/1,234,568,389/);
    expect(await page.evaluate('window.drawn.size')).toBe(1);
    await context.close();
  });

  it.each(ofToday([1440, 390]))('are printed as a table, whole, from a window %i wide', async (width) => {
    const { context, page } = await product.open({ width });
    await product.enter(page);
    // the print dialog is the browser's own
    await page.addInitScript('window.print = () => { window.asked = (window.asked ?? 0) + 1; }');
    const lines = Array.from({ length: 60 }, (_, at) => ({ product: `货${at}`, price: '1', num: '2' }));
    const detail = await opened(page, await make(`打印的订单${width}`, lines));
    await button(detail, cn['record_action.more']).first().click();
    await page.getByRole('menuitem', { name: cn['print.start'] }).click();
    const print = dialog(page);
    const pages = print.getByRole('img', { name: /^第 \d+ 页$/ });
    await pages.first().waitFor();
    await button(print, cn['print.now']).click();
    await expect.poll(() => page.evaluate('window.asked')).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('body > article');
    expect(await sheet.locator('svg').count()).toBeGreaterThan(1);
    // each line once, and the total below them
    const texts = await sheet.locator('svg text').allTextContents();
    expect(texts.filter((one) => /^货\d+$/.test(one))).toEqual(lines.map(({ product }) => product));
    expect(texts.lastIndexOf('120.00')).toBeGreaterThan(texts.indexOf('货59'));
    expect(await page.locator('#root').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    expect(await sheet.isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await sheet.waitFor({ state: 'detached' });
    await context.close();
  });

  it('speak English', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, list);
    await inEnglish(page);
    await page.goto(`${product.url}${list}?create=1`);
    const form = page.getByRole('dialog', { name: fixtureWords.en['crm_fixture_order.new'] });
    await button(form, en['lines.add']).waitFor();
    await form.getByLabel(`Line 1 ${fixtureWords.en['crm_fixture_order.line.product']}`).fill('Pen');
    expect(await form.getByText(/[\u4e00-\u9fff]/).count()).toBe(0);
    await context.close();
  });

  it('are cards on a phone, each edited in a sheet from below', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page);
    await page.goto(`${product.url}${list}?create=1`);
    const form = page.getByRole('dialog', { name: words['crm_fixture_order.new'] });
    await form.getByLabel(words['crm_fixture_order.title']).fill(titled('手机上的订单'));
    await form.getByRole('listitem').getByRole('button').click();
    const sheet = (line: number) => page.getByRole('dialog', { name: fill('cn', cn['lines.line'], { line }) });
    const fields = { product: '键盘', price: '199', num: '2' };
    const fillIn = async (line: number) => {
      for (const [name, value] of Object.entries(fields))
        await sheet(line)
          .getByLabel(new RegExp(`${words[`crm_fixture_order.line.${name as 'num'}`]}$`))
          .fill(value);
    };
    await fillIn(1);
    await button(sheet(1), cn['lines.next']).click();
    await fillIn(2);
    expect(['sheet', await seriousFaults(page)]).toEqual(['sheet', []]);
    await button(sheet(2), cn['lines.done']).click();
    await sheet(2).waitFor({ state: 'hidden' });
    await expect.poll(() => totalOf(form, words['crm_fixture_order.total_price'])).toBe('796.00');
    expect(await pageWidth(page)).toBe(390);
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'hidden' });
    expect(await orderNamed(titled('手机上的订单'))).toMatchObject({ totalPrice: '796.00', product: [{}, {}] });
    await context.close();
  });
});
