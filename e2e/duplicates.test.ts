import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, inEnglish, pageWidth } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const save = async (family: string, entity: object): Promise<Record<string, number>> =>
  (await api.call(`${family}/addOrUpdate`, { entity, field: [] }, token))['data'] as Record<string, number>;
const form = (page: Page) => page.getByRole('dialog').first();
const field = (page: Page, name: string) => form(page).locator(`[data-field="${name}"]`);
const input = (page: Page, name: string) => field(page, name).locator('input').last();
const panel = (page: Page) => form(page).getByRole('complementary');
const search = (page: Page, label: string = cn['enterprise.search']) => panel(page).getByLabel(label);
const openForm = async (page: Page, path: string): Promise<void> => {
  await product.visit(page, `${path}?create=1`);
  await form(page).locator('form').waitFor();
};
const widthOf = async (locator: Locator): Promise<number> => {
  await locator.page().waitForTimeout(400);
  return Math.round((await locator.boundingBox())?.width ?? 0);
};
/** Headings, buttons and labels of what is shown. */
const words = async (within: Locator): Promise<string[]> =>
  (await within.locator('label, h1, h2, h3, h4, button, dt, [role=tab]').allTextContents()).filter(
    (text) => /[\u4e00-\u9fff]/.test(text) && !text.includes('公司'),
  );

describe('the company registry', () => {
  it('takes a sheet of an administrator and tells what it could not read', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-customer/biz-param?tab=registry');
    await page.getByText(translate('cn', 'enterprise.registry_total', { count: '500' })).waitFor();
    const lines = [
      '企业名称,企业性质代码,人员规模,注册资本,实缴资本,统一社会信用代码,网址',
      '校对样本国有公司,7,199,500万人民币,100万人民币,,www.yangben.cn',
      '校对样本民营公司,8,200,300万人民币,,,',
      '校对样本微型公司,1,-,10万人民币,,,',
      ...Array.from({ length: 101 }, (_, at) => `一百零一号第${at}公司,1,9,,,,`),
      '坏公司,国,,,,,',
    ];
    await page.getByLabel(cn['enterprise.import']).setInputFiles({
      name: '企业.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${lines.join('\n')}\n`),
    });
    await page.getByText(translate('cn', 'enterprise.imported', { success: 104 })).waitFor();
    await page.getByText(/^第 106 行：企业性质代码格式有误/).waitFor();
    await page.getByText(translate('cn', 'enterprise.registry_total', { count: '604' })).waitFor();
    expect(['registry', await seriousFaults(page)]).toEqual(['registry', []]);
    await context.close();
  });

  it('stands beside the form: 20 companies a page, 5 page buttons, and the form is 1000 px wide with it', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await openForm(page, '/crm/customer');
    expect(await widthOf(form(page))).toBe(760);
    await input(page, 'customer_name').fill('一百零一号');
    await button(field(page, 'customer_name'), cn['enterprise.check']).click();
    await panel(page)
      .getByText(translate('cn', 'enterprise.total', { count: 101 }))
      .waitFor();
    expect(await widthOf(form(page))).toBe(1000);
    expect(await search(page).inputValue()).toBe('一百零一号');
    await expect.poll(() => panel(page).getByRole('listitem').count()).toBe(20);
    const pager = panel(page).getByRole('navigation');
    const numbers = pager.getByRole('button').filter({ hasText: /^\d+$/ });
    await expect.poll(() => numbers.allTextContents()).toEqual(['1', '2', '3', '4', '5']);
    await button(pager, '5').click();
    await pager.locator('[aria-current=page]').getByText('5').waitFor();
    await expect.poll(() => numbers.allTextContents()).toEqual(['2', '3', '4', '5', '6']);
    await button(pager, cn['enterprise.next']).click();
    await pager.locator('[aria-current=page]').getByText('6').waitFor();
    await panel(page).getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => panel(page).getByRole('listitem').count()).toBe(1);
    expect(['panel', await seriousFaults(page)]).toEqual(['panel', []]);

    await search(page).fill('校对样本');
    const row = (name: string) => panel(page).getByRole('listitem').filter({ hasText: name });
    await row('国有').waitFor();
    for (const [name, nature, headcount] of [
      ['国有', 'state', '50_200'],
      ['民营', 'private', 'over_200'],
      ['微型', 'private', 'below_50'],
    ] as const) {
      const told = await row(`${name}公司`).textContent();
      expect(told).toContain(cn[`enterprise.nature.${nature}`]);
      expect(told).toContain(cn[`enterprise.headcount.${headcount}`]);
    }

    // nothing is written over before it is seen, and what is left out stays
    await input(page, 'website').fill('www.mine.cn');
    await row('国有公司').getByRole('button').click();
    const changes = panel(page).getByRole('listitem');
    expect(await changes.filter({ hasText: cn['crm_customer.website'] }).textContent()).toContain(
      translate('cn', 'enterprise.overwrites', { value: 'www.mine.cn' }),
    );
    expect(await input(page, 'customer_name').inputValue()).toBe('一百零一号');
    await changes.filter({ hasText: cn['crm_customer.website'] }).getByRole('checkbox').uncheck();
    await button(panel(page), cn['enterprise.fill']).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(await widthOf(form(page))).toBe(760);
    const values = ['customer_name', 'regist_capi', 'rec_cap', 'website'].map((name) => input(page, name).inputValue());
    expect(await Promise.all(values)).toEqual(['校对样本国有公司', '500万人民币', '100万人民币', 'www.mine.cn']);
    await button(form(page), cn['action.save']).click();
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });

  it('writes to a record that is there at once, and to nothing else', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '校对样本民营', remark: '留着' });
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    await button(form(page), cn['action.edit']).click();
    const edit = page.getByRole('dialog').last();
    await button(edit.locator('[data-field=customer_name]'), cn['enterprise.check']).click();
    await edit.getByRole('complementary').getByRole('listitem').getByRole('button').first().click();
    const sent = page.waitForRequest(/CrmCustomer\/updatePlus/);
    const readAgain = page.waitForResponse(/field\/queryField$/);
    await button(edit.getByRole('complementary'), cn['enterprise.write']).click();
    expect((await sent).postDataJSON()).toEqual({
      leadsOrcustomer: 'customer',
      entity: { customerId, customer_name: '校对样本民营公司', regist_capi: '300万人民币' },
      version: 1,
    });
    await page.getByText(cn['enterprise.written']).waitFor();
    await readAgain;
    // what is written is no unsaved change
    await button(edit, cn['action.cancel']).click();
    await page.locator('form').waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByText('校对样本民营公司').first().waitFor();
    await context.close();
  });

  it('says why it has no answer, and is silent about 300000 where customers are checked', async () => {
    const { context, page } = await product.open();
    await logIn(page, product.url);
    const answer = (status: number, message: string) => ({
      json: { code: 0, data: { status, message, list: [], total: 0 } },
    });
    await page.route(/CrmLeads\/fuzzySearch/, (route) => route.fulfill(answer(300_000, '余额不足')));
    const check = async (path: string, name: string) => {
      await openForm(page, path);
      await input(page, name).fill('云图');
      await button(field(page, name), cn['enterprise.check']).click();
      await panel(page).getByText(cn['enterprise.none']).waitFor();
    };
    await check('/crm/customer', 'customer_name');
    expect(await page.getByText('余额不足').count()).toBe(0);
    await page.unroute(/CrmLeads\/fuzzySearch/);
    await page.route(/CrmLeads\/fuzzySearch/, (route) => route.fulfill(answer(201, '没有这个服务')));
    await search(page).fill('云图二');
    await page.getByText('没有这个服务').waitFor();
    await check('/crm/clue', 'leads_name');
    await page.getByText('没有这个服务').first().waitFor();
    // the form goes on
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await input(page, 'leads_name').inputValue()).toBe('云图');
    await context.close();
  });
});

describe('the check for duplicates', () => {
  it('asks, goes to the list, shows what is there after half a second, and opens the row there', async () => {
    const { leadsId } = await save('CrmLeads', { leads_name: '查重专用线索甲' });
    const { context, page } = await product.open();
    // the delays that the page asks for, whatever the machine makes of them
    await page.addInitScript(`
      window.delays = [];
      const wait = window.setTimeout;
      window.setTimeout = (work, delay, ...more) => (window.delays.push(delay), wait(work, delay, ...more));`);
    await product.enter(page);
    await product.visit(page, '/crm/contacts');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab').first().waitFor();
    await expect
      .poll(() => dialog.getByRole('tab').allTextContents())
      .toEqual([cn['duplicates.customer'], cn['duplicates.leads']]);
    const confirm = button(dialog, cn['duplicates.confirm']);
    await confirm.click();
    await dialog.getByText('查询条件不能为空', { exact: true }).waitFor();
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await dialog.getByRole('tab', { name: cn['duplicates.leads'] }).click();
    await dialog.getByLabel(cn['duplicates.input']).fill('查重专用');
    await page.evaluate('delays.length = 0');
    const asked = page.waitForRequest(/CrmLeads\/queryList/);
    await confirm.click();
    await page.waitForURL(/\/crm\/clue$/);
    expect(await page.evaluate<number[]>('delays')).toContain(500);
    expect((await asked).postDataJSON()).toMatchObject({ leadsName: '查重专用', page: 1, limit: 5 });
    const view = page.getByRole('dialog').filter({ hasText: translate('cn', 'duplicates.view', { text: '查重专用' }) });
    const row = view.getByRole('row').filter({ hasText: '查重专用线索甲' });
    expect(await row.textContent()).toContain('admin');
    expect(['view', await seriousFaults(page)]).toEqual(['view', []]);
    await row.getByRole('link').click();
    await page.waitForURL(new RegExp(`/crm/clue\\?rowId=${leadsId}$`));
    await page.getByRole('dialog').getByText('查重专用线索甲').first().waitFor();
    await page.keyboard.press('Escape');

    // nothing there: the view says so
    await product.visit(page, '/crm/clue');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(cn['duplicates.input']).fill('13800009999');
    const byMobile = page.waitForRequest(/CrmCustomer\/findByCustomerPageList/);
    await button(page.getByRole('dialog'), cn['duplicates.confirm']).click();
    expect((await byMobile).postDataJSON()).toMatchObject({ mobile: '13800009999', limit: 5, type: 1, sort: 0 });
    await page.waitForURL(/\/crm\/customer$/);
    await page.getByRole('dialog').getByText('暂无重复数据', { exact: true }).waitFor();
    await context.close();
  });

  it('does not find the record in whose form it is asked', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '独一无二的查重名' });
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    await button(form(page), cn['action.edit']).click();
    const edit = page.getByRole('dialog').last();
    await button(edit.locator('[data-field=customer_name]'), cn['duplicates.check']).click();
    await page.getByText('暂无重复数据', { exact: true }).waitFor();
    await context.close();
  });

  it('stands beside names and mobiles, and tells of possible duplicates while they are typed', async () => {
    await save('CrmCustomer', { customer_name: '查重专用客户乙', mobile: '13687654321' });
    const { context, page } = await product.open();
    await product.enter(page);
    await openForm(page, '/crm/customer');
    const check = (name: string) => button(field(page, name), cn['duplicates.check']);
    await check('customer_name').click();
    await page.getByText('查询条件不能为空', { exact: true }).waitFor();
    await input(page, 'customer_name').fill('没有人用过的名字');
    await check('customer_name').click();
    await page.getByText('暂无重复数据', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await input(page, 'mobile').fill('13687654321');
    const duplicate = translate('cn', 'duplicates.one', { name: '查重专用客户乙', owner: 'admin' });
    await field(page, 'mobile')
      .getByText(translate('cn', 'duplicates.possible', { name: duplicate }))
      .waitFor();
    expect(await field(page, 'customer_name').getByRole('status').count()).toBe(0);
    await check('mobile').click();
    const link = page.getByRole('dialog').last().getByRole('link', { name: '查重专用客户乙' });
    // the form stays: the record opens in a tab of its own
    expect(await link.getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    // the same number with its code before it, which goes where it belongs; the line below shows all that there are
    await input(page, 'mobile').fill('+86 136-8765-4321');
    await input(page, 'telephone').focus();
    await expect.poll(() => input(page, 'mobile').inputValue()).toBe('13687654321');
    await field(page, 'mobile').getByRole('status').getByRole('button').click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await input(page, 'mobile').fill('0060 12-345 6789');
    await input(page, 'telephone').focus();
    await field(page, 'mobile').getByTitle('+60').waitFor();
    expect(await input(page, 'mobile').inputValue()).toBe('123456789');
    await input(page, 'customer_name').fill('查重专用马来客户');
    // twice the keys that save, one customer
    const saves: string[] = [];
    page.on('request', (request) => request.url().endsWith('CrmCustomer/addOrUpdate') && saves.push(request.url()));
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['form.added']).waitFor();
    const saved = page.getByRole('row').filter({ hasText: '查重专用马来客户' });
    await saved.getByText('+60 123456789', { exact: true }).waitFor();
    expect(saves).toHaveLength(1);
    await product.visit(page, '/crm/customer');
    // a cell takes the code of the number along
    await saved.getByText('+60 123456789', { exact: true }).dblclick();
    const cell = page.locator('.ant-popover:visible');
    await cell.locator('input').last().fill('+65 9123 4567');
    await button(cell, cn['action.save']).click();
    await saved.getByText('+65 91234567', { exact: true }).waitFor();
    await openForm(page, '/crm/clue');
    await input(page, 'leads_name').fill('查重专用线索');
    await field(page, 'leads_name')
      .getByRole('status')
      .getByText(/^可能重复：查重专用线索甲/)
      .waitFor();

    // the thirteen areas (R10.1)
    await openForm(page, '/crm/customer');
    await field(page, 'mobile').getByRole('combobox').click();
    const areas = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await areas.first().waitFor();
    await expect
      .poll(() => areas.allTextContents())
      .toEqual(
        (['86', '60', '66', '34', '886', '65', '62', '33', '49', '63', '61', '81', '1'] as const).map(
          (code) => `+${code} ${cn[`phone.area.${code}`]}`,
        ),
      );
    await context.close();
  });

  it('and the company check show with their key alone, and while the settings allow', async () => {
    const role = await api.call('system/role/add', { roleName: '一把钥匙', roleType: 2 }, token);
    const { roleId } = role['data'] as { roleId: number };
    const seller = await api.hire('钥匙员', String(roleId));
    const { context, page } = await product.open();
    // lists and forms of leads, customers
    const common = [17, 19, 20, 26, 28, 29];
    const keys = { clueDuplicateCheck: 1001, cluecheck: 1002, duplicateCheck: 1003, customercheck: 1004 };
    const grant = (...ids: number[]) =>
      api.call('system/role/updateRoleMenu', { id: roleId, rules: [...common, ...ids] }, token);
    await grant();
    await logIn(page, product.url, seller.username, seller.password);
    /** Waits for what should be offered, then tells what is: the buttons of both forms, and the tabs behind the header's. */
    const offered = async (...expected: string[]) => {
      const seen: string[] = [];
      for (const [path, name, kind] of [
        ['/crm/customer', 'customer_name', 'customer'],
        ['/crm/clue', 'leads_name', 'leads'],
      ] as const) {
        await openForm(page, path);
        const checks = (['duplicates.check', 'enterprise.check'] as const).map((label) => ({
          label: `${kind} ${label}`,
          shown: button(field(page, name), cn[label]),
        }));
        for (const { label, shown } of checks) if (expected.includes(label)) await shown.waitFor();
        await page.waitForTimeout(300);
        for (const { label, shown } of checks) if ((await shown.count()) > 0) seen.push(label);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const header = button(page.locator('header').first(), cn['duplicates.check']);
      if ((await header.count()) === 0) return seen;
      await header.click();
      const tabs = page.getByRole('dialog').getByRole('tab');
      await tabs.first().waitFor();
      return [...seen, ...(await tabs.allTextContents())];
    };
    const shows = async (...expected: string[]) => expect(await offered(...expected)).toEqual(expected);
    const [customers, leads] = [cn['duplicates.customer'], cn['duplicates.leads']];
    await shows();
    await grant(keys.duplicateCheck);
    await shows('customer duplicates.check', customers);
    await grant(keys.customercheck);
    await shows('customer enterprise.check');
    await grant(keys.clueDuplicateCheck);
    await shows('leads duplicates.check', leads);
    await grant(keys.cluecheck);
    await shows('leads enterprise.check');
    await grant(...Object.values(keys));

    const { context: office, page: settings } = await product.open();
    await product.enter(settings);
    await product.visit(settings, '/manager/system-customer/biz-param?tab=duplicates');
    await settings.getByLabel(cn['duplicates.switch_customer']).click();
    await settings.getByText(cn['action.done']).waitFor();
    await shows('customer enterprise.check', 'leads duplicates.check', 'leads enterprise.check', leads);
    await settings.getByLabel(cn['duplicates.switch_customer']).click();
    await office.close();
    await context.close();
  });

  it('speak English, in the dark and on a phone', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true });
    await logIn(page, product.url);
    await inEnglish(page);
    await openForm(page, '/crm/clue');
    await input(page, 'leads_name').fill('校对样本');
    await button(field(page, 'leads_name'), en['enterprise.check']).click();
    await panel(page).getByRole('listitem').first().waitFor();
    expect([await pageWidth(page), await words(panel(page))]).toEqual([390, []]);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await panel(page).getByRole('listitem').first().getByRole('button').click();
    await button(panel(page), en['enterprise.fill']).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(await input(page, 'leads_name').inputValue()).toMatch(/^校对样本/);
    await product.visit(page, '/crm/customer');
    await button(page.locator('header').first(), en['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(en['duplicates.input']).fill('查重专用');
    expect([await pageWidth(page), await words(page.getByRole('dialog'))]).toEqual([390, []]);
    await button(page.getByRole('dialog'), en['duplicates.confirm']).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    await product.visit(page, '/manager/system-customer/biz-param?tab=registry');
    await page.getByText(/compan(?:y|ies) stored/).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});
