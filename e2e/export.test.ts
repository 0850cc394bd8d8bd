import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { openApi, type Person } from './api.ts';
import { button, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let folder: string;
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-export-'));
  product = await openProduct();
  person = await api.hire('导出管理员', '1');
  for (let at = 1; at <= 5; at += 1) await api.save('CrmCustomer', { customer_name: `导出公司${at}` }, person.token);
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const today = () => companyTime(Date.now()).slice(0, 10);

/** The rows of a saved sheet below its title. */
async function rowsOf(file: Download): Promise<string[][]> {
  const path = join(folder, 'saved.xlsx');
  await file.saveAs(path);
  const rows: string[][] = [];
  for await (const { cells } of readSheet(path, { maxRows: 1000, maxColumns: 100 })) rows.push(cells.map(String));
  return rows.slice(1);
}

const openList = async (page: Page, path = '/crm/customer?search=导出公司') => {
  await product.enter(page, person);
  await page.goto(product.url + path);
  await page.locator('tr.ant-table-row').first().waitFor();
};

describe('an export', () => {
  it('asks for columns and rows, says what is under way, and is named by what it is and the day', async () => {
    const { context, page } = await product.open();
    await openList(page);
    await button(page, cn['list.export']).click();
    const dialog = titled(page, cn['export.title']);
    await dialog.getByText(translate('cn', 'export.all_rows', { count: '5' })).waitFor();
    const all = dialog.getByRole('checkbox', { name: cn['export.every_column'] });
    await all.check();
    await all.uncheck();
    // no columns are no export
    expect(await button(dialog, translate('cn', 'export.start', { count: 0 })).isDisabled()).toBe(true);
    for (const name of ['客户名称', '电话']) await dialog.getByRole('checkbox', { name, exact: true }).check();
    await dialog.getByRole('radio', { name: cn['export.first_rows'] }).check();
    await dialog.getByRole('spinbutton', { name: cn['export.first_rows'] }).fill('3');
    // the answer waits until what is said meanwhile has been read
    const read = Promise.withResolvers<undefined>();
    await page.route('**/CrmCustomer/allExportExcel', async (route) => (await read.promise, route.continue()));
    const saved = page.waitForEvent('download');
    await button(dialog, translate('cn', 'export.start', { count: 2 })).click();
    await dialog.getByRole('status').getByText(cn['export.preparing']).waitFor();
    await dialog.getByRole('progressbar').waitFor();
    read.resolve(undefined);
    const file = await saved;
    const name = `客户 ${today()}.xlsx`;
    expect(file.suggestedFilename()).toBe(name);
    await page.getByText(translate('cn', 'export.done', { name })).waitFor();
    await dialog.waitFor({ state: 'detached' });
    const [heads, ...rows] = await rowsOf(file);
    expect(heads?.map((head) => head.replace(/\*|（.*?）|\(.*?\)/g, ''))).toEqual(['客户名称', '电话']);
    expect(rows.map(([first]) => first)).toEqual(['导出公司5', '导出公司4', '导出公司3']);
    await context.close();
  });

  it('holds the chosen rows, and is named in the language of its reader, the pool by its own name', async () => {
    const { context, page } = await product.open({ language: 'en' });
    await openList(page);
    for (const name of ['导出公司2', '导出公司4'])
      await page.locator('tr.ant-table-row', { hasText: name }).locator('input[type=checkbox]').check();
    await button(page.getByRole('toolbar'), en['list.export_selected']).click();
    const dialog = titled(page, en['export.title']);
    await dialog.getByText(translate('en', 'export.chosen_rows', { count: 2 })).waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export \d+/ }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${en['crm_customer']} ${today()}.xlsx`);
    expect((await rowsOf(file)).flat().filter((cell) => cell.startsWith('导出公司'))).toEqual([
      '导出公司4',
      '导出公司2',
    ]);
    await openList(page, '/crm/seas');
    await button(page, en['list.export']).click();
    const pool = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export \d+/ }).click();
    expect((await pool).suggestedFilename()).toBe(`${en['crm_pool.list']} ${today()}.xlsx`);
    await context.close();
  });

  it('that fails keeps what was chosen', async () => {
    const { context, page } = await product.open();
    await openList(page);
    await page.route('**/CrmCustomer/allExportExcel', (route) =>
      route.fulfill({ json: { code: 500, msg: '导出失败了' } }),
    );
    await button(page, cn['list.export']).click();
    const dialog = titled(page, cn['export.title']);
    await dialog.getByRole('checkbox', { name: '网址', exact: true }).uncheck();
    await dialog.getByRole('button', { name: /^导出 \d+ 列$/ }).click();
    await page.getByText('导出失败了').waitFor();
    expect(await dialog.getByRole('checkbox', { name: '网址', exact: true }).isChecked()).toBe(false);
    expect(await dialog.getByRole('status').count()).toBe(0);
    await context.close();
  });
});
