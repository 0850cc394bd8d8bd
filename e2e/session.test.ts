import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { settled } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

const openCustomers = async (page: Page) => {
  await product.enter(page);
  await page.goto(`${product.url}/crm/customer`);
  await page.getByRole('table').first().waitFor();
};
const on = (page: Page, path: string, handle: (route: Route) => unknown) => page.route(`**/api/${path}`, handle);
const json =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body });
const revoked = { code: 302, msg: '您的登录已在别处结束' };

describe('a login that has ended', () => {
  it('is reported once, in one dialog with one button, however many calls learn of it', async () => {
    const { context, page } = await product.open({ fresh: true });
    await page.clock.install();
    await openCustomers(page);
    await page.getByRole('link', { name: /公司/ }).first().click();
    for (const name of ['detail.information', 'detail.files', 'detail.history'] as const) {
      await page.getByRole('tab', { name: cn[name] }).click();
      await settled(page);
    }
    // back after a break everything on the page is reloaded: ten calls wait, and all of them get it
    const waiting: Route[] = [];
    await page.route('**/api/**', (route) => void waiting.push(route));
    await page.clock.fastForward('06:00');
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(10);
    await Promise.all(waiting.map(json(revoked)));
    const dialog = page.getByRole('dialog', { name: '确定登出' });
    await dialog.waitFor();
    await settled(page);
    await expect.poll(() => dialog.count()).toBe(1);
    await dialog.getByText('你已被登出，请重新登录', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('button').allTextContents()).toEqual(['重新登录']);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(1);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL(/\/login/);
    await context.close();
  });

  it('leaves after code 401, and at once with HTTP 401', async () => {
    for (const [answer, status] of [
      [{ code: 401, msg: '登录已过期' }, 200],
      [{ code: 401, msg: '登录已过期' }, 401],
    ] as const) {
      const { context, page } = await product.open();
      await openCustomers(page);
      await on(page, 'refresh', json({ code: 401, msg: '登录已失效' }));
      await on(page, 'CrmCustomer/queryPageList', json(answer, status));
      await page.getByRole('searchbox').fill('云');
      await page.getByRole('searchbox').press('Enter');
      if (status === 200) await page.getByRole('dialog').getByRole('button', { name: '重新登录' }).click();
      await page.waitForURL(/\/login/);
      const kept = await page.evaluate<string>('JSON.stringify(Object.keys(localStorage))');
      expect(kept).not.toMatch(/token/i);
      await context.close();
    }
  });

  it('without readable permissions reports it, and leaves after three seconds', async () => {
    for (const [answer, text] of [
      [{ code: 500, msg: '权限服务不可用' }, '权限服务不可用'],
      [{ code: 500, msg: '' }, '获取用户信息失败'],
    ] as const) {
      const { context, page } = await product.open({ fresh: true });
      await page.clock.install();
      await openCustomers(page);
      await on(page, 'system/role/auth', json(answer));
      await page.goto(`${product.url}/crm/customer`);
      await page.getByText(text, { exact: true }).waitFor();
      // the clock is stopped and advanced explicitly; a second is left for this command to arrive
      await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 1000')));
      expect(new URL(page.url()).pathname).toBe('/crm/customer');
      await page.clock.runFor(3000);
      await page.clock.resume();
      await page.waitForURL(/\/login/);
      await context.close();
    }
  });
});

describe('a login that continues', () => {
  it('is renewed with less than twenty minutes left', async () => {
    const { context, page } = await product.open();
    // only the page's own login may be renewed
    await logIn(page, product.url);
    await product.visit(page, '/crm/customer');
    let renewals = 0;
    page.on('request', (request) => void (request.url().endsWith('/api/refresh') && (renewals += 1)));
    const leave = async (minutes: number) => {
      await page.evaluate(
        `for (const key of Object.keys(localStorage)) { const text = localStorage.getItem(key); if (!text.includes('expiresAt')) continue; const token = JSON.parse(text); token.expiresAt = Date.now() + ${minutes} * 60000; localStorage.setItem(key, JSON.stringify(token)); }`,
      );
      await page.reload();
      await page.getByRole('table').first().waitFor();
      await settled(page);
    };
    await leave(21);
    expect(renewals).toBe(0);
    await leave(19);
    expect(renewals).toBe(1);
    await page.getByRole('searchbox').fill('云');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/search=/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});

describe('calls that fail', () => {
  it('show the message of the server and reject', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await on(page, 'CrmCustomer/addOrUpdate', json({ code: 500, msg: '服务器忙，请稍后再试' }));
    await page.goto(`${product.url}/crm/customer?create=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel(cn['crm_customer.customer_name']).fill('不会保存的公司');
    await page.keyboard.press('Control+Enter');
    await page.getByText('服务器忙，请稍后再试').first().waitFor();
    expect(await form.getByLabel(cn['crm_customer.customer_name']).inputValue()).toBe('不会保存的公司');
    await context.close();
  });

  it('of a list stop the spinner and offer a retry, without a toast', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await on(page, 'CrmCustomer/queryPageList', json({ code: 500, msg: '查询失败' }));
    await page.goto(`${product.url}/crm/customer?search=没有这样的公司`);
    await page.getByRole('button', { name: cn['action.retry'] }).waitFor({ timeout: 30_000 });
    expect(await page.locator('.ant-spin-spinning').count()).toBe(0);
    expect(await page.locator('.ant-message-notice').count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: cn['action.retry'] }).click();
    await page.getByText('没有找到数据').waitFor();
    await context.close();
  });

  it('are aborted after fifteen seconds', async () => {
    const { context, page } = await product.open({ fresh: true });
    await page.clock.install();
    await openCustomers(page);
    await on(page, 'CrmCustomer/addOrUpdate', () => new Promise(() => undefined));
    await page.goto(`${product.url}/crm/customer?create=1`);
    await page.getByRole('dialog').getByLabel(cn['crm_customer.customer_name']).fill('等待的公司');
    let isGivenUp = false;
    page.on('requestfailed', (request) => void (isGivenUp ||= request.url().includes('addOrUpdate')));
    const asked = page.waitForRequest(/addOrUpdate/);
    await page.keyboard.press('Control+Enter');
    await asked;
    // the clock is stopped and advanced explicitly
    await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 1000')));
    await page.clock.runFor(10_000);
    expect(isGivenUp).toBe(false);
    await page.clock.runFor(5000);
    await expect.poll(() => isGivenUp).toBe(true);
    await page.clock.resume();
    await page.getByText(cn['call.timeout']).waitFor();
    const name = page.getByRole('dialog').getByLabel(cn['crm_customer.customer_name']);
    expect(await name.inputValue()).toBe('等待的公司');
    await context.close();
  });

  it('that read are told after fifteen seconds too, and not repeated', async () => {
    const { context, page } = await product.open({ fresh: true });
    await page.clock.install();
    await openCustomers(page);
    let count = 0;
    await on(page, 'CrmCustomer/queryPageList', () => {
      count += 1;
      return new Promise(() => undefined);
    });
    const asked = page.waitForRequest(/queryPageList/);
    await page.goto(`${product.url}/crm/customer?search=等待`);
    await asked;
    // the call is under way before its page is
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 1000')));
    await page.clock.runFor(15_000);
    await page.getByText(cn['call.timeout']).first().waitFor();
    await page.clock.runFor(60_000);
    expect(count).toBe(1);
    await context.close();
  });
});
