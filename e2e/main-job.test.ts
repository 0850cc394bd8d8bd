import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { titled } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-e2e-'));
  product = await openProduct();
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the main job', () => {
  it('logs in, imports a sheet, finds a customer by a fragment, opens and edits it, follows up and exports', async () => {
    const { context, page } = await product.open({ moving: true });
    await page.goto(`${product.url}/crm/customer`);
    await page.waitForURL(/\/login/);
    await logIn(page, product.url);
    // the first allowed page
    await page.waitForURL(/\/crm\/workbench/);
    await page.goto(`${product.url}/crm/customer`);

    const sheet = join(folder, '客户.csv');
    writeFileSync(
      sheet,
      iconv.encode(
        '客户名称,手机,客户级别\r\n拾光云杉科技有限公司,13812340031,A（重点客户）\r\n坏手机公司,12,\r\n',
        'gbk',
      ),
    );
    await page.getByRole('button', { name: cn['list.import'] }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByText(cn['import.dialog.drop']).click();
    await (await chooser).setFiles(sheet);
    await page.getByText('拾光云杉科技有限公司').first().waitFor();
    await page.getByRole('button', { name: translate('cn', 'import.check.start', { count: 1 }) }).click();
    await page.getByText('导入完成，共2行').waitFor();
    await page.getByRole('cell', { name: cn['field.mobile'] }).or(page.getByText(cn['field.mobile'])).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('searchbox').fill('云杉');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: '拾光云杉科技有限公司' }).click();
    const edit = page.getByRole('dialog').getByRole('button', { name: cn['action.edit'], exact: true });
    await edit.click();
    const website = titled(page, cn['crm_customer.edit']).getByLabel(cn['crm_customer.website']);
    await website.fill('www.yunshan.example.cn');
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['form.changed']).waitFor();

    await page.getByRole('textbox', { name: cn['detail.write_follow_up'] }).fill('首次沟通，约下周演示。');
    await page.getByRole('button', { name: cn['detail.publish'] }).click();
    await page.getByRole('listitem').getByText('首次沟通，约下周演示。').waitFor();
    await page.getByRole('tab', { name: cn['detail.history'] }).click();
    await page.getByText('将网址 由空修改为www.yunshan.example.cn。').last().waitFor();
    await page.keyboard.press('Escape');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: cn['list.export'], exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^导出/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`客户 ${companyTime(Date.now()).slice(0, 10)}.xlsx`);
    const path = join(folder, 'export.xlsx');
    await file.saveAs(path);
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
    await context.close();
  });

  it('reports form errors, character by character', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('table').first().waitFor();
    await page.keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('n');
    const name = page.getByRole('dialog').getByLabel(cn['crm_customer.customer_name']);
    await name.fill('a');
    await name.fill('');
    await name.blur();
    await page.getByText('客户名称不能为空').waitFor();
    await name.fill('x'.repeat(60));
    expect(await name.inputValue()).toHaveLength(50);
    const mobile = page.getByRole('dialog').getByRole('textbox', { name: '手机' });
    await mobile.fill('12345678901');
    await mobile.blur();
    await page.getByText('手机格式有误').waitFor();
    await context.close();
  });
});
