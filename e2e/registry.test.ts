import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { field, form, input, openForm, panel } from './form-parts.ts';
import { button, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const search = (page: Page) => panel(page).getByLabel(cn['enterprise.search']);
const widthOf = (locator: Locator) => expect.poll(async () => Math.round((await locator.boundingBox())?.width ?? 0));

describe('the company registry', () => {
  it('imports a sheet of an administrator and reports what it could not read', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-customer/biz-param/registry');
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

  it('is next to the form: 20 companies a page, 5 page buttons, and the form is then 1000 px wide', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await openForm(product, page, '/crm/customer');
    await widthOf(form(page)).toBe(760);
    await input(page, 'customer_name').fill('一百零一号');
    await button(field(page, 'customer_name'), cn['enterprise.check']).click();
    await panel(page)
      .getByText(translate('cn', 'enterprise.total', { count: 101 }))
      .waitFor();
    await widthOf(form(page)).toBe(1000);
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

    // nothing is overwritten before it is shown, and omitted values stay
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
    await widthOf(form(page)).toBe(760);
    const values = ['customer_name', 'regist_capi', 'rec_cap', 'website'].map((name) => input(page, name).inputValue());
    expect(await Promise.all(values)).toEqual(['校对样本国有公司', '500万人民币', '100万人民币', 'www.mine.cn']);
    await button(form(page), cn['action.save']).click();
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });

  it('writes to an existing record at once, and to nothing else', async () => {
    const entity = { customer_name: '校对样本民营', remark: '留着' };
    const { data } = await api.call('CrmCustomer/addOrUpdate', { entity, field: [] }, token);
    const { customerId } = data as { customerId: number };
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    await button(form(page), cn['action.edit']).click();
    const edit = titled(page, cn['crm_customer.edit']);
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
    // written values are no unsaved change
    await button(edit, cn['action.cancel']).click();
    await page.locator('form').waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByText('校对样本民营公司').first().waitFor();
    await context.close();
  });

  it('reports why it has no answer, and is silent about 300000 for customers', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const answer = (status: number, message: string) => ({
      json: { code: 0, data: { status, message, list: [], total: 0 } },
    });
    await page.route(/CrmLeads\/fuzzySearch/, (route) => route.fulfill(answer(300_000, '余额不足')));
    const check = async (path: string, name: string) => {
      await openForm(product, page, path);
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
    // the form remains usable
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await input(page, 'leads_name').inputValue()).toBe('云图');
    await context.close();
  });
});
