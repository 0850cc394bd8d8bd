import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { formRows, libraryItem } from './designer.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const path = '/manager/custom-field/handlefield/crm_customer/2';
const field = (page: Page, name: string) =>
  formRows(page).filter({ hasText: name }).locator('button[aria-pressed]').first();

async function open(page: Page): Promise<void> {
  await product.enter(page);
  await page.goto(product.url + path);
  await formRows(page).first().waitFor();
}

const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click();
};

async function save(page: Page): Promise<void> {
  await button(page, cn['action.save']).click();
  await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
}

describe('fields of a large form', () => {
  it('count the records that point to theirs, under conditions, and are computed for all that exists', async () => {
    const { context, page } = await product.open();
    await open(page);
    await libraryItem(page, 'rollup').click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('联系人数');
    await button(page, cn['action.save']).click();
    await field(page, '联系人数').getByText(cn['designer.rollup_missing']).waitFor();
    await choose(page, cn['designer.rollup_of'], /联系人/);
    await button(page, cn['filter.add']).click();
    const name = cn['crm_contacts.name'];
    await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click();
    await page.locator('.ant-popover:visible').getByRole('combobox').nth(1).click();
    await page.locator('.ant-select-dropdown:visible').getByText(cn['operator.isNotNull'], { exact: true }).click();
    await button(page.locator('.ant-popover:visible'), cn['action.ok']).click();
    expect(['roll-up', await seriousFaults(page)]).toEqual(['roll-up', []]);
    await save(page);
    await field(page, '联系人数').click();
    await page.getByLabel(cn['designer.rollup_where']).getByText(name).waitFor();
    await page.goto(`${product.url}/crm/customer`);
    await page.getByText('联系人数').first().waitFor();
    await context.close();
  });

  it('get an index that the page follows until it is ready', async () => {
    const { context, page } = await product.open();
    await open(page);
    await libraryItem(page, 'text').click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('门牌');
    await page.getByRole('checkbox', { name: cn['designer.indexed'] }).check();
    await save(page);
    await field(page, '门牌').click();
    await page.getByText(cn['designer.index_ready']).waitFor({ timeout: 60_000 });
    expect(['index', await seriousFaults(page)]).toEqual(['index', []]);
    await page.reload();
    await field(page, '门牌').click();
    expect(await page.getByRole('checkbox', { name: cn['designer.indexed'] }).isChecked()).toBe(true);
    await context.close();
  });

  it('are unique together, which is said where a record is saved, and taken back from the history', async () => {
    const { context, page } = await product.open();
    await open(page);
    await button(page, cn['unique_rule.title']).click();
    await button(dialog(page), cn['unique_rule.add']).click();
    await button(dialog(page), cn['action.save']).click();
    await dialog(page)
      .getByText(translate('cn', 'unique_rule.short', { least: 2, most: 5 }))
      .last()
      .waitFor();
    const rule = dialog(page).getByLabel(translate('cn', 'unique_rule.rule', { count: 1 }), { exact: true });
    for (const name of ['客户名称', '客户级别']) {
      await rule.fill(name);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
    expect(['rules', await seriousFaults(page)]).toEqual(['rules', []]);
    await button(dialog(page), cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await button(page, cn['unique_rule.title']).click();
    await dialog(page).getByText('客户级别').first().waitFor();
    await button(dialog(page), cn['setting.changes']).click();
    await dialog(page).getByText('客户名称 + 客户级别').first().waitFor();
    await context.close();
  });

  it('are set up on a phone, in the dark and in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await page.goto(product.url + path);
    await page.getByRole('list', { name: en['designer.form'] }).locator(':scope > li').first().waitFor();
    await page.locator(`button[aria-label="${en['list.more']}"]`).first().click();
    await page.getByRole('menuitem', { name: en['unique_rule.title'] }).click();
    await button(dialog(page), en['unique_rule.add']).click();
    await settled(page);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone rules', await seriousFaults(page)]).toEqual(['phone rules', []]);
    await page.keyboard.press('Escape');
    await button(page, en['designer.add']).click();
    await page.getByRole('button', { name: en['designer.type.rollup'], exact: true }).click();
    await page.getByLabel(en['designer.rollup_of'], { exact: true }).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone roll-up', await seriousFaults(page)]).toEqual(['phone roll-up', []]);
    await context.close();
  });
});
