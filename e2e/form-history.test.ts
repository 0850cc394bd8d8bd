import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { formNames, formRows } from './designer.ts';
import { button, dialog, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
/** As the administrator. */
async function data<T>(path: string, body: object): Promise<T> {
  const answer = await api.call(path, body, await api.tokenOf('admin', adminPassword));
  return answer['data'] as T;
}
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const label = 2;
const path = '/manager/custom-field/handlefield/crm_customer/2';
const remove = (name: string) => translate('cn', 'designer.remove', { name });

async function addFields(...added: readonly Record<string, unknown>[]): Promise<void> {
  const known = await data<Record<string, unknown>[]>('field/list', { label });
  await data('field/save', { label, data: [...known, ...added] });
}

async function open(page: Page): Promise<void> {
  await product.enter(page);
  await page.goto(product.url + path);
  await formRows(page).first().waitFor();
}
async function saveForm(page: Page): Promise<void> {
  await button(page, cn['action.save']).click();
  await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
}

describe('a form over time', () => {
  it('tells what uses a field before it is deleted, and brings one back with its values', async () => {
    await addFields({ name: '<b>年产</b>值', formType: 'number' }, { name: '代号', formType: 'text' });
    await addFields({ name: '两年产值', formType: 'number', formula: '{<b>年产</b>值} * 2', decimals: 0 });
    await data('scene/addScene', {
      type: label,
      name: '有代号',
      data: [{ fieldName: '代号', condition: 'isNotNull' }],
    });
    const customer = { entity: { customer_name: '代号公司' }, field: [{ name: '代号', value: 'K-7' }] };
    const { customerId } = await data<{ customerId: number }>('CrmCustomer/addOrUpdate', customer);
    const { context, page } = await product.open();
    await open(page);
    await button(page, remove('<b>年产</b>值')).click();
    await dialog(page)
      .getByText(translate('cn', 'form_life.cannot_remove', { name: '<b>年产</b>值' }))
      .waitFor();
    await dialog(page).getByText('两年产值').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    expect(await formNames(page)).toContain('<b>年产</b>值');
    await formRows(page).filter({ hasText: '代号' }).locator('button[aria-pressed]').click();
    await page.getByRole('complementary').getByText('有代号').waitFor();
    expect(['uses', await seriousFaults(page)]).toEqual(['uses', []]);
    await button(page, remove('代号')).click();
    await dialog(page).getByText(cn['form_life.losing']).waitFor();
    await dialog(page).getByText('有代号').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await saveForm(page);
    const values = () => data<Record<string, unknown>>('CrmCustomer/queryById', { customerId });
    expect(await values()).not.toHaveProperty('代号');
    await button(page, cn['form_life.deleted']).click();
    await dialog(page)
      .getByText(translate('cn', 'form_life.days_left', { count: 30 }))
      .waitFor();
    expect(['bin', await seriousFaults(page)]).toEqual(['bin', []]);
    await button(dialog(page), translate('cn', 'form_life.restore_named', { name: '代号' })).click();
    await page.getByText(cn['form_life.field_restored']).waitFor();
    await expect.poll(() => formNames(page)).toContain('代号');
    expect(await values()).toMatchObject({ 代号: 'K-7' });
    await context.close();
  });

  it('restores a former version, and not over what is not saved', async () => {
    const { context, page } = await product.open();
    await open(page);
    const before = await formNames(page);
    await button(page, remove('代号')).click();
    await button(dialog(page), cn['action.ok']).click();
    await button(page, cn['form_life.versions']).click();
    await dialog(page).getByText(cn['form_life.save_first']).waitFor();
    await page.keyboard.press('Escape');
    await saveForm(page);
    await button(page, cn['form_life.versions']).click();
    await dialog(page)
      .getByText(translate('cn', 'form_life.removed', { name: '代号' }))
      .first()
      .waitFor();
    expect(['versions', await seriousFaults(page)]).toEqual(['versions', []]);
    await dialog(page).getByRole('button', { name: cn['form_life.restore_version'] }).first().click();
    await button(titled(page, cn['form_life.restore_question']), cn['action.ok']).click();
    await page.getByText(cn['form_life.version_restored']).waitFor();
    await expect.poll(() => formNames(page)).toEqual(before);
    await context.close();
  });
});
