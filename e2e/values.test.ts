import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { pageAddresses, recordAddresses } from './all-pages.ts';
import { openApi, type Person } from './api.ts';
import { button, followAfresh, settled, titled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

// How values are said, wherever they stand: generated over the pages.

let product: Product;
let person: Person;
let context: Profile;
let page: Page;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('说法管理员', '1');
  ({ context, page } = await product.open());
  await product.enter(page, person);
  await product.visit(page, '/person/index');
});
afterAll(async () => {
  await context.close();
  await product.close();
});

/** Where seconds are told: logs, and what is compared with them. */
const logs = new Set(['/manager/audit', '/manager/operation', '/manager/system-log', '/manager/webhooks']);

/** What is shown with seconds; what is on hover alone is no text of the page. */
const seconds = (page: Page) =>
  page.evaluate<string[]>(`document.body.innerText.match(/.{0,20}\\b\\d{1,2}:\\d\\d:\\d\\d\\b.{0,10}/g) ?? []`);

/** A municipality that is named twice. */
const twice = (page: Page) =>
  page.evaluate<string[]>(`document.body.innerText.match(/(北京市|上海市|天津市|重庆市)[,，/ ]*\\1.{0,10}/g) ?? []`);

describe('a time', () => {
  it.each(someOf(pageAddresses.filter((path) => !logs.has(path))))(
    'is said without seconds on %s, and no city twice',
    async (path) => {
      await followAfresh(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect([path, await seconds(page), await twice(page)]).toEqual([path, [], []]);
    },
  );

  it.each(someOf(recordAddresses))('is said without seconds in a record of %s, in each of its tabs', async (path) => {
    await followAfresh(page, path);
    await page.locator('tbody a[href^="?rowId="]').first().click();
    const record = page.getByRole('dialog').first();
    await record.getByRole('tab').first().waitFor();
    await settled(page);
    for (const tab of await record.getByRole('tab').all()) {
      await tab.click();
      await settled(page);
      const name = (await tab.textContent()) ?? '';
      // a tab under the keys says also which of how many it is
      if (name.endsWith(cn['detail.history'])) continue;
      expect([path, name, await seconds(page), await twice(page)]).toEqual([path, name, [], []]);
    }
  });
});

describe('an address', () => {
  it('in a municipality is said once in the list and in the record, as it is in the form', async () => {
    const address = {
      address: '北京市,北京市,朝阳区',
      location: '国贸大厦',
      detailAddress: '建国门外大街1号',
      lng: '116.4',
      lat: '39.9',
    };
    const entity = { customer_name: '直辖市说法公司', map_address: address };
    const { customerId } = await api.save('CrmCustomer', entity, person.token);
    await followAfresh(page, `/crm/customer?search=直辖市说法公司`);
    await page.locator('tr.ant-table-row').first().waitFor();
    expect(await twice(page)).toEqual([]);
    await followAfresh(page, `/crm/customer?rowId=${customerId}`);
    const record = titled(page, '直辖市说法公司');
    await record.getByRole('tab', { name: cn['detail.information'] }).click();
    await record.getByRole('tabpanel').getByText('朝阳区').first().waitFor();
    expect(await twice(page)).toEqual([]);
    await record
      .getByText(/北京市.*朝阳区/)
      .first()
      .waitFor();
  });
});

describe('a long name', () => {
  it('of twenty letters is read whole in the relation picker', async () => {
    const name = '一二三四五六七八九十一二三四五六七八九十';
    await api.save('CrmCustomer', { customer_name: name }, person.token);
    await followAfresh(page, '/crm/contacts?create=1');
    await button(titled(page, cn['crm_contacts.new']), cn['picker.open']).click();
    const picker = titled(page, translate('cn', 'picker.title', { name: cn['crm_customer'] }));
    await picker.getByRole('searchbox').fill(name);
    const cell = picker.getByRole('cell', { name }).first();
    await cell.waitFor();
    await settled(page);
    await cell.evaluate((one) => one.setAttribute('data-long', ''));
    const cut = await page.evaluate<boolean>(`(() => {
      const one = document.querySelector('[data-long]');
      const range = document.createRange();
      range.selectNodeContents(one);
      const words = range.getBoundingClientRect();
      const around = one.getBoundingClientRect();
      const isShortened = getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth;
      return isShortened || words.right > around.right || words.bottom > around.bottom;
    })()`);
    expect(cut).toBe(false);
  });
});

describe('a list', () => {
  it.each(someOf(recordAddresses))('of %s has a muted dash for nothing, and its figures at the right', async (path) => {
    await followAfresh(page, path);
    await page.locator('tr.ant-table-row').first().waitFor();
    await settled(page);
    const found = await page.evaluate<{
      blank: string[];
      signs: string[];
      figures: string[];
      dash: boolean;
    }>(`(() => {
      const heads = [...document.querySelectorAll('thead th')].map((one) => one.textContent);
      const cells = [...document.querySelectorAll('tr.ant-table-row')].flatMap((row) => [...row.cells].slice(1));
      const told = (cell) => heads[cell.cellIndex];
      const isEmpty = (cell) => cell.innerText.trim() === '' && !cell.querySelector('img, svg, button');
      const figure = /^-?\\d{1,3}(,\\d{3})*(\\.\\d+)?%?$/;
      const muted = getComputedStyle(document.documentElement).getPropertyValue('--text-muted');
      const probe = document.createElement('i');
      probe.style.color = muted;
      document.body.append(probe);
      const colour = getComputedStyle(probe).color;
      probe.remove();
      const dashes = cells.filter((cell) => cell.innerText.trim() === '–');
      const innermost = (one) => one.children.length === 0 ? one : innermost([...one.children].find((child) => child.innerText?.trim() === '–') ?? one.children[0]);
      return {
        blank: [...new Set(cells.filter(isEmpty).map(told))],
        signs: [...new Set(cells.filter((cell) => ['--', '-', 'null', 'undefined'].includes(cell.innerText.trim())).map(told))],
        figures: [...new Set(cells.filter((cell) => /\\.\\d\\d$/.test(cell.innerText.trim()) && figure.test(cell.innerText.trim()))
          .filter((cell) => getComputedStyle(cell).textAlign !== 'right' || !getComputedStyle(cell).fontVariantNumeric.includes('tabular-nums')).map(told))],
        dash: dashes.every((cell) => getComputedStyle(innermost(cell)).color === colour),
      };
    })()`);
    expect([path, found]).toEqual([path, { blank: [], signs: [], figures: [], dash: true }]);
  });
});
