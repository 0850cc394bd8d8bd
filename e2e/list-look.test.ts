import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { recordAddresses } from './all-pages.ts';
import { openApi, type Person } from './api.ts';
import { button, followAfresh, settled, titled, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';

// What a list keeps still, and what it shows by itself: measures that a picture would not say in words.

let product: Product;
/** An administrator too; the arrangement of the columns is nobody else's. */
let person: Person;
beforeAll(async () => {
  product = await openProduct();
  person = await openApi(() => product).hire('样貌管理员', '1');
});
afterAll(async () => product.close());

const open = async (path: string, options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  await product.enter(page, person);
  await page.goto(product.url + path);
  await page.locator('.ant-table-row').first().waitFor();
  await settled(page);
  return { context, page };
};

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (!found) throw new Error(`${selector} is not shown`);
  return found;
};

/** The widths of the headings, and of the cells of the first row below them. */
const widths = (page: Page) =>
  page.evaluate<{ heads: number[]; cells: number[] }>(`(() => {
    const of = (all) => [...all].map((one) => Math.round(one.getBoundingClientRect().width));
    return {
      heads: of(document.querySelectorAll('.ant-table-thead .ant-table-cell:not(.ant-table-cell-scrollbar)')),
      cells: of(document.querySelector('.ant-table-row').querySelectorAll(':scope > .ant-table-cell')),
    };
  })()`);

describe('the columns of a list', () => {
  it('keep their widths at every number of rows, each under its heading', async () => {
    const { context, page } = await open('/crm/customer?limit=15');
    const sizes = [15, 30, 60, 100];
    const before = await widths(page);
    expect(before.heads.length).toBeGreaterThan(8);
    for (const limit of sizes) {
      await page.goto(`${product.url}/crm/customer?limit=${limit}`);
      await page.locator('.ant-table-row').first().waitFor();
      await settled(page);
      const { heads, cells } = await widths(page);
      // a scroll bar may take of the name, which has what is left
      const others = (all: readonly number[]) => all.filter((_, at) => at !== 1);
      expect([limit, others(heads)]).toEqual([limit, others(before.heads)]);
      expect([limit, cells]).toEqual([limit, heads]);
      expect(heads[1]).toBeGreaterThanOrEqual(240);
    }
    await context.close();
  });

  it('keep their tinted heading and the name in view while the rows are scrolled either way', async () => {
    const { context, page } = await open('/crm/customer?limit=60');
    const ground = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    expect(await ground('.ant-table-thead th')).not.toBe(await ground('.ant-table-row td'));
    const head = await box(page, '.ant-table-thead');
    const name = await box(page, '.ant-table-row a[href^="?rowId="]');
    const first = await titles(page).first().textContent();
    await page.evaluate(`document.querySelector('.ant-table-body').scrollBy(500, 0)`);
    await settled(page);
    expect((await box(page, '.ant-table-row a[href^="?rowId="]')).x).toBeCloseTo(name.x, 0);
    await page.evaluate(`document.querySelector('.ant-table-body').scrollBy(0, 800)`);
    await settled(page);
    const { y, height } = await box(page, '.ant-table-thead');
    expect([y, height]).toEqual([head.y, head.height]);
    const last = page.locator('tr.ant-table-row', { hasText: first ?? '' }).first();
    expect((await last.boundingBox())?.y ?? 0).toBeLessThan(head.y);
    await context.close();
  });

  it.each([900, 1080])('fill a window %i high, whose lower edge is that of the pager', async (height) => {
    const { context, page } = await open('/crm/customer?limit=60', { height, width: height === 1080 ? 1920 : 1440 });
    const sheet = await box(page, 'main');
    const pager = await box(page, 'main footer');
    const rows = await box(page, '.ant-table-body');
    expect(Math.abs(sheet.y + sheet.height - (pager.y + pager.height))).toBeLessThan(4);
    expect(Math.abs(pager.y - (rows.y + rows.height))).toBeLessThan(4);
    expect(sheet.y + sheet.height).toBeLessThanOrEqual(height);
    expect(sheet.y + sheet.height).toBeGreaterThan(height - 12);
    // over the full width too
    expect(Math.abs((await box(page, '.ant-table')).width - sheet.width)).toBeLessThan(4);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height);
    await context.close();
  });
});

describe('a row of a list', () => {
  it('offers its acts to the pointer and the keys alone, and stays as high as it is', async () => {
    const { context, page } = await open('/crm/customer?limit=15');
    const row = page.locator('tr.ant-table-row').nth(2);
    const before = await row.boundingBox();
    const act = row.getByRole('button', { name: cn['cell.follow_up'] });
    expect(await act.isVisible()).toBe(false);
    await row.hover();
    await act.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await page.mouse.move(10, 10);
    await act.waitFor({ state: 'hidden' });
    await titles(page).nth(2).focus();
    await page.keyboard.press('Tab');
    // the acts of the name are behind it
    await row.locator('button:focus').waitFor();
    await context.close();
  });

  it('is selected without a jump: the bar floats over the rows, and the filters stay', async () => {
    const { context, page } = await open('/crm/customer?limit=60');
    const rows = page.locator('tr.ant-table-row');
    const before = await rows.first().boundingBox();
    const pager = await box(page, 'main footer');
    await rows.first().locator('input[type=checkbox]').check();
    const bar = page.getByRole('toolbar', { name: translate('cn', 'list.selected', { count: 1 }) });
    await bar.waitFor();
    await settled(page);
    expect(await rows.first().boundingBox()).toEqual(before);
    expect(await box(page, 'main footer')).toEqual(pager);
    await button(page, cn['filter.add']).waitFor();
    const floating = await bar.boundingBox();
    expect((floating?.y ?? 0) + (floating?.height ?? 0)).toBeLessThanOrEqual(pager.y);
    // the last row can be scrolled out from under it
    await page.evaluate(`document.querySelector('.ant-table-body').scrollTo(0, 1e6)`);
    await settled(page);
    const last = await rows.last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((floating?.y ?? 0) + 1);
    await context.close();
  });
});

describe('a list that waits', () => {
  it('shows rows on their way under its title, and searches by itself a moment after the last letter', async () => {
    const { context, page } = await product.open();
    // the delays that the page asks for, however slow the machine
    await page.addInitScript(`
      window.delays = [];
      const wait = window.setTimeout;
      window.setTimeout = (work, delay, ...more) => (window.delays.push(delay), wait(work, delay, ...more));`);
    await product.enter(page, person);
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/CrmCustomer/queryPageList', async (route) => (await answer.promise, route.continue()));
    await page.goto(`${product.url}/crm/customer`);
    const waiting = page.getByRole('main').getByRole('status', { name: cn['state.loading'] });
    await waiting.waitFor();
    await expect.poll(() => waiting.locator('> div > div').count()).toBeGreaterThan(10);
    expect(await page.locator('.ant-spin').count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: cn['crm_customer.list'] }).waitFor();
    answer.resolve(undefined);
    await page.locator('tr.ant-table-row').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/CrmCustomer/queryPageList'))
        asked.push(String((request.postDataJSON() as { search?: string }).search ?? ''));
    });
    await page.getByRole('searchbox').click();
    await settled(page);
    await page.evaluate('delays.length = 0');
    // without Enter
    await page.keyboard.type('有限');
    await page.waitForURL(/search=/);
    await page.locator('mark').first().waitFor();
    expect(asked.at(-1)).toBe('有限');
    expect(await page.evaluate<number[]>('delays')).toContain(250);
    await context.close();
  });

  it.each([
    ['/manager/system-clue', 'CrmClueSource/queryPageList'],
    ['/manager/SMSBlackListSet', 'CrmGlobalSmsBlacklist/queryPageList'],
    ['/manager/employee-dep', 'system/user/queryUserList'],
    ['/manager/audit', 'system/log/queryOperationLog'],
    ['/manager/webhooks', 'system/webhook/queryList'],
  ])('has rows on their way as high as those that come, under the same heading, where it is %s', async (path, call) => {
    const { context, page } = await product.open();
    await product.enter(page);
    const places = (rows: string) =>
      page.evaluate<(readonly [number, number])[]>(`['main thead tr', 'main tbody tr${rows}']
        .map((one) => document.querySelector(one)?.getBoundingClientRect() ?? { y: -1, height: -1 })
        .map(({ y, height }) => [y, height])`);
    const answer = Promise.withResolvers<undefined>();
    await page.route(`**/${call}`, async (route) => (await answer.promise, route.continue()));
    await page.goto(product.url + path);
    const waiting = page.getByRole('main').getByRole('status', { name: cn['state.loading'] });
    await expect.poll(() => waiting.locator('tbody tr:not([class*=measure])').count()).toBeGreaterThan(10);
    // nobody takes them for rows
    expect(await page.locator('tr.ant-table-row').count()).toBe(0);
    expect(await waiting.locator('tbody').getByRole('row').count()).toBe(0);
    const before = await places(':not([class*=measure])');
    answer.resolve(undefined);
    await page.locator('tr.ant-table-row').first().waitFor();
    await settled(page);
    expect([path, await places('.ant-table-row')]).toEqual([path, before]);
    await context.close();
  });

  it('has boxes on their way where the rows are boxes, on a phone', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page);
    const first = () =>
      page.evaluate<readonly number[]>(`(({ x, y, width }) => [x, y, width])(
        document.querySelector('main .boxes > li').getBoundingClientRect())`);
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/CrmClueSource/queryPageList', async (route) => (await answer.promise, route.continue()));
    await page.goto(`${product.url}/manager/system-clue`);
    const waiting = page.getByRole('main').getByRole('status', { name: cn['state.loading'] });
    await expect.poll(() => waiting.locator('.boxes > li').count()).toBe(6);
    const before = await first();
    answer.resolve(undefined);
    await waiting.waitFor({ state: 'detached' });
    await settled(page);
    expect(await first()).toEqual(before);
    await context.close();
  });
});

describe('the keys', () => {
  it.each(someOf(recordAddresses))('go along the rows, select and open in the list of %s', async (path) => {
    const { context, page } = await open(path);
    await page.locator('h1').click();
    await page.keyboard.press('ArrowDown');
    await page.locator('tr.ant-table-row').first().and(page.locator('[data-current]')).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: translate('cn', 'list.selected', { count: 1 }) }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/rowId=\d+/);
    const second = await page.locator('tr.ant-table-row').nth(1).getAttribute('data-row-key');
    expect(new URL(page.url()).searchParams.get('rowId')).toBe(second);
    await context.close();
  });
});

describe('the keys of a list that is about no record', () => {
  it('go along its rows, select them without a jump, and press what opens one', async () => {
    const { context, page } = await open('/manager/employee-dep');
    const rows = page.locator('main tr[data-row-key]');
    await page.locator('h1').click();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await rows.nth(1).and(page.locator('[data-at-keys]')).waitFor();
    const before = await rows.first().boundingBox();
    const isOther = async (at: number) => !(await rows.nth(at).getByRole('checkbox').isDisabled());
    // oneself cannot be selected
    if (!(await isOther(1))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: translate('cn', 'staff.selected', { count: 1 }) });
    await bar.waitFor();
    await page.getByPlaceholder(cn['staff.search']).waitFor();
    expect(await rows.first().boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await titled(page, cn['staff.edit']).waitFor();
    await page.keyboard.press('Escape');
    await followAfresh(page, '/manager/system-project');
    await rows.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await rows.first().and(page.locator('[data-at-keys]')).waitFor();
    await followAfresh(page, '/manager/audit');
    await rows.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await rows.first().and(page.locator('[data-at-keys]')).waitFor();
    await context.close();
  });

  it.each(['/manager/system-clue', '/manager/SMSBlackListSet', '/manager/PublicCourseMapSet'])(
    'are listed by ?, and are those of a list of records: %s',
    async (path) => {
      const { context, page } = await open(path);
      const rows = page.locator('main tr.ant-table-row');
      await rows.nth(1).waitFor();
      await page.keyboard.press('?');
      const keys = titled(page, cn['keys.title']);
      for (const key of ['keys.rows', 'keys.select', 'keys.open'] as const) await keys.getByText(cn[key]).waitFor();
      await page.keyboard.press('Escape');
      await titled(page, cn['keys.title']).waitFor({ state: 'hidden' });
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
      await rows.nth(1).and(page.locator('[data-at-keys]')).waitFor();
      expect(await page.locator('[data-at-keys]').count()).toBe(1);
      const isChosen = rows.nth(1).getByRole('checkbox');
      await page.keyboard.press('x');
      await expect.poll(() => isChosen.isChecked()).toBe(true);
      await page.getByRole('toolbar', { name: translate('cn', 'list.selected', { count: 1 }) }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => isChosen.isChecked()).toBe(false);
      await page.keyboard.press('Enter');
      await titled(page, /^编辑/).waitFor();
      await context.close();
    },
  );
});

describe('an empty list', () => {
  it.each(someOf(recordAddresses))('says that there is nothing, and offers the first act: %s', async (path) => {
    const { context, page } = await product.open();
    await product.enter(page, person);
    await page.route(/\/queryPageList$/, (route) =>
      route.fulfill({ json: { code: 0, data: { list: [], totalRow: 0, totalExact: 1, nextCursor: null } } }),
    );
    await product.visit(page, '/person/index');
    await followAfresh(page, path);
    const empty = page.getByRole('main').getByRole('status').filter({ visible: true }).last();
    const act = empty.getByRole('button').first();
    await act.click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await context.close();
  });
});
