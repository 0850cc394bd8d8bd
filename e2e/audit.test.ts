import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/audit';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const options = (page: Page) => page.locator('.ant-select-dropdown:visible');

describe('the logs', () => {
  it('say who did what, lead to the record, and are filtered in the address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await api.save('CrmCustomer', { customerName: '日志里的客户' }, await api.tokenOf('admin', adminPassword));
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.audit'], exact: true }).click();
    await page.waitForURL(/\/manager\/audit\/operations$/);
    const row = rows(page).filter({ hasText: '日志里的客户' });
    await row.waitFor();
    expect(await row.textContent()).toContain(`${cn['audit.kind.add']}${cn['audit.object.crm_customer']}`);
    await page.getByLabel(cn['audit.column.object'], { exact: true }).fill(cn['audit.object.dept']);
    await options(page).getByText(cn['audit.object.dept'], { exact: true }).click();
    await page.getByText(cn['audit.no_match']).waitFor();
    await page.reload();
    await page.getByText(cn['audit.no_match']).waitFor();
    await page.getByRole('button', { name: cn['filter.clear'] }).click();
    await row.waitFor();
    expect(['operations', await seriousFaults(page)]).toEqual(['operations', []]);
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: '日志里的客户' }).first().waitFor();
    await context.close();
  });

  it('say who logged in from what device, and save what is shown as a sheet', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `${address}/operations`);
    await page.getByRole('tab', { name: cn['audit.login_log'] }).click();
    await page.waitForURL(/\/logins$/);
    await rows(page).first().waitFor();
    expect(await rows(page).first().textContent()).toContain(cn['audit.act.login']);
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: cn['audit.export'] }).click(),
    ]);
    expect(sheet.suggestedFilename()).toBe('logins.xlsx');
    expect(['logins', await seriousFaults(page)]).toEqual(['logins', []]);
    await context.close();
  });

  it('are cards on a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, `${address}/operations`);
    await page.getByRole('main').getByRole('listitem').first().getByText(en['audit.result.done']).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });

  it('are closed to whoever lacks the right', async () => {
    const colleague = await api.hire('日志路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}/logins`);
    await page.waitForURL(/\/404/);
    await context.close();
  });
});
