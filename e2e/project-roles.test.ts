import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/system-project';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const named = (key: 'edit_named' | 'delete_named', name: string) => translate('cn', `project_role.${key}`, { name });

describe('roles in projects', () => {
  it('are listed, the built-in ones closed; a new one is added, changed and deleted', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.project_roles'] }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(
      (['permission', 'description', 'acts'] as const).map((key) => cn[`project_role.${key}`]),
    );
    expect(await button(page, named('edit_named', '编辑')).isDisabled()).toBe(true);
    expect(await button(page, named('delete_named', '只读')).isDisabled()).toBe(true);
    await button(page, cn['project_role.add']).click();
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    await expect.poll(() => form.locator('.ant-form-item-explain-error').count()).toBe(1);
    await form.getByLabel(cn['project_role.name']).fill('外包');
    await form.getByLabel(cn['project_role.remark']).fill('只建任务');
    await form.getByRole('checkbox', { name: '创建' }).check();
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(form, cn['action.save']).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    await button(page, named('edit_named', '外包')).click();
    expect(await dialog(page).getByRole('checkbox', { name: '创建' }).isChecked()).toBe(true);
    await button(dialog(page), cn['action.cancel']).click();
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await button(page, named('delete_named', '外包')).click();
    await button(dialog(page), cn['action.delete']).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await context.close();
  });

  it('fit a phone', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true });
    await product.enter(page);
    await product.visit(page, address);
    await button(page, named('edit_named', '编辑')).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await button(page, cn['project_role.add']).click();
    await dialog(page).getByRole('checkbox', { name: '创建' }).waitFor();
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await context.close();
  });
});
