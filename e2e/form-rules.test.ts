import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { formRows, libraryItem } from './designer.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  // the forms of customers are everybody's business
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const path = '/manager/custom-field/handlefield/crm_customer/2';
const rowNamed = (page: Page, name: string) =>
  formRows(page).filter({ has: page.locator('button[aria-pressed]').getByText(name, { exact: true }) });
const choose = (page: Page, name: string) => rowNamed(page, name).locator('button[aria-pressed]').click();

/** Chooses one of the options of an input. */
async function pick(page: Page, input: Locator, option: string): Promise<void> {
  await input.click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).last().click();
}

async function addChoice(page: Page, name: string, options: readonly string[]): Promise<void> {
  await libraryItem(page, 'select').click();
  await page.getByLabel(cn['designer.name'], { exact: true }).fill(name);
  const option = page.getByRole('textbox', { name: cn['designer.add_option'] });
  for (const one of options) {
    await option.fill(one);
    await page.keyboard.press('Enter');
  }
}

async function addCondition(page: Page, rule: 'shown_when' | 'required_when', field: string, value: string) {
  const name = cn[`designer.${rule}`];
  await button(page, `${cn['designer.add_condition']}：${name}`).click();
  const builder = page.locator('.ant-popover:visible');
  const wanted = builder.getByRole('combobox', { name: cn['filter.pick_field'] });
  await wanted.fill(field);
  await page.locator('.ant-select-dropdown:visible').getByText(field, { exact: true }).last().click();
  await builder.getByRole('checkbox', { name: value, exact: true }).check();
  await button(builder, cn['action.ok']).click();
  await page.getByRole('group', { name }).getByText(`${field} ${cn['operator.is']} ${value}`).waitFor();
}

const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"] input`).last();
/** The label of a required field begins with a mark. */
const label = (page: Page, name: string) =>
  dialog(page).locator('[data-field] label').filter({ hasText: name }).first();

async function openForm(page: Page): Promise<void> {
  await page.goto(`${product.url}/crm/customer?create=1`);
  await dialog(page).locator('form').waitFor();
  await settled(page);
}

describe('the rules of a form', () => {
  it('are designed: a section, a width, conditions and dependent options, which the preview follows', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(product.url + path);
    await formRows(page).first().waitFor();
    await choose(page, '备注');
    await libraryItem(page, 'section').click();
    await button(page, cn['action.save']).click();
    await page.getByText(cn['designer.section_untitled']).waitFor();
    await page.getByLabel(cn['designer.section_title'], { exact: true }).fill('开票信息');
    await addChoice(page, '开票类型', ['专票', '普票', '不开票']);
    await addChoice(page, '税率', ['13%', '6%', '免税']);
    await pick(page, page.getByLabel(cn['designer.options_by'], { exact: true }), '开票类型');
    const allowed = page.getByLabel(translate('cn', 'designer.options_of', { option: '专票' }), { exact: true });
    await pick(page, allowed, '13%');
    await page.locator('.ant-select-dropdown:visible').getByText('6%', { exact: true }).last().click();
    await page.keyboard.press('Escape');
    await libraryItem(page, 'text').click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('开票抬头');
    await page.locator('.ant-segmented').getByText(cn['designer.whole'], { exact: true }).click();
    await addCondition(page, 'shown_when', '开票类型', '专票');
    await addCondition(page, 'required_when', '税率', '13%');
    await settled(page);
    expect(['designer', await seriousFaults(page)]).toEqual(['designer', []]);
    await button(page, cn['designer.preview']).click();
    await dialog(page).getByText('开票信息', { exact: true }).waitFor();
    const preview = (name: string) => dialog(page).locator('label').filter({ hasText: name });
    expect(await preview('开票抬头').count()).toBe(0);
    await pick(page, dialog(page).getByLabel('开票类型'), '专票');
    await preview('开票抬头').waitFor();
    await page.keyboard.press('Escape');
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await rowNamed(page, '开票信息').getByText(cn['designer.type.section'], { exact: true }).waitFor();
    await context.close();
  });

  it.each(ofToday([1440, 390]))('are followed while a form is filled in at %i px', async (width) => {
    const { context, page } = await product.open({ width, height: 844 });
    await product.enter(page);
    await openForm(page);
    const section = dialog(page).locator('details').filter({ hasText: '开票信息' });
    expect(await label(page, '开票抬头').count()).toBe(0);
    await field(page, 'customer_name').fill(`按条件填写${width}`);
    await pick(page, field(page, '税率'), '免税');
    await pick(page, field(page, '开票类型'), '专票');
    await label(page, '开票抬头').waitFor();
    // what is not allowed any more is gone, and not offered
    await expect.poll(() => section.getByText('免税', { exact: true }).count()).toBe(0);
    await field(page, '税率').click();
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    expect(await offered.allTextContents()).toEqual(['13%', '6%']);
    await offered.first().click();
    await expect.poll(() => label(page, '开票抬头').textContent()).toContain('*');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    expect(await pageWidth(page)).toBe(width);
    // a problem in a collapsed section opens it
    await section.locator('summary').click();
    await button(dialog(page), cn['action.save']).click();
    await section.getByText(translate('cn', 'field.required', { name: '开票抬头' })).waitFor();
    await field(page, '开票抬头').fill('某某公司');
    await button(dialog(page), cn['action.save']).click();
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });
});
