import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, pageWidth, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
const { call } = api;
let token = '';
const company = '上海铃声科技';
let customerId = 0;

beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
  const saved = await call('CrmCustomer/addOrUpdate', { entity: { customer_name: company }, field: [] }, token);
  customerId = (saved['data'] as { customerId: number }).customerId;
});
afterAll(async () => product.close());

/** A new employee in the team of the customer, who has a message of that. */
async function join(realname: string): Promise<{ person: Person; userId: number }> {
  const person = await api.hire(realname, '8');
  const { data } = await call('system/user/queryUserList', { search: realname, page: 1, limit: 15 }, token);
  const userId = (data as { list: { userId: number }[] }).list[0]?.userId ?? 0;
  const team = { ids: [customerId], memberIds: [userId], power: 1 };
  expect((await call('CrmCustomer/addMembers', team, token))['code']).toBe(0);
  return { person, userId };
}
const mention = (userId: number, content: string) =>
  call('CrmCustomer/addRecord', { typesId: customerId, content, category: '打电话', mentionIds: [userId] }, token);

const bellOf = (page: Page, words: typeof cn | typeof en = cn) =>
  page.getByRole('banner').getByRole('button', { name: words['message.open'] });
const panelOf = (page: Page, words: typeof cn | typeof en = cn) =>
  page.getByRole('region', { name: words['message.title'] });

describe('the bell', () => {
  it('rings at once, and is read, opened, deleted and cleared by keyboard and mouse', async () => {
    const { person, userId } = await join('铃小王');
    const { context, page } = await product.open();
    await product.enter(page, person);
    await product.visit(page, '/crm/workbench');
    const bell = bellOf(page);
    await bell.getByText('1', { exact: true }).waitFor();
    expect(await page.title()).toMatch(/^\(1\) /);
    await mention(userId, '报价单请过目');
    await bell.getByText('2', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(2\) /);

    await bell.focus();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    const rows = panel.getByRole('listitem');
    await rows.filter({ hasText: '报价单请过目' }).waitFor();
    expect(await rows.count()).toBe(2);
    await panel.getByText(cn['moment.today'], { exact: true }).waitFor();
    expect(['messages', await seriousFaults(page)]).toEqual(['messages', []]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('r');
    await bell.getByText('1', { exact: true }).waitFor();
    await expect.poll(() => panel.getByRole('img', { name: cn['message.unread'] }).count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`rowId=${customerId}`));
    await page.getByRole('tabpanel').getByText('报价单请过目').waitFor();
    await bell.getByText('1', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.title()).not.toMatch(/^\(/);

    await bell.click();
    await panel.getByText(cn['message.only_unread'], { exact: true }).click();
    await panel.getByText(cn['message.none_unread']).waitFor();
    await button(panel, cn['message.show_all']).click();
    await rows.first().hover();
    await button(rows.first(), cn['message.delete']).click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await bell.click();
    await panel.getByText(translate('cn', 'message.team_added', wordsOf())).waitFor();
    expect(await rows.count()).toBe(1);
    await button(panel, cn['message.clear']).click();
    await button(titled(page, cn['message.clear_ask']), cn['action.clear']).click();
    await page.getByText(translate('cn', 'message.cleared', { count: 1 })).waitFor();
    await context.close();
  });

  it('opens from below on a phone, loads while scrolling, and leads to the record, in English', async () => {
    const { person, userId } = await join('铃小李');
    for (let at = 1; at <= 24; at += 1) await mention(userId, `第${at}次提到`);
    const { context, page } = await product.open({ width: 390, height: 800, language: 'en' });
    await product.enter(page, person);
    await product.visit(page, '/crm/workbench');
    const bell = bellOf(page, en);
    await bell.getByText('25', { exact: true }).waitFor();
    await bell.click();
    const panel = panelOf(page, en);
    await panel.getByText('第24次提到', { exact: true }).waitFor();
    expect(await panel.getByText('第1次提到', { exact: true }).count()).toBe(0);
    await panel.getByText('第5次提到', { exact: true }).scrollIntoViewIfNeeded();
    await panel.getByText('第1次提到', { exact: true }).waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(['messages on a phone', await seriousFaults(page)]).toEqual(['messages on a phone', []]);
    await panel.getByRole('link').filter({ hasText: '第3次提到' }).click();
    await page.waitForURL(new RegExp(`rowId=${customerId}`));
    await page.goto(`${product.url}/crm/customer`);
    await bell.getByText('24', { exact: true }).waitFor();
    await bell.click();
    await button(panel, en['message.read_all']).click();
    await bell.getByText('24', { exact: true }).waitFor({ state: 'detached' });
    await context.close();
  });
});

/** What the message of the team says. */
const wordsOf = () => ({ name: 'admin', noun: cn['crm_customer'], title: company });
