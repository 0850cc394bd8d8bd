import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { translate } from '#shared/i18n/translate.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
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

  for (const isPhone of [false, true])
    it(`has follow-ups written over it, about who waits and about anybody${isPhone ? ', by finger on a phone' : ''}`, async () => {
      const writer = await api.hire(isPhone ? '指小盘' : '写小盘', '11');
      const next_time = companyTime(Date.now() - 72 * 3_600_000);
      for (const more of [
        { customer_name: `${writer.realname}等着的公司`, next_time },
        { customer_name: `${writer.realname}别的公司` },
      ])
        await api.call('CrmCustomer/addOrUpdate', { entity: more, field: [] }, writer.token);
      const { context, page } = await product.open(isPhone ? { width: 390, height: 844, touch: true } : {});
      const press = (button: Locator) => (isPhone ? button.tap() : button.click());
      const feed = page.getByRole('listitem').filter({ hasText: writer.realname });
      await product.enter(page, writer);
      await product.visit(page, '/crm/workbench');
      const about = translate('cn', 'cell.follow_up_named', { name: `${writer.realname}等着的公司` });
      const opener = page.getByRole('button', { name: about });
      await press(opener);
      const box = page.getByRole('dialog', { name: about }).getByRole('textbox');
      await expect.poll(() => box.evaluate((area) => area.matches(':focus'))).toBe(true);
      expect(['writing', await seriousFaults(page)]).toEqual(['writing', []]);
      await box.fill('工作台上写的');
      await press(page.getByRole('button', { name: cn['moment.in_three_days'] }).first());
      await press(page.getByRole('dialog').getByRole('button', { name: cn['detail.publish'] }));
      await feed.filter({ hasText: '工作台上写的' }).waitFor();
      // it waits no more
      await opener.waitFor({ state: 'detached' });
      await press(page.getByRole('button', { name: cn['cell.follow_up'], exact: true }));
      const picker = page.getByRole('dialog', { name: /^关联.+模块$/ });
      await press(picker.getByRole('row').filter({ hasText: `${writer.realname}别的公司` }));
      await press(picker.getByRole('button', { name: cn['action.ok'] }));
      await page
        .getByRole('dialog', { name: new RegExp('别的公司') })
        .getByRole('textbox')
        .fill('对谁都能写');
      await press(
        page.getByRole('dialog', { name: new RegExp('别的公司') }).getByRole('button', { name: cn['detail.publish'] }),
      );
      await feed.filter({ hasText: '对谁都能写' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/crm/workbench');
      expect(await pageWidth(page)).toBeLessThanOrEqual(isPhone ? 390 : 1440);
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

  it('says what was followed up under the days it was on, the newest first', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    const row = (recordId: number, days: number, time: string) => ({
      recordId,
      types: 'crm_customer',
      typesId: 1,
      typesName: `第${recordId}家公司`,
      realname: '范小盘',
      userImg: '',
      category: '打电话',
      content: `第${recordId}次谈`,
      createTime: `${companyTime(Date.now() - days * 86_400_000).slice(0, 10)} ${time}`,
    });
    const list = [row(4, 0, '00:00:02'), row(3, 0, '00:00:01'), row(2, 1, '09:12:30'), row(1, 40, '18:00:00')];
    await page.route('**/api/Crm/Instrument/queryRecordList', (route) =>
      route.fulfill({ json: { code: 0, data: { list, totalRow: 4 } } }),
    );
    await product.visit(page, '/crm/workbench');
    await page.getByText('第1次谈').waitFor();
    const feed = page
      .getByRole('list')
      .filter({ has: page.getByText('第1次谈') })
      .last();
    const said = await feed.getByRole('listitem').allInnerTexts();
    const days = said.map((words) => words.split('第')[0]?.split('范')[0]?.replace(/\s+/g, ' ').trim());
    expect(days[0]).toMatch(new RegExp(`^${cn['moment.today']} \\d\\d-\\d\\d 周.$`));
    expect(days[1]).toBe('');
    expect(days[2]).toMatch(new RegExp(`^${cn['moment.yesterday']} \\d\\d-\\d\\d 周.$`));
    expect(days[3]).toMatch(/^(\d{4}-)?\d\d-\d\d 周.$/);
    // the time of day without seconds, all of it on hover
    const time = feed.getByText('09:12', { exact: true });
    expect(await time.getAttribute('title')).toBe(list[2]?.createTime);
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

  it('shows what was sold beside the goals, by month, and the funnel of the period, as the calls say', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/workbench?period=year');
    const asked = { type: 'year', isSub: 2 };
    const token = await api.tokenOf('admin', adminPassword);
    const answer = async <T>(path: string): Promise<T> => (await api.call(path, asked, token))['data'] as T;
    const sold = await answer<Record<string, string>>('Crm/Instrument/queryPerformance');
    const part = page
      .locator('section', { has: page.getByRole('heading', { name: cn['workbench.performance'] }) })
      .last();
    await part.getByText(withSeparators(sold['contractMoneys'] ?? ''), { exact: true }).waitFor();
    await part
      .getByText(
        fill('cn', cn['workbench.of_goal'], {
          part: sold['proportion'] ?? '',
          goal: withSeparators(sold['achievementMoneys'] ?? ''),
        }),
      )
      .waitFor();
    const { list: months } = await answer<{ list: object[] }>('Crm/Instrument/sellMonth');
    expect([await part.locator('tbody tr').count(), months.length]).toEqual([12, 12]);
    const { list: stages } = await answer<{ list: { name: string; count: number }[] }>('Crm/Instrument/queryBusiness');
    const funnel = page
      .locator('section', { has: page.getByRole('heading', { name: cn['opportunity.funnel'] }) })
      .last();
    expect(await funnel.locator('ol li > span:first-child').allTextContents()).toEqual(stages.map(({ name }) => name));
    expect(await funnel.locator('ol strong').allTextContents()).toEqual(
      stages.map(({ count }) => count.toLocaleString('en')),
    );
    await context.close();
    // somebody without contracts and opportunities has neither part
    const other = await product.open();
    await product.enter(other.page, await api.hire('无合同', '9'));
    await product.visit(other.page, '/crm/workbench');
    await other.page.getByRole('heading', { name: cn['workbench.ranking'] }).waitFor();
    for (const name of [cn['workbench.performance'], cn['opportunity.funnel']])
      expect(await other.page.getByRole('heading', { name }).count()).toBe(0);
    await other.context.close();
  });

  it('counts for the chosen people and period, and keeps both in its address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(
      `${product.url}/crm/workbench?period=year&who=departments&departments=${encodeURIComponent('[{"deptId":1,"name":"总公司"}]')}`,
    );
    const ranking = page
      .locator('section', { has: page.getByRole('heading', { name: cn['workbench.ranking'] }) })
      .last();
    const first = ranking.locator('ol li').first();
    await first.waitFor();
    const total = Number((await first.locator('strong').textContent())?.replaceAll(',', ''));
    expect(total).toBeGreaterThan(1);
    // one place of the ranking opens that person's rows
    await first.getByRole('button').click();
    const rows = dialog(page).locator('tr.ant-table-row');
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
