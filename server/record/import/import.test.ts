import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { openWorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';

let company: Company;
let folder: string;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  folder = mkdtempSync(join(tmpdir(), 'jianye-import-'));
});
afterAll(async () => {
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

const headers = ['客户名称(*)', '手机', '客户级别', '下次联系时间', '省', '市', '区', '详细地址'];
async function workbook(
  rows: readonly (readonly string[])[],
  options: { titleRow?: string; headers?: readonly string[] } = {},
): Promise<Buffer> {
  const path = join(folder, `${Math.trunc(performance.now() * 1000)}.xlsx`);
  const writer = openWorkbookWriter({
    path,
    columns: (options.headers ?? headers).map((header) => ({ header, kind: 'text' as const })),
    ...(options.titleRow === undefined ? {} : { titleRow: options.titleRow }),
  });
  for (const row of rows) await writer.addRow(row);
  await writer.close();
  return readFileSync(path);
}

const send = (
  content: Buffer,
  fields: Record<string, unknown> = {},
  as: Person = company.people.seller,
  name = '客户.xlsx',
) =>
  company.call(
    'CrmCustomer/uploadExcel',
    { repeatHandling: 2, ownerUserId: company.people.seller.userId, ...fields },
    { as, file: { name, content } },
  );

async function finished(messageId: unknown, as: Person = company.people.seller) {
  for (let round = 0; round < 200; round += 1) {
    const { data, code } = await company.call('system/message/queryImportNum', { messageId }, { as });
    expect(code).toBe(0);
    if (data === null || data === undefined) break;
    await sleep(50);
  }
  return (await company.call('system/message/queryImportInfo', { messageId }, { as })).body;
}
const total = async () =>
  (
    (await company.call('CrmCustomer/queryPageList', { limit: 1 }, { as: company.people.seller })).data as {
      totalRow: number;
    }
  ).totalRow;

describe('importing customers', () => {
  it('writes the good rows, reports the bad ones by row and column, and counts every row', async () => {
    const sheet = await workbook(
      [
        ['甲公司', '13812340001', 'A（重点客户）', '2026-12-01 10:00:00', '河北', '石家庄', '长安区', '中山路1号'],
        ['乙公司', '12345', '', '', '', '', '', ''],
        ['', '13812340002', '', '', '', '', '', ''],
        ['丙公司', '', 'Z', '', '', '', '', ''],
        ['丁公司', '', '', '', '火星省', '', '', ''],
        ['甲公司', '', '', '', '', '', '', ''],
        ['戊公司', '', '', '明天', '', '', '', ''],
      ],
      { titleRow: '客户导入模板(*)为必填项' },
    );
    const answer = await send(sheet);
    expect(answer.msg).toBe('');
    const info = await finished(answer.data);
    expect(info).toMatchObject({ status: 'done', totalSize: 7, createdSize: 1, skippedSize: 1, errSize: 5 });
    const rows = (
      await company.call('system/message/queryImportRows', { messageId: answer.data }, { as: company.people.seller })
    ).data as { list: Record<string, unknown>[] };
    expect(rows.list.map((row) => [row['row'], row['column'], row['msg']])).toEqual([
      [4, '手机', '手机格式有误'],
      [5, '客户名称', '客户名称不能为空'],
      [6, '客户级别', '客户级别没有选项“Z”'],
      [7, '地区定位', '地区定位的省市区不合要求，请核对'],
      [9, '下次联系时间', '下次联系时间不是有效的日期'],
    ]);
    const found = (await company.call('CrmCustomer/queryPageList', { search: '甲公司' }, { as: company.people.seller }))
      .data as { list: Record<string, unknown>[] };
    expect(found.list[0]).toMatchObject({
      mobile: '13812340001',
      客户级别: 'A（重点客户）',
      address: '河北省,石家庄市,长安区',
      detailAddress: '中山路1号',
      ownerUserName: '王芳',
    });
    // the sheet of failed rows, corrected, goes in as it is
    const errors = await company.call(
      'system/message/downImportError',
      { messageId: answer.data },
      { as: company.people.seller },
    );
    expect(errors.headers['content-disposition']).toBe('attachment;filename=import_error.xlsx');
    const again = await send(errors.raw);
    expect(await finished(again.data)).toMatchObject({ totalSize: 5, errSize: 5 });
  });

  it('reads GBK and UTF-8 CSV files', async () => {
    const text = '客户名称,手机,客户级别\r\n国标公司,13812340011,B（普通客户）\r\n';
    const gbk = await send(iconv.encode(text, 'gbk'), {}, company.people.seller, '客户.csv');
    expect(await finished(gbk.data)).toMatchObject({ createdSize: 1 });
    const utf8 = await send(
      Buffer.from(`\uFEFF${text.replace('国标', '统一')}`),
      {},
      company.people.seller,
      '客户.csv',
    );
    expect(await finished(utf8.data)).toMatchObject({ createdSize: 1 });
  });

  it('refuses a bad file whole, with a message that says what and where', async () => {
    const before = await total();
    const cases: [Buffer, string][] = [
      [Buffer.from('<html><body>no</body></html>'), '文件不是有效的表格，请上传xlsx或csv文件'],
      [Buffer.alloc(0), '表格中没有数据'],
      [await workbook([['x', 'y']], { headers: ['什么', '哪里'] }), '请使用最新导入模板'],
      [await workbook([['x', 'y']], { headers: ['客户名称', '星座'] }), '第B列“星座”没有对应的字段'],
      [await workbook([['13812340001']], { headers: ['手机'] }), '缺少必填列“客户名称”'],
      [await workbook([['a', 'b']], { headers: ['客户名称', '客户名称'] }), '字段“客户名称”对应了两列'],
      [
        await workbook([Array(201).fill('x')], {
          headers: ['客户名称', ...Array.from({ length: 200 }, (_, index) => `列${index}`)],
        }),
        '表格最多200列',
      ],
      [await workbook([]), '表格中没有数据'],
    ];
    for (const [content, msg] of cases) {
      const answer = await send(content);
      expect(answer.msg).toBe(msg);
      expect(answer.code).not.toBe(0);
    }
    expect(await total()).toBe(before);
    expect((await send(await workbook([['没有负责人公司']], { headers: ['客户名称'] }), { ownerUserId: '' })).msg).toBe(
      '请选择负责人',
    );
  });

  it('overwrites only what the person may write, and only the cells that say something', async () => {
    const { stranger, seller } = company.people;
    await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '别人的公司' }, field: [] },
      { as: stranger },
    );
    await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '自己的公司', mobile: '13812340021', website: 'old.cn' }, field: [] },
      { as: seller },
    );
    const answer = await send(
      await workbook(
        [
          ['别人的公司', '13812340022'],
          ['自己的公司', '13812340023'],
        ],
        { headers: ['客户名称', '手机'] },
      ),
      { repeatHandling: 1 },
    );
    expect(await finished(answer.data)).toMatchObject({ updatedSize: 1, errSize: 1 });
    const rows = (await company.call('system/message/queryImportRows', { messageId: answer.data }, { as: seller }))
      .data as { list: Record<string, unknown>[] };
    expect(rows.list[0]).toMatchObject({ row: 2, msg: '数据无覆盖权限' });
    const own = (await company.call('CrmCustomer/queryPageList', { search: '自己的公司' }, { as: seller })).data as {
      list: Record<string, unknown>[];
    };
    expect(own.list[0]).toMatchObject({ mobile: '13812340023', website: 'old.cn' });
    expect(
      (await company.call('system/message/queryImportInfo', { messageId: answer.data }, { as: stranger })).code,
    ).toBe(404);
  });

  it('takes a whole import back, updates included, and leaves what was changed since', async () => {
    const { seller } = company.people;
    await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '撤销前的公司', remark: '原备注' }, field: [] },
      { as: seller },
    );
    const before = await total();
    const answer = await send(
      await workbook(
        [
          ['撤销前的公司', '新备注'],
          ['撤销一公司', ''],
          ['撤销二公司', ''],
          ['撤销三公司', ''],
        ],
        { headers: ['客户名称', '备注'] },
      ),
      { repeatHandling: 1 },
    );
    expect(await finished(answer.data)).toMatchObject({ createdSize: 3, updatedSize: 1 });
    const idOf = async (name: string) =>
      Number(
        (
          (await company.call('CrmCustomer/queryPageList', { search: name }, { as: seller })).data as {
            list: Record<string, unknown>[];
          }
        ).list[0]?.['customerId'],
      );
    await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customerId: await idOf('撤销一公司'), remark: '改过' }, field: [] },
      { as: seller },
    );
    await company.call(
      'CrmCustomer/addRecord',
      { typesId: await idOf('撤销二公司'), content: '跟过', category: '打电话' },
      { as: seller },
    );
    expect((await company.call('system/message/undoImport', { messageId: answer.data }, { as: seller })).code).toBe(0);
    const info = await finished(answer.data);
    expect(info).toMatchObject({ status: 'undone', undoneSize: 2, keptSize: 2 });
    expect(await total()).toBe(before + 2);
    const restored = (await company.call('CrmCustomer/queryPageList', { search: '撤销前的公司' }, { as: seller }))
      .data as { list: Record<string, unknown>[] };
    expect(restored.list[0]).toMatchObject({ remark: '原备注' });
    expect((await company.call('system/message/undoImport', { messageId: answer.data }, { as: seller })).msg).toBe(
      '该导入已撤销',
    );
  });

  it('writes 10,000 rows, counts them, and exports them again without a formula', async () => {
    const { admin } = company.people;
    const rows = Array.from({ length: 10_000 }, (_, index) => [
      `批量${String(index).padStart(5, '0')}号公司`,
      index === 0 ? '=1+1' : '备注',
    ]);
    const answer = await send(await workbook(rows, { headers: ['客户名称', '备注'] }), {}, admin);
    expect(await finished(answer.data, admin)).toMatchObject({ createdSize: 10_000, errSize: 0 });
    const file = join(folder, 'export.xlsx');
    const exported = await company.call(
      'CrmCustomer/allExportExcel',
      { search: '号公司', sortField: 'customerName', order: 2 },
      { as: admin },
    );
    expect(exported.headers['content-disposition']).toBe('attachment;filename=customer.xlsx');
    (await import('node:fs')).writeFileSync(file, exported.raw);
    let count = 0;
    let guarded = '';
    for await (const row of readSheet(file, { maxRows: 20_000, maxColumns: 200 })) {
      count += 1;
      if (row.cells[0] === '批量00000号公司') guarded = row.cells.join('|');
    }
    expect(count).toBe(10_002);
    expect(guarded).toContain("'=1+1");
  });
});
