import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi, type Person } from './api.ts';
import { button, settled, titled, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';

// Views of a list: what they ask stands as chips, and their columns are arranged where they stand.

let product: Product;
/** A person whose views and columns no other test uses. */
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('视图管理员', '1');
  for (const [name, remark] of [
    ['视图公司甲', '急'],
    ['视图公司乙', '缓'],
    ['视图公司丙', ''],
  ])
    await api.save('CrmCustomer', { customer_name: name, remark }, person.token);
});
afterAll(async () => product.close());

const open = async (path: string, width = 1440) => {
  const { context, page } = await product.open({ width });
  await product.enter(page, person);
  await page.goto(product.url + path);
  await titles(page).first().waitFor();
  return { context, page };
};
const names = (page: Page) => titles(page).allTextContents();

describe('a saved view', () => {
  it('says by a mark that its chips were changed, and takes them by one press', async () => {
    const filters = [
      { fieldName: 'customer_name', condition: 'contains', value: '视图公司' },
      { fieldName: 'remark', condition: 'contains', value: '急' },
    ];
    const { context, page } = await open(`/crm/customer?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await expect.poll(() => names(page)).toEqual(['视图公司甲']);
    await button(page, cn['scene.save']).click();
    await titled(page, cn['scene.save']).getByRole('textbox').fill('急的公司');
    await page.keyboard.press('Enter');
    const tab = page.getByRole('navigation', { name: cn['scene.bar'] }).getByRole('button', { name: /^急的公司/ });
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('true');
    expect(await tab.getByTitle(cn['scene.changed']).count()).toBe(0);
    expect(await button(page, cn['scene.update']).count()).toBe(0);
    // its conditions stand as chips: one is edited where it stands, to another value
    await page
      .getByRole('button', { name: /备注.*急/ })
      .first()
      .click();
    const form = page.getByRole('tooltip').last();
    const value = form.getByRole('textbox', { name: cn['filter.pick_value'] });
    await value.fill('缓');
    await value.press('Enter');
    await expect.poll(() => names(page)).toEqual(['视图公司乙']);
    await tab.getByTitle(cn['scene.changed']).waitFor();
    await button(page, cn['scene.update']).click();
    await tab.getByTitle(cn['scene.changed']).waitFor({ state: 'detached' });
    await page.goto(`${product.url}/crm/customer`);
    await tab.click();
    await expect.poll(() => names(page)).toEqual(['视图公司乙']);
    // and removed one by one
    await button(page, cn['filter.remove']).last().click();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['视图公司丙', '视图公司乙', '视图公司甲']);
    await button(page, cn['scene.update']).waitFor();
    await context.close();
  });
});

describe('the columns of a view', () => {
  it('are found by name, dragged into another order, and saved as one leaves', async () => {
    const { context, page } = await open('/crm/contacts');
    const heads = async () => (await page.locator('thead th').allTextContents()).filter((name) => name !== '');
    const before = await heads();
    const from = before[3] ?? '';
    const to = before[1] ?? '';
    await button(page, cn['columns.title']).click();
    const choices = page.locator('.ant-popover li');
    await page.getByRole('searchbox', { name: cn['columns.search'] }).fill(from);
    await expect.poll(() => choices.count()).toBeLessThan(before.length);
    await page.getByRole('searchbox', { name: cn['columns.search'] }).fill('');
    const choice = (name: string) => choices.filter({ has: page.getByRole('checkbox', { name, exact: true }) });
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/field/fieldConfig')) saves.push(request.url());
    });
    await choice(from).dragTo(choice(to));
    await settled(page);
    expect(saves).toEqual([]);
    await page.locator('h1').click();
    const moved = before.filter((name) => name !== from).toSpliced(before.indexOf(to), 0, from);
    await expect.poll(heads).toEqual(moved);
    // once, for all that was changed
    expect(saves).toHaveLength(1);
    await page.reload();
    await titles(page).first().waitFor();
    expect(await heads()).toEqual(moved);
    await context.close();
  });
});

describe('a record beside its list', () => {
  it('leaves the list alive: no mask, another row is clicked, and its tabs stick while it is read', async () => {
    const { context, page } = await open('/crm/customer?search=视图公司');
    await titles(page).nth(1).click();
    const record = page.getByRole('dialog');
    await record.getByRole('tab').first().waitFor();
    expect(await page.locator('.ant-drawer-mask, .ant-modal-mask').count()).toBe(0);
    // the row that is read is marked
    await page.locator('tr[data-selected], tr[data-opened], tr[data-current]').first().waitFor();
    const other = (await names(page))[0] ?? '';
    await titles(page).first().click();
    await titled(page, other).getByRole('tab').first().waitFor();
    const tab = record.getByRole('tab', { name: cn['detail.information'] });
    await tab.click();
    await settled(page);
    const place = await tab.boundingBox();
    await page.setViewportSize({ width: 1440, height: 520 });
    await settled(page);
    await record.getByRole('tabpanel').hover();
    await page.mouse.wheel(0, 600);
    await settled(page);
    expect((await tab.boundingBox())?.y ?? 0).toBeLessThanOrEqual(place?.y ?? 0);
    expect((await tab.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    await context.close();
  });

  it('shows in its head the level, what is due in its colour, and the phone with call and copy', async () => {
    const due = { customer_name: '抬头公司', mobile: '13812340001', next_time: '2026-01-05 10:00:00' };
    const field = [{ fieldName: '客户级别', value: 'A（重点客户）' }];
    const saved = await api.call('CrmCustomer/addOrUpdate', { entity: due, field }, person.token);
    const { customerId } = saved['data'] as { customerId: number };
    const { context, page } = await open(`/crm/customer?rowId=${customerId}`);
    const record = titled(page, '抬头公司');
    await record.getByText('重点客户').first().waitFor();
    const late = record.getByText(/^逾期 \d+ 天$/).first();
    await late.waitFor();
    await late.evaluate((one) => one.setAttribute('data-late', ''));
    const [colour, ink] = await page.evaluate<string[]>(
      `['[data-late]', 'body'].map((one) => getComputedStyle(document.querySelector(one)).color)`,
    );
    expect(colour).not.toBe(ink);
    const number = { number: '13812340001' };
    const call = record.getByRole('link', { name: translate('cn', 'cell.call', number) });
    expect(await call.first().getAttribute('href')).toBe('tel:13812340001');
    await record.getByRole('button', { name: /复制/ }).first().waitFor();
    await context.close();
  });
});
