import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { pageAddresses } from './all-pages.ts';
import { openApi, type Person } from './api.ts';
import { button, followAfresh, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

// What all pages share: one line for the title, one width, and toasts that lie over no title.

let product: Product;
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('页面管理员', '1');
});
afterAll(async () => product.close());

describe.each([1440, 1920])('at %i pixels', (width) => {
  let page: Page;
  let close: () => Promise<void>;
  beforeAll(async () => {
    // English words are longer
    const size = width === 1920 ? ({ height: 1080 } as const) : ({ height: 900, language: 'en' } as const);
    const opened = await product.open({ width, ...size });
    page = opened.page;
    close = opened.context.close;
    await product.enter(page, person);
    await product.visit(page, '/person/index');
  });
  afterAll(() => close());

  it.each(someOf(pageAddresses))('%s has its title on one line, and the width of all pages', async (path) => {
    await followAfresh(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const look = await page.evaluate<Record<string, unknown>>(`(() => {
      const h1 = document.querySelector('h1');
      const main = document.querySelector('main').getBoundingClientRect();
      // a page may have a list of its own beside the title
      let whole = h1;
      while (whole.parentElement?.tagName !== 'MAIN') whole = whole.parentElement;
      const page = whole.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(h1);
      return {
        lines: range.getClientRects().length,
        isCut: h1.scrollWidth > h1.clientWidth,
        bar: Math.round(h1.closest('header').getBoundingClientRect().height),
        right: Math.round(innerWidth - main.right),
        cut: [...h1.closest('header').querySelectorAll('button, a, input')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > page.right)
          .map((one) => one.textContent),
        beside: [Math.round(page.left - main.left), Math.round(main.right - page.right)].map((one) => Math.abs(one) <= 1),
      };
    })()`);
    expect([path, look]).toEqual([path, { lines: 1, isCut: false, bar: 52, right: 8, cut: [], beside: [true, true] }]);
    expect(await pageWidth(page)).toBe(width);
  });
});

/** Toasts that lie over a title: of the page, of a dialog, of a record. */
const covered = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const boxOf = (one) => one.getBoundingClientRect();
    const toasts = [...document.querySelectorAll('.ant-message-notice')].map(boxOf);
    const titles = [...document.querySelectorAll('h1, [role=dialog] h2, .ant-modal-title, .ant-drawer-title')]
      .filter((one) => one.checkVisibility());
    return titles
      .filter((one) => toasts.some((toast) => {
        const { left, right, top, bottom } = boxOf(one);
        return toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom;
      }))
      .map((one) => one.textContent);
  })()`);

describe('a toast', () => {
  it.each([
    [1440, 900],
    [390, 844],
  ])('lies over no title, of a page, a record or a form, at %i by %i', async (width, height) => {
    const { customerId } = await api.save('CrmCustomer', { customer_name: `提示公司${width}` }, person.token);
    const { context, page } = await product.open({ width, height });
    await product.enter(page, person);
    await page.route('**/api/CrmCustomer/addOrUpdate', (route) =>
      route.fulfill({ json: { code: 500, msg: '这次没有保存成功' } }),
    );
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    const record = titled(page, `提示公司${width}`);
    await record.getByRole('tab').first().waitFor();
    const toasts = page.locator('.ant-message-notice');
    await button(record, cn['action.edit']).last().click();
    const form = titled(page, cn['crm_customer.edit']);
    await form.getByLabel(cn['crm_customer.website']).fill('toast.example.cn');
    await page.keyboard.press('Control+Enter');
    await toasts.filter({ hasText: '这次没有保存成功' }).waitFor();
    await settled(page);
    expect(await covered(page)).toEqual([]);
    expect(await toasts.count()).toBeGreaterThan(0);
    await context.close();
  });
});
