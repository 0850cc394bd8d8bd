import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cellText } from '#server/platform/sheets/cell.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { textRows, workbookOf } from '#server/testing/sheet-parts.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { titled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

let product: Product;
let folder: string;
let context: Profile;
let page: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-e2e-import-'));
  product = await openProduct();
  ({ context, page } = await product.open());
  await product.enter(page);
});
afterAll(async () => {
  await context.close();
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string, content: Buffer | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const fixture = (name: string): string => fileURLToPath(new URL(`./sheets/${name}`, import.meta.url));

const dialog = () =>
  page.getByRole('dialog').filter({ has: page.getByText(cn['import.dialog.title'], { exact: true }) });
const openDialog = async (search = ''): Promise<void> => {
  await page.goto(`${product.url}/crm/customer${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`);
  await page.getByRole('button', { name: cn['list.import'], exact: true }).click();
  await dialog().waitFor();
};
const choose = async (path: string): Promise<void> => {
  await dialog().locator('input[type="file"]').setInputFiles(path);
};
/** To the check, unless the headings are known anyway. */
const toCheck = async (): Promise<void> => {
  const check = dialog().getByRole('button', { name: cn['import.step.check'], exact: true });
  const table = dialog().getByRole('table');
  await check.or(table).first().waitFor();
  if (await check.isVisible()) await check.click();
  await table.waitFor();
};
const startButton = () => dialog().getByRole('button', { name: /^导入\d+条$/ });
const start = async (): Promise<void> => {
  await toCheck();
  await startButton().click();
};
const shows = (text: string) => dialog().getByText(text, { exact: true }).first().waitFor();
/** Created, overwritten, skipped, failed, as the dialog counts them. */
const counts = async (): Promise<number[]> =>
  (await dialog().locator('dl dd').allTextContents()).slice(0, 4).map((text) => Number(text.replaceAll(',', '')));
const failures = async (): Promise<string[][]> => {
  await dialog().locator('tbody tr.ant-table-row').first().waitFor();
  const rows = await dialog().locator('tbody tr.ant-table-row').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
};
const undo = async (): Promise<void> => {
  await dialog().getByRole('button', { name: cn['import.dialog.undo'] }).click();
  await page.getByRole('button', { name: cn['import.dialog.undo_ok'], exact: true }).click();
  await shows(cn['import.dialog.undone']);
};
/** Opens a customer of the list and waits until its basic information says all this. */
const opened = async (name: string, wanted: readonly string[]): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name }).click();
  const detail = titled(page, name);
  await detail.getByRole('tab', { name: cn['detail.information'] }).click();
  for (const text of wanted) await detail.getByRole('tabpanel').getByText(text).first().waitFor();
  await page.keyboard.press('Escape');
};
const close = () => dialog().getByRole('button', { name: cn['action.close'], exact: true }).last().click();

/** Saves the workbook of failed rows, has its rows corrected and returns the file to send. */
const corrected = async (fix: (row: readonly string[]) => readonly string[]): Promise<string> => {
  const download = page.waitForEvent('download');
  await dialog().getByRole('button', { name: cn['import.dialog.save_errors'] }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('import_error.xlsx');
  const path = join(folder, 'errors.xlsx');
  await saved.saveAs(path);
  const rows: string[][] = [];
  for await (const { cells } of readSheet(path, { maxRows: 20_000, maxColumns: 200 })) rows.push(cells.map(cellText));
  const [headings = [], ...bad] = rows;
  const fixed = join(folder, 'corrected.xlsx');
  const columns = headings.map((header) => ({ header, kind: 'text' as const }));
  await writeWorkbook({ path: fixed, columns }, async (writer) => {
    for (const row of bad) await writer.addRow(headings.map((_, at) => fix(row)[at] ?? ''));
  });
  return fixed;
};

describe('importing sheets of other programs in the page', () => {
  it('imports one saved by LibreOffice, has its bad row corrected and sent again, and skips existing records', async () => {
    await openDialog('办公软件');
    await choose(fixture('libreoffice.xlsx'));
    await toCheck();
    await shows('手机格式有误');
    await start();
    await shows('导入完成，共3行');
    expect(await counts()).toEqual([2, 0, 0, 1]);
    expect(await failures()).toEqual([['4', '手机', '手机格式有误']]);
    const path = await corrected((row) => row.with(1, '13812346003'));
    await dialog().getByRole('button', { name: cn['import.dialog.again'] }).click();
    await choose(path);
    await start();
    await shows('导入完成，共1行');
    expect(await counts()).toEqual([1, 0, 0, 0]);
    await close();

    // the list behind has been reloaded
    const main = page.getByRole('main');
    await main.getByText('办公软件丙有限公司').waitFor();
    await main.getByText('13812346001').waitFor();
    await opened('办公软件甲有限公司', ['2026-12-01 00:00', '第二行', '文三路1号']);

    await openDialog('办公软件');
    await choose(fixture('libreoffice.xlsx'));
    await toCheck();
    await shows(translate('cn', 'import.check.known', { name: cn['crm_customer.customer_name'] }));
    await start();
    await shows('导入完成，共3行');
    expect(await counts()).toEqual([0, 0, 3, 0]);
    await close();
  });

  it('imports one of parts that no office program writes, with a title above and columns matched by hand', async () => {
    const sheet = textRows([
      ['二〇二六年展会名单'],
      ['甲方', '手机', '情况'],
      ['手写部件甲公司', '13812347001', '来过两次'],
      ['手写部件乙公司', '13812347002', ''],
    ]);
    const merged = `${sheet}<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>`;
    await openDialog('手写部件');
    await choose(inFolder('parts.xlsx', await workbookOf({ sheets: [merged] })));
    await shows(`缺少必填字段：${cn['crm_customer.customer_name']}`);
    const match = async (index: number, heading: string, field: string) => {
      const label = translate('cn', 'import.dialog.column_for', { index, heading });
      const box = dialog().getByRole('combobox', { name: label });
      await box.click();
      await box.fill(field);
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option-active').getByText(field).click();
      // the next one opens where this one was
      await expect.poll(() => page.locator('.ant-select-dropdown:visible').count()).toBe(0);
    };
    await match(1, '甲方', cn['crm_customer.customer_name']);
    await match(3, '情况', cn['crm_customer.remark']);
    await start();
    await shows('导入完成，共2行');
    expect(await counts()).toEqual([2, 0, 0, 0]);
    await undo();
    await close();
    await page.getByText('没有找到数据').waitFor();
  });

  it('takes 60 untidy rows with three decisions, mends a cell in place, and asks before any of it is thrown away', async () => {
    const levelOf = ['A', 'b类', '重点客户', 'C级'];
    const rows = Array.from({ length: 60 }, (_, at) =>
      [
        `杂乱${at}公司`,
        levelOf[at % 4],
        at === 11 ? '1381234' : at % 5 === 0 ? `138-1000-${1000 + at}（王总）` : `1381000${1000 + at}`,
        `010-8888${1000 + at}`,
        at % 6 === 0 ? '机械设备' : '金融',
        at % 7 === 0 ? '扫街' : '广告',
        'www.example.com',
        at % 3 === 0 ? '2026/12/4 下午三点' : '12月8日',
        '老客户',
      ].join(';'),
    );
    const headings = '公司名;等级;联系手机;座机;所属行业;来源渠道;官网;下次跟进;备注说明';
    await openDialog('杂乱');
    await choose(inFolder('杂乱.csv', [headings, ...rows].join('\r\n')));
    await dialog().getByText(cn['import.dialog.guess.word']).first().waitFor();
    expect(await dialog().getByText(cn['import.dialog.guess.word']).count()).toBe(9);
    await dialog().getByRole('button', { name: cn['import.step.check'], exact: true }).click();
    await startButton().waitFor();
    // neither Escape nor a click outside loses it
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: cn['form.keep_editing'] }).click();
    await page.mouse.click(5, 5);
    let decisions = 0;
    const instead = async (option: string, chosen: string) => {
      const box = dialog().getByRole('combobox', { name: translate('cn', 'import.check.instead', { option }) });
      await box.click();
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .getByText(chosen, { exact: true })
        .click();
      await box.waitFor({ state: 'detached' });
      decisions += 1;
    };
    await instead('机械设备', '生产');
    await instead('扫街', '陌拜');
    await dialog().getByRole('button', { name: cn['import.check.next_cell'] }).click();
    await page.keyboard.type('13810009999');
    await page.keyboard.press('Enter');
    decisions += 1;
    await dialog()
      .getByRole('button', { name: translate('cn', 'import.check.start', { count: 60 }) })
      .click();
    expect(decisions).toBeLessThanOrEqual(3);
    await shows('导入完成，共60行');
    expect(await counts()).toEqual([60, 0, 0, 0]);
    await close();
    // it can be taken back when its dialog is long closed
    await page.getByRole('button', { name: cn['list.more'], exact: true }).click();
    await page.getByRole('menuitem', { name: cn['undo.title'] }).click();
    await page.getByRole('tab', { name: cn['undo.imports'], exact: true }).click();
    await page
      .getByRole('button', { name: translate('cn', 'import.history.open_named', { name: '杂乱.csv' }) })
      .click();
    await page.getByRole('button', { name: cn['import.dialog.undo'] }).click();
    await page.getByRole('button', { name: cn['import.dialog.undo_ok'], exact: true }).click();
    await page.getByText(cn['import.dialog.undone'], { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('没有找到数据').waitFor();
  });

  it('imports a CSV file in GBK, overwrites existing records, and undoes it', async () => {
    const text = (remark: string) => `客户名称;备注\r\n国标编码公司;${remark}\r\n`;
    await openDialog('国标编码');
    await choose(inFolder('一.csv', iconv.encode(text('从前'), 'gbk')));
    await shows('国标编码公司');
    await start();
    await shows('导入完成，共1行');
    await dialog().getByRole('button', { name: cn['import.dialog.again'] }).click();
    await choose(inFolder('二.csv', iconv.encode(text('后来'), 'gbk')));
    await shows('后来');
    await dialog().getByRole('radio', { name: cn['import.check.overwrite'], exact: true }).check();
    await start();
    await shows('导入完成，共1行');
    expect(await counts()).toEqual([0, 1, 0, 0]);
    await undo();
    await close();
    await opened('国标编码公司', ['从前']);
  });

  it('counts each of 10,000 rows, and imports the corrected ones', async () => {
    const path = join(folder, 'many.xlsx');
    const columns = ['客户名称', '手机'].map((header) => ({ header, kind: 'text' as const }));
    const isBad = (at: number) => at % 500 === 250;
    await writeWorkbook({ path, columns }, async (writer) => {
      for (let at = 0; at < 10_000; at += 1)
        await writer.addRow([`万行${at}公司`, isBad(at) ? '12' : `13${String(800_000_000 + at)}`]);
    });
    await openDialog('万行');
    await choose(path);
    await toCheck();
    await dialog()
      .getByRole('button', { name: translate('cn', 'import.check.start', { count: 9980 }) })
      .waitFor();
    await start();
    await shows('导入完成，共10000行');
    expect(await counts()).toEqual([9980, 0, 0, 20]);
    expect(await failures()).toHaveLength(15);
    const fixed = await corrected((row) => row.with(1, '13812348000'));
    await dialog().getByRole('button', { name: cn['import.dialog.again'] }).click();
    await choose(fixed);
    await start();
    await shows('导入完成，共20行');
    expect(await counts()).toEqual([20, 0, 0, 0]);
    await undo();
    await close();
  });
});

describe('a wrong file', () => {
  const wrong: readonly [string, () => Promise<Buffer> | Buffer, Record<Language, string>][] = [
    [
      'picture.xlsx',
      () => readFileSync(fixture('picture.png')),
      { cn: cn['sheet.not_a_spreadsheet'], en: en['sheet.not_a_spreadsheet'] },
    ],
    ['empty.csv', () => Buffer.alloc(0), { cn: cn['file.empty'], en: en['file.empty'] }],
    [
      'merged.xlsx',
      () =>
        workbookOf({
          sheets: [`${textRows([['客户名称'], ['甲'], ['乙']])}<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`],
        }),
      both('import.merged', { row: 2, column: 'A' }),
    ],
    [
      'two.xlsx',
      () => workbookOf({ sheets: [textRows([['客户名称'], ['甲']]), textRows([['客户名称'], ['乙']])] }),
      both('import.two_sheets', { names: '“Sheet1”、“Sheet2”' }),
    ],
    [
      'wide.xlsx',
      () => workbookOf({ sheets: [textRows([Array.from({ length: 201 }, (_, at) => `列${at}`)])] }),
      both('sheet.too_many_columns', { limit: 200, row: 1, column: 'GS' }),
    ],
    [
      'bomb.xlsx',
      () => workbookOf({ sheets: [`<sheetData>${' '.repeat(20_000_000)}</sheetData>`] }),
      both('sheet.packing', {}),
    ],
  ];
  function both(
    key: 'import.merged' | 'import.two_sheets' | 'sheet.too_many_columns' | 'sheet.packing',
    params: Record<string, string | number>,
  ) {
    return { cn: translate('cn', key, params), en: translate('en', key, params) };
  }

  it.each(ofToday(['cn', 'en'] as const))('says in the dialog what is wrong with it: %s', async (language) => {
    const words = language === 'cn' ? cn : en;
    const own = await product.open({ language });
    try {
      await product.enter(own.page);
      await own.page.goto(`${product.url}/crm/customer`);
      await own.page.getByRole('button', { name: words['list.import'], exact: true }).click();
      for (const [name, make, says] of wrong) {
        await titled(own.page, words['import.dialog.title'])
          .locator('input[type="file"]')
          .setInputFiles(inFolder(name, await make()));
        await own.page
          .getByText(translate(language, 'widget.file_refused', { name, reason: says[language] }))
          .first()
          .waitFor();
      }
      await titled(own.page, words['import.dialog.title'])
        .locator('input[type="file"]')
        .setInputFiles(inFolder('old.xls', 'x'));
      const kind = { name: 'old.xls', reason: words['import.dialog.file_kind'] };
      await own.page
        .getByText(translate(language, 'widget.file_refused', kind))
        .first()
        .waitFor();
      await own.page.getByRole('button', { name: words['import.dialog.next'] }).click();
      await own.page.getByText(words['import.no_file']).first().waitFor();
    } finally {
      await own.context.close();
    }
  });
});
