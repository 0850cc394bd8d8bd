import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { formRows, libraryItem } from './designer.ts';
import { field, form, input, openForm } from './form-parts.ts';
import { button, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let seller: Person;
const api = openApi(() => product);
beforeAll(async () => {
  // the forms of leads and customers are everybody's business
  product = await openProduct({ alone: true });
  seller = await api.hire('填表的人', '11');
});
afterAll(async () => product.close());

const leads = '/manager/custom-field/handlefield/crm_leads/1';
const customers = '/manager/custom-field/handlefield/crm_customer/2';

async function open(page: Page, address: string): Promise<void> {
  await product.enter(page);
  await page.goto(product.url + address);
  await formRows(page).first().waitFor();
}
const property = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const add = async (page: Page, kind: 'text' | 'select', name: string): Promise<void> => {
  await libraryItem(page, kind).click();
  await property(page, cn['designer.name']).fill(name);
};
const addOptions = async (page: Page, options: readonly string[]): Promise<void> => {
  const option = page.getByRole('textbox', { name: cn['designer.add_option'] });
  for (const one of options) {
    await option.fill(one);
    await page.keyboard.press('Enter');
  }
};
const saved = async (page: Page): Promise<void> => {
  await button(page, cn['action.save']).click();
  await page.getByText(cn['action.done']).last().waitFor();
  await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
};
const choose = async (page: Page, name: string): Promise<void> =>
  formRows(page).locator('button[aria-pressed]').filter({ hasText: name }).first().click();
const stored = async (label: number, name: string) => {
  const token = await api.tokenOf('admin', adminPassword);
  const all = (await api.call('field/list', { label }, token))['data'] as { fieldId: number; name: string }[];
  return all.find((one) => one.name === name) as Record<string, unknown> & { readonly fieldId: number };
};

describe('the properties of a field', () => {
  it('tips, default, length and unique, are set by whoever designs and met by whoever fills in', async () => {
    const { context, page } = await product.open();
    await open(page, customers);
    await add(page, 'text', '内部代号');
    await property(page, cn['designer.tips']).fill('两位字母加数字');
    await property(page, cn['designer.default']).fill('AB1');
    await property(page, cn['designer.length']).fill('6');
    await add(page, 'text', '内部编号');
    await page.getByRole('checkbox', { name: cn['designer.unique'] }).check();
    await saved(page);
    expect(await stored(2, '内部编号')).toMatchObject({ isUnique: 1 });
    expect(await stored(2, '内部代号')).toMatchObject({
      inputTips: '两位字母加数字',
      defaultValue: 'AB1',
      maxLength: 6,
      isUnique: 0,
    });
    await context.close();

    const theirs = await product.open();
    await product.enter(theirs.page, seller);
    await openForm(product, theirs.page, '/crm/customer');
    const own = input(theirs.page, '内部代号');
    expect(await own.inputValue()).toBe('AB1');
    await own.fill('');
    expect(await own.getAttribute('placeholder')).toBe('两位字母加数字');
    // no more than its length is taken
    await own.fill('ABCDEFGHIJ');
    expect((await own.inputValue()).length).toBeLessThanOrEqual(6);
    const entity = { customer_name: '先来的客户' };
    await api.call('CrmCustomer/addOrUpdate', { entity, field: [{ name: '内部编号', value: 'N1' }] }, seller.token);
    await input(theirs.page, '内部编号').fill('N1');
    await input(theirs.page, 'customer_name').fill('后到的客户');
    await button(form(theirs.page), cn['action.save']).click();
    await field(theirs.page, '内部编号').getByRole('alert').waitFor();
    await theirs.context.close();
  });

  it('and the field of customers that a lead hands its value to', async () => {
    const { context, page } = await product.open();
    await open(page, customers);
    await add(page, 'text', '客户来意');
    await saved(page);
    const target = await stored(2, '客户来意');
    await open(page, leads);
    await add(page, 'text', '线索来意');
    await property(page, cn['designer.relevant']).fill('客户来意');
    await page.locator('.ant-select-dropdown:visible').getByText('客户来意', { exact: true }).click();
    expect(['mapping', await seriousFaults(page)]).toEqual(['mapping', []]);
    await saved(page);
    expect(await stored(1, '线索来意')).toMatchObject({ relevant: target.fieldId });
    const made = await api.call(
      'CrmLeads/addOrUpdate',
      { entity: { leads_name: '来意线索' }, field: [{ name: '线索来意', value: '看样品' }] },
      seller.token,
    );
    const { leadsId } = made['data'] as { leadsId: number };
    const turned = await api.call('CrmLeads/transfer', { leadsIds: [leadsId] }, seller.token);
    const { customerIds } = turned['data'] as { customerIds: number[] };
    const read = await api.call('CrmCustomer/queryById', { customerId: customerIds[0] }, seller.token);
    expect(read['data']).toMatchObject({ 客户来意: '看样品' });
    await context.close();
  });
});

describe('the options of a field', () => {
  it('have colours in lists, new names that records follow, and are added while filling in', async () => {
    const { context, page } = await product.open();
    await open(page, customers);
    await add(page, 'select', '跟进热度');
    await addOptions(page, ['热', '温', '冷']);
    await saved(page);
    const entity = { customer_name: '热度客户' };
    const value = { name: '跟进热度', value: '热' };
    await api.call('CrmCustomer/addOrUpdate', { entity, field: [value] }, seller.token);

    await choose(page, '跟进热度');
    const usual = cn['designer.colour.usual'];
    await button(page, translate('cn', 'designer.option_colour', { name: '热', colour: usual })).click();
    await page.getByRole('menuitem', { name: cn['designer.colour.red'], exact: true }).click();
    await button(page, translate('cn', 'designer.rename_option', { name: '热' })).click();
    const name = page.getByRole('textbox', { name: translate('cn', 'designer.rename_option', { name: '热' }) });
    await name.fill('很热');
    await name.press('Enter');
    await page.getByText(translate('cn', 'designer.renamed_note', { from: '热', to: '很热' })).waitFor();
    await page.getByRole('checkbox', { name: cn['designer.added_by'] }).check();
    expect(['options', await seriousFaults(page)]).toEqual(['options', []]);
    await saved(page);
    expect(await stored(2, '跟进热度')).toMatchObject({
      setting: ['很热', '温', '冷'],
      rules: { colours: { 很热: 'red' }, addedBy: 'everybody' },
    });
    await context.close();

    const theirs = await product.open();
    await product.enter(theirs.page, seller);
    await product.visit(theirs.page, '/crm/customer');
    const row = theirs.page.getByRole('row', { name: /热度客户/ });
    // the column is one of many: the record says it all
    await row.getByRole('link', { name: '热度客户' }).click();
    await theirs.page.getByRole('dialog').getByText('很热', { exact: true }).first().waitFor();
    await theirs.page.keyboard.press('Escape');

    await openForm(product, theirs.page, '/crm/customer');
    await input(theirs.page, 'customer_name').fill('新热度客户');
    const choice = field(theirs.page, '跟进热度').getByRole('combobox');
    await choice.click();
    await choice.fill('沸腾');
    await button(theirs.page, translate('cn', 'form.add_option', { name: '沸腾' })).click();
    await field(theirs.page, '跟进热度').getByText('沸腾', { exact: true }).waitFor();
    await button(form(theirs.page), cn['action.save']).click();
    // the record opens in place of the form
    const names = async () => {
      const { data } = await api.call('CrmCustomer/queryPageList', { search: '新热度客户' }, seller.token);
      return (data as { list: Record<string, unknown>[] }).list.map((one) => one['跟进热度']);
    };
    await expect.poll(names).toEqual(['沸腾']);
    expect(await stored(2, '跟进热度')).toMatchObject({ setting: ['很热', '温', '冷', '沸腾'] });
    await theirs.context.close();
  });

  it('are designed on a phone and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true });
    await open(page, customers);
    await choose(page, '跟进热度');
    await button(page, translate('cn', 'designer.rename_option', { name: '温' })).waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});
