import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi, type Person } from './api.ts';
import { follow, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
/** An administrator too; columns hidden by this one are missed by nobody else. */
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('列表管理员', '1');
});
afterAll(async () => product.close());

const open = async (path = '/crm/customer', screen: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(screen);
  await product.enter(page, person);
  await page.goto(product.url + path);
  await page.locator('table, main li strong').first().waitFor();
  return { context, page };
};
const names = (page: Page) => titles(page).allTextContents();

describe('the list', () => {
  it('filters by two conditions, and keeps them in the address', async () => {
    const { context, page } = await open();
    const filters = [
      { fieldName: 'customer_name', condition: 'contains', value: '科技' },
      { fieldName: 'deal_status', condition: 'is', value: 0 },
    ];
    await page.goto(`${product.url}/crm/customer?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await titles(page).first().waitFor();
    const first = await names(page);
    expect(first.every((name) => name.includes('科技'))).toBe(true);
    await page.reload();
    await titles(page).first().waitFor();
    expect(await names(page)).toEqual(first);
    await page.getByRole('button', { name: cn['filter.remove'] }).first().click();
    await page.waitForURL((url) => !decodeURIComponent(url.search).includes('科技'));
    await context.close();
  });

  it('asks for days relative to today, in a view that is saved by Enter and keeps both its alternatives in sight', async () => {
    const { context, page } = await open();
    const choose = async (search: string) => {
      await page.locator('.ant-select-item-option').filter({ visible: true }).first().waitFor();
      await page.keyboard.type(search);
      await page.locator('.ant-select-item-option-active', { hasText: search }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: cn['filter.add'], exact: true }).click();
    await choose('下次联系时间');
    await page.getByRole('combobox', { name: cn['filter.pick_value'] }).click();
    await choose(cn['span.past']);
    await page
      .locator('.ant-popover')
      .getByRole('button', { name: /^确\s?定$/ })
      .click();
    await page.getByText(`下次联系时间 ${cn['operator.period']} ${cn['span.past']}`).waitFor();
    await page.getByRole('button', { name: cn['filter.add_or'] }).click();
    await choose('客户级别');
    await page.getByText('B（普通客户）').last().click();
    await page
      .locator('.ant-popover')
      .getByRole('button', { name: /^确\s?定$/ })
      .last()
      .click();
    const last = page.getByRole('button', { name: /客户级别/ }).last();
    await last.waitFor();
    // all of its words, where there is space for them
    await expect
      .poll(() =>
        last.evaluate((one) => {
          const line = one.closest('[class*=chips]');
          return line !== null && one.getBoundingClientRect().right <= line.getBoundingClientRect().right;
        }),
      )
      .toBe(true);
    await page.getByRole('button', { name: cn['scene.save'] }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('逾期或普通');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '逾期或普通' }).first().waitFor();
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('button', { name: '逾期或普通' }).first().waitFor();
    await context.close();
  });

  it('is searched by what an input method has finished, and again without it once the box is cleared', async () => {
    const { context, page } = await open();
    const box = page.getByRole('searchbox');
    const cross = page.getByRole('button', { name: cn['action.clear'], exact: true });
    const keys = await page.context().newCDPSession(page);
    await page.evaluate(`window.delays = [];
      const wait = window.setTimeout;
      window.setTimeout = (work, delay, ...more) => (window.delays.push(delay), wait(work, delay, ...more));`);
    /** The pause after which it searches. */
    const pauses = () => page.evaluate<number>('window.delays.filter((delay) => delay === 250).length');
    await box.click();
    expect(await cross.count()).toBe(0);
    for (const text of ['k', 'ke', 'keji'])
      await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    expect([await box.inputValue(), await pauses()]).toEqual(['keji', 0]);
    await keys.send('Input.insertText', { text: '科技' });
    expect(await pauses()).toBeGreaterThan(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('科技');
    await expect.poll(async () => (await names(page)).every((name) => name.includes('科技'))).toBe(true);
    // what is about to go is not searched for, as on leaving the box
    await box.evaluate((one) => one.addEventListener('blur', () => one.setAttribute('data-left', '')));
    await cross.click();
    expect(await box.getAttribute('data-left')).toBe(null);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(null);
    expect(await box.inputValue()).toBe('');
    expect(await box.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true);
    // what an address says comes into the box
    await follow(page, '/crm/customer?search=贸易');
    await expect.poll(() => box.inputValue()).toBe('贸易');
    await context.close();
  });

  it('is cleared by the shortest tap of a finger, on a cross that is large enough for one', async () => {
    const { context, page } = await open('/crm/customer?search=贸易', { width: 390, height: 844, touch: true });
    const box = page.getByRole('searchbox');
    expect(await box.inputValue()).toBe('贸易');
    const cross = page.getByRole('button', { name: cn['action.clear'], exact: true });
    const { width = 0, height = 0 } = (await cross.boundingBox()) ?? {};
    expect([width >= 42, height >= 42]).toEqual([true, true]);
    await cross.tap();
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(null);
    expect(await box.inputValue()).toBe('');
    await context.close();
  });

  it('pages, and opens and closes rows by keys and by the back button', async () => {
    const { context, page } = await open('/crm/customer?limit=30');
    await expect.poll(async () => (await names(page)).length).toBe(30);
    const before = await names(page);
    await page.getByTitle('2', { exact: true }).click();
    await page.waitForURL(/page=2/);
    await expect.poll(async () => (await names(page))[0]).not.toBe(before[0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/rowId=\d+/);
    await page.getByRole('tab').first().waitFor();
    await page.goBack();
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    await page.waitForURL(/page=2/);
    await context.close();
  });

  it('sorts names by pinyin, hides a column and keeps it hidden', async () => {
    const { context, page } = await open('/crm/customer?sort=customerName&order=2');
    await titles(page).first().waitFor();
    const sorted = await names(page);
    expect(sorted).toEqual(sorted.toSorted((left, right) => left.localeCompare(right, 'zh-CN')));
    await page.getByRole('button', { name: cn['columns.title'] }).click();
    await page.getByRole('checkbox', { name: cn['crm_customer.website'] }).uncheck();
    await page.getByRole('button', { name: cn['action.save'] }).last().click();
    await page.getByRole('columnheader', { name: cn['crm_customer.website'] }).waitFor({ state: 'detached' });
    await page.reload();
    await titles(page).first().waitFor();
    expect(await page.getByRole('columnheader', { name: cn['crm_customer.website'] }).count()).toBe(0);
    await context.close();
  });

  it('deletes the selected rows after asking, and reports the result', async () => {
    await api.call('CrmCustomer/addOrUpdate', { entity: { customer_name: '待删除公司' }, field: [] }, person.token);
    const { context, page } = await open('/crm/customer?search=待删除公司');
    await page.getByRole('link', { name: '待删除公司' }).waitFor();
    await page.locator('tbody').getByRole('checkbox').first().check();
    await page.getByRole('toolbar').getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: cn['action.cancel'] }).click();
    await page.getByText('已取消操作').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: cn['action.ok'], exact: true }).click();
    const told = page.locator('.ant-message-notice-content, .ant-message-notice').filter({ hasText: '操作成功' });
    await told.getByRole('button', { name: cn['record_action.undo'] }).first().waitFor();
    await page.getByText('没有找到数据').waitFor();
    await context.close();
  });
});
