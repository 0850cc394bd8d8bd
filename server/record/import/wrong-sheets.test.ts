import iconv from 'iconv-lite';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { textRows, workbookOf, zipOf } from '#server/testing/sheet-parts.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const count = async (): Promise<number> => {
  const { customers } = await company.db
    .selectFrom('customer' as never)
    .select(({ fn }) => fn.countAll<number>().as('customers'))
    .executeTakeFirstOrThrow();
  return customers;
};

const named = (rows: string, more = ''): Promise<Buffer> =>
  workbookOf({ sheets: [`<sheetData>${rows}</sheetData>${more}`] });
const text = (value: string, reference = ''): string =>
  `<c${reference === '' ? '' : ` r="${reference}"`} t="inlineStr"><is><t>${value}</t></is></c>`;

/** File name, content, code, message in Chinese and in English. */
type Wrong = readonly [string, () => Promise<Buffer> | Buffer, number, string, string];
const wrong: readonly Wrong[] = [
  [
    'a page.xlsx',
    () => Buffer.from('<html><body>no</body></html>'),
    415,
    '文件不是有效的表格，请上传xlsx或csv文件',
    'This file isn’t a spreadsheet. Upload an xlsx or csv file.',
  ],
  [
    'a picture.xlsx',
    () => Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    415,
    '文件不是有效的表格，请上传xlsx或csv文件',
    'This file isn’t a spreadsheet. Upload an xlsx or csv file.',
  ],
  [
    'a document.xlsx',
    () => zipOf({ 'word/document.xml': '<x/>' }),
    415,
    '文件不是有效的表格，请上传xlsx或csv文件',
    'This file isn’t a spreadsheet. Upload an xlsx or csv file.',
  ],
  [
    'a table.csv',
    () => imports.workbook([['甲']], { headers: ['客户名称'] }),
    415,
    '不支持该文件类型或文件内容与扩展名不符',
    'This file type isn’t supported, or the content doesn’t match the extension',
  ],
  ['nothing.xlsx', () => Buffer.alloc(0), 415, '文件为空', 'The file is empty'],
  [
    'old.xls',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
    415,
    '不支持xls格式，请另存为xlsx后再上传',
    'The xls format isn’t supported. Save the file as xlsx and try again.',
  ],
  [
    'locked.xlsx',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    415,
    '文件已加密，请取消密码后再上传',
    'The file is protected by a password. Remove the password and try again.',
  ],
  [
    'cut.xlsx',
    async () => (await named(textRows([['客户名称'], ['甲']]))).subarray(0, 200),
    422,
    '表格文件已损坏，无法读取',
    'The spreadsheet is damaged and can’t be read',
  ],
  ['headings only.xlsx', () => imports.workbook([]), 422, '表格中没有数据', 'The spreadsheet contains no data'],
  [
    'other headings.xlsx',
    () => imports.workbook([['x', 'y']], { headers: ['什么', '哪里'] }),
    422,
    '请使用最新导入模板',
    'Use the latest import template',
  ],
  [
    'unknown column.xlsx',
    () => imports.workbook([['x', 'y']], { headers: ['客户名称', '星座'], titleRow: '标题' }),
    422,
    '第2行第B列“星座”没有对应的字段',
    'Row 2, column B: “星座” doesn’t match any field',
  ],
  [
    'column missing.xlsx',
    () => imports.workbook([['13812340001']], { headers: ['手机'] }),
    422,
    '第1行缺少必填列“客户名称”',
    'Row 1: the required column “Name” is missing',
  ],
  [
    'column twice.xlsx',
    () => imports.workbook([['a', 'b', 'c']], { headers: ['客户名称', '手机', '客户名称(*)'] }),
    422,
    '第1行第A列和第C列都对应字段“客户名称”',
    'Row 1: columns A and C both match the field “Name”',
  ],
  [
    '201 columns.xlsx',
    () => imports.workbook([], { headers: ['客户名称', ...Array.from({ length: 200 }, (_, at) => `列${at}`)] }),
    413,
    '表格最多200列，第1行第GS列已超出',
    'Spreadsheets can have up to 200 columns. Row 1 extends to column GS.',
  ],
  [
    '10,001 rows.xlsx',
    () =>
      named(
        `<row>${text('客户名称')}</row>${Array.from({ length: 10_001 }, (_, at) => `<row>${text(`甲${at * 7919}`)}</row>`).join('')}`,
      ),
    413,
    '最多同时导入10000条数据',
    'You can import up to 10000 rows at a time',
  ],
  [
    'bomb.xlsx',
    () => workbookOf({ sheets: [`<sheetData>${' '.repeat(20_000_000)}</sheetData>`] }),
    413,
    '表格的压缩方式异常，请用表格软件重新保存后再上传',
    'The spreadsheet is compressed in an unusual way. Save it again in a spreadsheet app.',
  ],
  [
    'long cell.xlsx',
    () => named(`<row>${text('客户名称')}</row><row>${text('甲')}${text('长'.repeat(70_000), 'C2')}</row>`),
    413,
    '第2行第C列的内容超过65536个字符',
    'Row 2, column C: more than 65536 characters',
  ],
  [
    'entities.xlsx',
    () => workbookOf({ sheets: ['<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'] }),
    413,
    '表格含有实体、文档类型声明等不安全的内容，请用表格软件重新保存',
    'The spreadsheet contains entities or a document type declaration. Save it again in a spreadsheet app.',
  ],
  [
    'linked.xlsx',
    () =>
      workbookOf({
        sheets: [textRows([['客户名称'], ['甲']])],
        relations: [
          '<Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="externalLinks/1.xml"/>',
        ],
      }),
    413,
    '表格引用了其他文件，请断开外部链接后再上传',
    'The spreadsheet links to other files. Break its external links and try again.',
  ],
  [
    'merged.xlsx',
    () =>
      named(
        textRows([['客户名称', '手机'], ['甲'], ['乙']]).slice(11, -12),
        '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      ),
    422,
    '第2行第B列有合并单元格，请取消合并后再导入',
    'Row 2, column B: split the merged cells and try again',
  ],
  [
    'two sheets.xlsx',
    () => workbookOf({ sheets: [textRows([['客户名称'], ['甲']]), textRows([['客户名称'], ['乙']])] }),
    422,
    '有多个工作表含有数据：“Sheet1”、“Sheet2”，请只保留一个',
    'More than one sheet contains data: “Sheet1”、“Sheet2”. Keep only one.',
  ],
  [
    'quote.csv',
    () => Buffer.from('客户名称,备注\n甲,1\n乙,"没有结束\n丙,2\n'),
    422,
    '第3行无法读取，请检查引号是否成对，或用表格软件重新保存',
    'Row 3 can’t be read. Check its quotation marks, or save the file again.',
  ],
];

/** Wrong only as long as nobody has matched the columns, which a preview begins. */
const matched: ReadonlySet<string> = new Set(['unknown column.xlsx', 'column twice.xlsx']);

describe('a wrong spreadsheet', () => {
  it.each(wrong)('is refused whole and says what is wrong and where: %s', async (name, make, code, cn, en) => {
    const content = await make();
    const before = await count();
    const answer = await imports.send(content, { name });
    expect([answer.code, answer.msg]).toEqual([code, cn]);
    expect((await imports.send(content, { name, english: true })).msg).toBe(en);
    // the preview passes over what it does not know: people match such columns by hand
    const preview = await imports.send(content, { name, call: 'previewExcel' });
    const { problems } = (preview.data ?? { problems: [preview] }) as { problems: { msg: string }[] };
    if (matched.has(name)) expect(JSON.stringify(preview.data)).toContain('"fieldName":null');
    else expect(problems[0]?.msg).toBe(cn);
    expect(await count()).toBe(before);
    expect(
      (await company.call('system/message/queryImportList', {}, { as: company.people.seller })).data,
    ).toMatchObject({
      totalRow: 0,
    });
  });

  it('needs an owner who works here, and a file', async () => {
    const content = await imports.workbook([['没有负责人公司']], { headers: ['客户名称'] });
    const asked = async (ownerUserId: unknown) => (await imports.send(content, { fields: { ownerUserId } })).msg;
    expect(await asked(999_999)).toBe('请选择负责人');
    // without one it would be for the pool
    await withoutRight(company, 11, customerType, 'putinpool', async () => {
      for (const ownerUserId of ['', '0', 999_999]) expect(await asked(ownerUserId)).toBe('请选择负责人');
    });
    const none = await company.call('CrmCustomer/uploadExcel', { ownerUserId: 3 }, { as: company.people.seller });
    expect(none.code).not.toBe(0);
    const { peer, manager } = company.people;
    const { userId } = peer;
    const sent = await imports.run(content, { as: manager, fields: { ownerUserId: '', userId } });
    expect(sent).toMatchObject({ createdSize: 1 });
    expect((await imports.find('没有负责人公司', company.people.peer))[0]).toMatchObject({ ownerUserId: userId });
  });

  it('is refused without the right to import, and the larger one to all but administrators', async () => {
    const content = await imports.workbook([['无权公司']], { headers: ['客户名称'] });
    expect((await imports.send(content, { as: company.people.hr })).code).toBe(403);
    expect((await imports.send(content, { call: 'superUploadExcel' })).code).toBe(403);
    expect((await company.call('CrmCustomer/downloadExcel', {}, { as: company.people.hr })).code).toBe(403);
  });
});

describe('bad rows of a good spreadsheet', () => {
  it('are reported by row and column while the good rows are written', async () => {
    const content = await workbookOf({
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>',
      sheets: [
        `<sheetData><row r="1">${text('客户导入模板(*)为必填项')}</row><row r="2">${['客户名称(*)', '手机', '下次联系时间', '备注', '省', '详细地址'].map((one) => text(one)).join('')}</row>` +
          // mobile numbers and dates as numbers
          `<row r="3">${text('数字公司')}<c><v>13812345678</v></c><c s="1"><v>46022</v></c></row>` +
          `<row r="4">${text('科学计数公司')}<c><v>1.3812345679E10</v></c><c s="2"><v>46022.5</v></c><c><v>12.5</v></c></row>` +
          `<row r="5">${text('日期公司')}<c><v>12</v></c></row>` +
          `<row r="6">${text('裸日期公司')}<c/><c><v>46022</v></c></row>` +
          `<row r="7">${text('公式公司')}<c/><c/><c><f>1+1</f><v>2</v></c></row>` +
          `<row r="8"><c t="str"><f>"公式"&amp;"名称"</f><v>公式名称</v></c></row>` +
          `<row r="9">${text('错误值公司')}<c/><c/><c t="e"><v>#N/A</v></c></row>` +
          `<row r="10">${text('地址公司')}<c/><c/><c/><c/>${text('长'.repeat(201))}</row>` +
          `<row r="11">${text('外星公司')}<c/><c/><c/>${text('火星')}</row>` +
          `<row r="12">${text('布尔公司')}<c/><c/><c t="b"><v>1</v></c></row>` +
          `<row r="13">${text('长'.repeat(1001))}</row>` +
          `<row r="14"><c/><c><v>13812345670</v></c></row>` +
          `<row r="15">${text('坏字符_x0000__xD83D_公司')}<c/><c/><c/></row>` +
          `<row r="16">${text('坏字符二公司')}${text('_x0000__xD83D_')}${text('_xDC00_x')}</row>` +
          '</sheetData><mergeCells><mergeCell ref="A1:F1"/></mergeCells>',
      ],
    });
    const info = await imports.run(content);
    expect(info).toMatchObject({ status: 'done', totalSize: 14, createdSize: 4, errSize: 10, skippedSize: 0 });
    expect((await imports.lines(info['messageId'])).map((line) => [line.row, line.column, line.msg])).toEqual([
      [5, '手机', '手机格式有误'],
      [6, '下次联系时间', '下次联系时间不是有效的日期'],
      [7, '备注', '“备注”是公式，请改为数值后再导入'],
      [8, '客户名称', '“客户名称”是公式，请改为数值后再导入'],
      [9, '备注', '“备注”的单元格是错误值'],
      [10, '详细地址', '详细地址不能超过200个字符'],
      [11, '省', '地区定位的省市区不合要求，请核对'],
      [13, '客户名称', '客户名称不能超过1000个字符'],
      [14, '客户名称', '客户名称不能为空'],
      [16, '手机、下次联系时间', '手机格式有误；下次联系时间不是有效的日期'],
    ]);
    expect((await imports.find('数字公司'))[0]).toMatchObject({
      mobile: '13812345678',
      nextTime: '2025-12-31 00:00:00',
    });
    expect((await imports.find('科学计数公司'))[0]).toMatchObject({
      mobile: '13812345679',
      nextTime: '2025-12-31 12:00:00',
      remark: '12.5',
    });
    expect((await imports.find('布尔公司'))[0]).toMatchObject({ remark: 'TRUE' });
    // what no database keeps is left out
    expect((await imports.find('坏字符'))[0]).toMatchObject({ customerName: '坏字符\uFFFD公司' });

    const failed = await imports.cells((await imports.failedRows(info['messageId'])).raw);
    expect(failed[3]).toEqual(['公式公司', null, null, '2', null, null, '备注', '“备注”是公式，请改为数值后再导入']);
  });

  it('name columns and reasons in the language of the person', async () => {
    const info = await imports.run(Buffer.from('Name,Mobile\n,13800138000\nEnglish Ltd,12\n'), {
      name: 'customers.csv',
    });
    const { seller } = company.people;
    const read = async (headers: Record<string, string>) =>
      (await imports.lines(info['messageId'], seller, headers)).map((line) => [line.row, line.column, line.msg]);
    expect(await read(imports.english)).toEqual([
      [2, 'Name', 'Name is required'],
      [3, 'Mobile', 'Enter a valid mobile number'],
    ]);
    expect(await read({})).toEqual([
      [2, '客户名称', '客户名称不能为空'],
      [3, '手机', '手机格式有误'],
    ]);
    const failed = await imports.cells((await imports.failedRows(info['messageId'], seller, imports.english)).raw);
    expect(failed).toEqual([
      ['Name(*)', 'Mobile', 'Column', 'Reason'],
      [null, '13800138000', 'Name', 'Name is required'],
      ['English Ltd', '12', 'Mobile', 'Enter a valid mobile number'],
    ]);
  });

  it('of a CSV file in GBK are counted as they stand in the file', async () => {
    const content = iconv.encode(
      '标题;;\r\n客户名称;手机;备注\r\n\r\n国标甲公司;;"多\r\n行"\r\n国标乙公司;1.38001E+10;\r\n',
      'gbk',
    );
    const info = await imports.run(content, { name: '客户.csv' });
    expect(info).toMatchObject({ totalSize: 2, createdSize: 1, errSize: 1 });
    expect(await imports.lines(info['messageId'])).toMatchObject([{ row: 5, column: '手机', msg: '手机格式有误' }]);
    expect((await imports.find('国标甲公司'))[0]).toMatchObject({ remark: '多\r\n行' });
  });
});
