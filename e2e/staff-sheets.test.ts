import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/employee-dep';
const sheet = [
  '员工花名册,,,,',
  '姓名,部门,手机号码,主管,备注',
  '林大海,新大区,13611110001,,',
  '林小海,新大区/一组,13611110002,林大海,',
  '没上级,新大区,13611110003,查无此人,',
].join('\n');

const choose = async (page: Page) => {
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '花名册.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await dialog(page).getByRole('group', { name: cn['staff.roles'] }).getByRole('checkbox').last().check();
  await button(dialog(page), cn['staff_sheet.preview']).click();
  await dialog(page)
    .getByRole('tab', { name: `${cn['staff_sheet.count.refused']} 1` })
    .waitFor();
};

describe('staff by sheet', () => {
  it('is seen before it is written, comes with links, and is taken back', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, address);
    await button(page, cn['staff_sheet.import']).click();
    await button(dialog(page), cn['staff_sheet.preview']).click();
    await dialog(page).getByRole('alert').getByText(cn['import.no_file']).waitFor();
    expect(['steps', await seriousFaults(page)]).toEqual(['steps', []]);
    await choose(page);
    await dialog(page).getByRole('cell', { name: '林小海' }).waitFor();
    await dialog(page)
      .getByRole('tab', { name: `${cn['staff_sheet.count.refused']} 1` })
      .click();
    await dialog(page)
      .getByText(translate('cn', 'staff_sheet.superior_unknown', { name: '查无此人' }))
      .waitFor();
    expect(['preview', await seriousFaults(page)]).toEqual(['preview', []]);
    await button(dialog(page), translate('cn', 'staff_sheet.start', { count: 2 })).click();
    const saved = page.waitForEvent('download');
    await button(dialog(page), cn['staff_sheet.save_links']).click();
    expect((await saved).suggestedFilename()).toBe(`${cn['staff_sheet.links_file']}.csv`);
    expect(['done', await seriousFaults(page)]).toEqual(['done', []]);
    await button(dialog(page), cn['action.close']).last().click();
    await page.getByPlaceholder(cn['staff.search']).fill('林小海');
    await page.locator('tbody tr[data-row-key]').filter({ hasText: '林小海' }).waitFor();
    await button(page, cn['staff_sheet.more_acts']).click();
    await page.getByRole('menuitem', { name: cn['staff_sheet.past'] }).click();
    await button(dialog(page), cn['staff_sheet.undo_short']).click();
    await page.getByText(translate('cn', 'staff_sheet.undo_question', { name: '花名册.csv' })).waitFor();
    await button(dialog(page), cn['staff_sheet.undo_short']).click();
    await page
      .getByText(translate('cn', 'staff_sheet.undo_done', { removed: 2, disabled: 0, restored: 0, departments: 2 }))
      .waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await dialog(page).getByText(cn['staff_sheet.past_undone']).waitFor();
    await context.close();
  });

  it('fits on a phone', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true });
    await product.enter(page);
    await product.visit(page, address);
    await button(page, cn['staff_sheet.more_acts']).click();
    await page.getByRole('menuitem', { name: cn['staff_sheet.import'] }).click();
    await choose(page);
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });

  it('exports the sheet that it reads', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, address);
    await button(page, cn['staff_sheet.more_acts']).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: cn['staff_sheet.export'] }).click();
    expect((await saved).suggestedFilename()).toBe('staff.xlsx');
    await context.close();
  });
});
