import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { formNames, formRows, libraryItem } from './designer.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  // the forms of customers are everybody's business
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const path = '/manager/custom-field/handlefield/crm_contacts/3';

async function open(page: Page, address = path): Promise<void> {
  await product.enter(page);
  await page.goto(product.url + address);
  await formRows(page).first().waitFor();
}

describe('the designer of forms', () => {
  it('is opened from the list of forms, which shows what each looks like', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/system-customer/custom-field`);
    await button(page, translate('cn', 'designer.preview_named', { name: cn['crm_customer.list'] })).click();
    await dialog(page)
      .getByLabel(/客户名称$/)
      .waitFor();
    await dialog(page).locator('.ant-segmented').getByText(cn['designer.width_phone'], { exact: true }).click();
    expect(['preview', await seriousFaults(page)]).toEqual(['preview', []]);
    await page.keyboard.press('Escape');
    const templates = /print-templates\?label=3$/;
    const named = translate('cn', 'designer.templates_named', { name: cn['crm_contacts.list'] });
    expect(await page.getByRole('link', { name: named, exact: true }).getAttribute('href')).toMatch(templates);
    await page
      .getByRole('link', { name: translate('cn', 'designer.edit_named', { name: cn['crm_contacts.list'] }) })
      .click();
    await page.waitForURL(/handlefield\/crm_contacts\/3/);
    await formRows(page).first().waitFor();
    await button(page, cn['page.templates']).click();
    await page.waitForURL(templates);
    await button(page, cn['template.copy']).first().waitFor();
    await context.close();
  });

  it('adds a field by a press and by dragging, orders it by keys, and the form has it where others open it', async () => {
    const { context, page } = await product.open();
    await open(page);
    const before = await formNames(page);
    await formRows(page).first().locator('button[aria-pressed]').click();
    await libraryItem(page, 'select').click();
    expect((await formNames(page))[1]).toBe(cn['designer.type.select']);
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('喜好');
    await button(page, cn['action.save']).click();
    await formRows(page).nth(1).getByText(cn['designer.options_missing']).waitFor();
    const option = page.getByRole('textbox', { name: cn['designer.add_option'] });
    for (const one of ['茶', '咖啡']) {
      await option.fill(one);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('checkbox', { name: cn['designer.required'] }).check();
    const down = formRows(page)
      .nth(1)
      .getByRole('button', { name: translate('cn', 'columns.down', { name: '喜好' }) });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await formNames(page))[2]).toMatch(/喜好$/);
    await libraryItem(page, 'date').dragTo(formRows(page).first());
    await expect.poll(async () => (await formNames(page))[0]).toBe(cn['designer.type.date']);
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('纪念日');
    expect(['designer', await seriousFaults(page)]).toEqual(['designer', []]);
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await expect.poll(async () => (await formNames(page)).length).toBe(before.length + 2);
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await page.goto(`${product.url}/crm/contacts?create=1`);
    const form = dialog(page);
    await form.getByLabel(/喜好$/).first().waitFor();
    await form
      .getByLabel(/纪念日$/)
      .first()
      .waitFor();
    await context.close();
  });

  it('shows a refusal at the field that it names, and keeps what was typed', async () => {
    const { context, page } = await product.open();
    await open(page);
    await libraryItem(page, 'text').click();
    // a key that every row has
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('version');
    await formRows(page).first().locator('button[aria-pressed]').click();
    await button(page, cn['action.save']).click();
    await page
      .getByText(translate('cn', 'field.name_reserved', { name: 'version' }))
      .first()
      .waitFor();
    await expect.poll(() => page.getByLabel(cn['designer.name'], { exact: true }).inputValue()).toBe('version');
    await page.getByRole('link', { name: cn['page.parameters'] }).click();
    await dialog(page).getByText(cn['form.leave']).waitFor();
    await button(dialog(page), cn['form.keep_editing']).click();
    expect(await page.getByLabel(cn['designer.name'], { exact: true }).inputValue()).toBe('version');
    await context.close();
  });

  it('computes a field by a formula, with its result for the newest record, and tells what is wrong with one', async () => {
    const { context, page } = await product.open();
    await open(page, '/manager/custom-field/handlefield/crm_contract/6');
    await libraryItem(page, 'floatnumber').click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('含税金额');
    await page.getByRole('checkbox', { name: cn['designer.computed'], exact: true }).check();
    const formula = page.getByLabel(cn['designer.formula'], { exact: true });
    await formula.fill('{没有这个字段}*2');
    await page.getByRole('complementary').getByText('没有这个字段').last().waitFor();
    await formula.fill('{合同金额}*1.13');
    await page.getByRole('status').filter({ hasText: '：' }).first().waitFor();
    expect(['formula', await seriousFaults(page)]).toEqual(['formula', []]);
    await context.close();
  });

  it('refuses a save over what somebody else has saved since', async () => {
    const { context, page } = await product.open();
    await open(page);
    const other = await product.open();
    await open(other.page);
    for (const [who, name] of [
      [page, '先到'],
      [other.page, '后到'],
    ] as const) {
      await libraryItem(who, 'text').click();
      await who.getByLabel(cn['designer.name'], { exact: true }).fill(name);
    }
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await button(other.page, cn['action.save']).click();
    await other.page.getByText(cn['field.stale']).waitFor();
    expect(await formNames(other.page)).toContain('后到');
    await other.context.close();
    await context.close();
  });

  it('deletes a field after a question, and cannot delete those of the product', async () => {
    const { context, page } = await product.open();
    await open(page);
    await libraryItem(page, 'text').click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('临时');
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await settled(page);
    expect(await button(page, translate('cn', 'designer.remove', { name: '姓名' })).count()).toBe(0);
    await button(page, translate('cn', 'designer.remove', { name: '临时' })).click();
    await dialog(page).getByText(cn['form_life.remove_effect']).waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await expect.poll(() => formNames(page)).not.toContain('临时');
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).last().waitFor();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await context.close();
  });

  it('is worked on a phone, in the dark and in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await page.goto(product.url + path);
    const list = page.getByRole('list', { name: en['designer.form'] }).locator(':scope > li');
    await list.first().waitFor();
    await button(page, en['designer.add']).click();
    await page.getByRole('button', { name: en['designer.type.date'], exact: true }).click();
    await page.getByLabel(en['designer.name'], { exact: true }).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });
});
