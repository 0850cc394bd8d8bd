import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/system-workbench';
const designerAddress = '/manager/custom-field/handlefield/oa_examine';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const fields = (page: Page) => page.getByRole('list', { name: cn['designer.form'] }).locator(':scope > li');
const named = (key: 'edit_named' | 'edit_form_named' | 'delete_named' | 'enabled_named', name: string) =>
  translate('cn', `approval_category.${key}`, { name });

describe('approval categories of the office', () => {
  it('are listed, and a new one leads to the designer of its form, which adds a field', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.approval_categories'] }).click();
    await rows(page).filter({ hasText: '请假审批' }).waitFor();
    expect(await button(page, named('delete_named', '请假审批')).count()).toBe(0);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await button(page, cn['approval_category.add']).click();
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    await expect.poll(() => form.locator('.ant-form-item-explain-error').count()).toBe(1);
    await form.getByLabel(cn['approval_category.name']).fill('<b>用章</b>申请');
    await form.getByText(cn['approval.fixed'], { exact: true }).click();
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['approval_category.made'], { exact: true }).waitFor();
    await button(dialog(page), cn['approval_category.design']).click();
    await page.waitForURL(/handlefield\/oa_examine\/\d+10$/);
    await expect.poll(() => fields(page).count()).toBe(2);
    await page
      .getByRole('list', { name: cn['designer.library'] })
      .getByRole('button', { name: cn['designer.type.number'], exact: true })
      .click();
    await page.getByLabel(cn['designer.name'], { exact: true }).fill('份数');
    expect(await page.getByRole('checkbox', { name: cn['designer.computed'], exact: true }).count()).toBe(0);
    expect(['designer', await seriousFaults(page)]).toEqual(['designer', []]);
    await button(page, cn['action.save']).click();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => fields(page).count()).toBe(3);
    await fields(page).filter({ hasText: '份数' }).waitFor();
    await button(page, cn['designer.back']).click();
    await rows(page).filter({ hasText: '<b>用章</b>申请' }).waitFor();
    await context.close();
  });

  it('are found by name, changed, disabled and deleted, which the history takes back', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, address);
    await button(page, cn['approval_category.add']).click();
    await dialog(page).getByLabel(cn['approval_category.name']).fill('车辆申请');
    await button(dialog(page), cn['action.save']).click();
    await button(dialog(page), cn['approval_category.later']).click();
    await page.getByPlaceholder(cn['approval_category.search']).fill('车辆');
    await expect.poll(() => rows(page).count()).toBe(1);
    await button(page, named('edit_named', '车辆申请')).click();
    await dialog(page).getByLabel(cn['approval_category.remarks']).fill('公务用车');
    await button(dialog(page), cn['action.save']).click();
    await rows(page).filter({ hasText: '公务用车' }).waitFor();
    const state = page.getByRole('switch', { name: named('enabled_named', '车辆申请') });
    await state.click();
    await button(dialog(page), cn['action.ok']).click();
    await expect.poll(() => state.isChecked()).toBe(false);
    await button(page, named('delete_named', '车辆申请')).click();
    await button(dialog(page), cn['action.delete']).click();
    await expect.poll(() => rows(page).count()).toBe(0);
    await button(page, cn['setting.changes']).click();
    await dialog(page).getByText('车辆申请').first().waitFor();
    await context.close();
  });

  it('are closed to whoever lacks the right', async () => {
    const colleague = await api.hire('审批路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    for (const path of [address, `${designerAddress}/110`]) {
      await page.goto(`${product.url}${path}`);
      await page.waitForURL(/\/404/);
      expect([path, await fields(page).count(), await rows(page).count()]).toEqual([path, 0, 0]);
    }
    await context.close();
  });

  it('fit a phone, dark and in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await page.goto(`${product.url}${address}`);
    await page.getByRole('heading', { level: 1, name: en['page.approval_categories'] }).waitFor();
    await page.getByText('请假审批').first().waitFor();
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await button(page, en['approval_category.add']).click();
    await dialog(page).getByLabel(en['approval_category.name']).waitFor();
    expect(['phone dialog', await seriousFaults(page)]).toEqual(['phone dialog', []]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await context.close();
  });
});
