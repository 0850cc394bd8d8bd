import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { companyTime } from '#shared/record/time.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let seller: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  seller = await api.hire('范小盘', '8');
  const saved = await api.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: '盘点测试公司' }, field: [] },
    seller.token,
  );
  const { customerId } = saved['data'] as { customerId: number };
  await api.call(
    'CrmCustomer/addRecord',
    { typesId: customerId, content: '盘点时谈过', category: '打电话' },
    seller.token,
  );
});
afterAll(async () => product.close());

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const dialog = (page: Page) => page.getByRole('dialog');

describe('the dashboard', () => {
  it('requires a login and no key: for people without customer rights it is empty, and not linked', async () => {
    const clerk = await api.hire('顾小安', '3');
    const { context, page } = await product.open();
    await page.goto(`${product.url}/crm`);
    await page.waitForURL(/\/login/);
    await product.enter(page, clerk);
    await page.goto(product.url);
    await page.waitForURL(/\/manager\//);
    await page.goto(`${product.url}/crm`);
    await page.waitForURL(/\/crm\/workbench/);
    await page.getByRole('heading', { level: 1, name: cn['page.workbench'] }).waitFor();
    expect(await page.getByRole('navigation', { name: cn['shell.areas'] }).getByText('客户管理').count()).toBe(0);
    await page.goto(`${product.url}/crm/message`);
    await page.getByText(cn['todo.none_allowed']).waitFor();
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('heading', { name: cn['missing.title'] }).waitFor();
    await context.close();
  });

  it('is the first page of the customer area, and opens the rows of its figures', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await page.goto(`${product.url}/crm`);
    await page.waitForURL(/\/crm\/workbench/);
    await page.getByRole('navigation', { name: cn['shell.areas'] }).getByRole('link', { name: '客户管理' }).waitFor();
    await tile(page, cn['workbench.new.crm_customer']).getByText('1', { exact: true }).waitFor();
    expect(['dashboard', await seriousFaults(page)]).toEqual(['dashboard', []]);
    await tile(page, cn['workbench.new.follow_up']).click();
    await dialog(page).getByText('盘点时谈过').waitFor();
    await page.keyboard.press('Escape');
    await tile(page, cn['workbench.new.crm_customer']).click();
    await dialog(page).getByRole('link', { name: '盘点测试公司' }).click();
    await page.waitForURL(/\/crm\/customer\?rowId=\d+/);
    // back to the rows, with no tooltip over them, and back from the figure to the dashboard
    await page.goBack();
    await dialog(page).getByRole('link', { name: '盘点测试公司' }).waitFor();
    await expect.poll(() => page.getByRole('tooltip').filter({ visible: true }).count()).toBe(0);
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/crm/workbench');
    await context.close();
  });

  it('leads with what is overdue, and lists who waits longest', async () => {
    const late = await api.hire('迟小盘', '11');
    const add = (customer_name: string, hours: number) =>
      api.call(
        'CrmCustomer/addOrUpdate',
        { entity: { customer_name, next_time: companyTime(Date.now() + hours * 3_600_000) }, field: [] },
        late.token,
      );
    await add('逾期的公司', -72);
    const { context, page } = await product.open();
    await product.enter(page, late);
    await product.visit(page, '/crm/workbench');
    const tiles = page.locator('section ul').filter({ hasText: cn['workbench.overdue'] });
    const first = tiles.getByRole('listitem').first();
    await first.getByText('1', { exact: true }).waitFor();
    expect(await first.textContent()).toContain(cn['workbench.overdue']);
    // over the full width, whatever their number
    const [row, sheet] = [await tiles.boundingBox(), await page.locator('main').boundingBox()];
    expect(Math.abs((row?.width ?? 0) - (sheet?.width ?? 0))).toBeLessThan(4);
    await page.getByRole('link', { name: /逾期的公司.*逾期 3 天/ }).waitFor();
    await first.getByRole('link').click();
    await page.waitForURL(/state=2/);
    await page.locator('tbody').getByText('逾期的公司').waitFor();
    await context.close();
  });

  it('leads a newcomer through the first steps, until they are done or put away for good', async () => {
    const fresh = await api.hire('新小盘', '11');
    const { context, page } = await product.open();
    await product.enter(page, fresh);
    await product.visit(page, '/crm/workbench');
    const steps = page.getByRole('region', { name: cn['steps.title'] });
    // a salesperson invites nobody, and sets no rules
    await expect
      .poll(() => steps.locator('strong').allTextContents())
      .toEqual([cn['steps.import'], cn['steps.follow_up']]);
    await steps.getByRole('link', { name: cn['steps.import'] }).click();
    await page.getByRole('dialog', { name: new RegExp(cn['list.import']) }).waitFor();
    await page.keyboard.press('Escape');
    const saved = await api.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '第一步的公司' }, field: [] },
      fresh.token,
    );
    const { customerId: typesId } = saved['data'] as { customerId: number };
    await api.call('CrmCustomer/addRecord', { typesId, content: '第一次谈', category: '打电话' }, fresh.token);
    await product.visit(page, '/crm/workbench');
    await steps.getByRole('link', { name: new RegExp(`${cn['steps.done']}.*${cn['steps.follow_up']}`) }).waitFor();
    expect(['steps', await seriousFaults(page)]).toEqual(['steps', []]);
    await steps.getByRole('button', { name: cn['steps.hide'] }).click();
    await dialog(page).getByRole('button', { name: cn['steps.hide'] }).click();
    await steps.waitFor({ state: 'detached' });
    await context.close();
    // in another browser too
    const other = await product.open();
    await product.enter(other.page, fresh);
    await product.visit(other.page, '/crm/workbench');
    await tile(other.page, cn['workbench.new.crm_customer']).waitFor();
    await settled(other.page);
    expect(await other.page.getByRole('region', { name: cn['steps.title'] }).count()).toBe(0);
    await other.context.close();
  });

  it('is painted at once at the next visit, and to nobody else', async () => {
    const back = await api.hire('回小盘', '8');
    const other = await api.hire('别小盘', '8');
    const { context, page } = await product.open({ fresh: true });
    await product.enter(page, back);
    await product.visit(page, '/crm/workbench');
    const figure = tile(page, cn['workbench.new.crm_customer']).locator('strong');
    await figure.waitFor();
    await settled(page);
    const seen = await figure.textContent();
    // the server does not answer any more: what is shown comes from the last visit
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.goto('about:blank');
    await page.route('**/api/**', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${product.url}/crm/workbench`);
    await figure.getByText(seen ?? '', { exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    release();
    await product.enter(page, other);
    await page.route('**/api/Crm/Instrument/queryBrief', () => {});
    await product.visit(page, '/crm/workbench');
    await page.getByText(cn['workbench.waiting']).waitFor();
    expect(await figure.count()).toBe(0);
    expect(await page.evaluate<string>(`localStorage.getItem('last-answers') ?? ''`)).not.toContain('回小盘');
    await context.close();
  });

  it("shows managers their team's figures at once", async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/workbench');
    await page.locator('ol li').first().waitFor();
    await page.getByTitle(cn['question.who.reports'], { exact: true }).waitFor();
    const figure = tile(page, cn['workbench.new.crm_customer']).locator('strong');
    const total = await figure.textContent();
    expect(total).not.toBe('0');
    // until people are picked the figures stay, and the page where it is
    const top = (await figure.boundingBox())?.y;
    await page.getByLabel(cn['question.who'], { exact: true }).click();
    await page.locator('.ant-select-item-option').getByText(cn['question.who.people'], { exact: true }).click();
    await page.waitForURL(/who=people/);
    await page.getByText(cn['widget.choose_user']).first().waitFor();
    expect([await figure.textContent(), (await figure.boundingBox())?.y]).toEqual([total, top]);
    await context.close();
  });

  it('counts for the chosen people and period, and keeps both in its address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(
      `${product.url}/crm/workbench?period=year&who=departments&departments=${encodeURIComponent('[{"deptId":1,"name":"总公司"}]')}`,
    );
    const first = page.locator('ol li').first();
    await first.waitFor();
    const total = Number((await first.locator('strong').textContent())?.replaceAll(',', ''));
    expect(total).toBeGreaterThan(1);
    // one place of the ranking opens that person's rows
    await first.getByRole('button').click();
    const rows = dialog(page).locator('tbody tr');
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(Math.min(total, 15));
    await page.keyboard.press('Escape');
    await page.getByLabel(cn['workbench.ranking']).click();
    await page.getByTitle(cn['workbench.ranking.followed_customer']).click();
    const busiest = await api.call(
      'Crm/Instrument/queryRanking',
      { type: 'year', deptIds: [1], kind: 'followed_customer' },
      await api.tokenOf('admin', adminPassword),
    );
    const [top] = busiest['data'] as { realname: string; total: number }[];
    const place = page
      .locator('ol li')
      .filter({ hasText: top?.realname ?? '' })
      .first();
    await place.getByText(String(top?.total), { exact: true }).waitFor();
    await place.getByRole('button').click();
    await dialog(page).getByText(`${top?.realname} · ${cn['workbench.followed']}`).waitFor();
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(Math.min(top?.total ?? 0, 15));
    await page.keyboard.press('Escape');
    // the same elapsed part of the previous year
    await tile(page, cn['workbench.new.crm_customer']).hover();
    const today = companyTime(Date.now());
    await page
      .getByRole('tooltip')
      .getByText(`${Number(today.slice(0, 4)) - 1}${today.slice(4, 10)}`)
      .waitFor();
    await page.getByLabel(cn['question.period_choice']).click();
    await page.getByTitle(cn['period.lastYear']).click();
    await page.waitForURL(/period=lastYear/);
    await page.goBack();
    await context.close();
  });

  it('fits a phone, and speaks English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page, seller);
    await page.goto(`${product.url}/crm/workbench`);
    await tile(page, cn['workbench.new.crm_customer']).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    // what a desk has in its header is at the lower edge
    await page.getByRole('button', { name: cn['shell.more'], exact: true }).click();
    await dialog(page).getByRole('button', { name: cn['shell.to_english'] }).click();
    await page.getByRole('heading', { name: en['page.workbench'] }).waitFor();
    await tile(page, en['workbench.new.follow_up']).waitFor();
    await context.close();
  });
});
