import iconv from 'iconv-lite';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { writeChunk } from './chunk.ts';
import { runImport, taskOf } from './run.ts';

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

const nameAndRemark = { headers: ['客户名称', '备注'] };
const rowsNamed = (word: string, count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`${word}${String(at).padStart(5, '0')}号公司`, '备注']);

describe('importing customers', () => {
  it('writes the good rows, reports the bad ones by row and column, and counts every row', async () => {
    const sheet = await imports.workbook(
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
    const info = await imports.run(sheet);
    expect(info).toMatchObject({ status: 'done', totalSize: 7, createdSize: 1, skippedSize: 1, errSize: 5 });
    expect((await imports.lines(info['messageId'])).map((line) => [line.row, line.column, line.msg])).toEqual([
      [4, '手机', '手机格式有误'],
      [5, '客户名称', '客户名称不能为空'],
      [6, '客户级别', '客户级别没有选项“Z”'],
      [7, '省', '地区定位的省市区不合要求，请核对'],
      [9, '下次联系时间', '下次联系时间不是有效的日期'],
    ]);
    expect((await imports.find('甲公司'))[0]).toMatchObject({
      mobile: '13812340001',
      客户级别: 'A（重点客户）',
      address: '河北省,石家庄市,长安区',
      detailAddress: '中山路1号',
      ownerUserName: '王芳',
    });

    // the sheet of failed rows goes in as it is, and with its cells corrected every row is written
    const errors = await imports.failedRows(info['messageId']);
    expect(errors.headers['content-disposition']).toBe('attachment;filename=import_error.xlsx');
    expect(await imports.run(errors.raw)).toMatchObject({ totalSize: 5, errSize: 5 });
    const [headers = [], ...rows] = (await imports.cells(errors.raw)).map((cells) =>
      Array.from({ length: 10 }, (_, at) => String(cells[at] ?? '')),
    );
    expect(headers.slice(-2)).toEqual(['错误列', '错误原因']);
    const fixes: [number, string][] = [
      [1, '13812340003'],
      [0, '己公司'],
      [2, 'B（普通客户）'],
      [4, '河南'],
      [3, '2026/12/2'],
    ];
    const corrected = rows.map((row, at) => row.with(...(fixes[at] ?? [0, ''])));
    const again = await imports.run(await imports.workbook(corrected, { headers }));
    expect(again).toMatchObject({ totalSize: 5, createdSize: 5, errSize: 0 });
    expect((await imports.find('戊公司'))[0]).toMatchObject({ nextTime: '2026-12-02 00:00:00' });
    expect((await imports.find('丁公司'))[0]).toMatchObject({ address: '河南省' });
  });

  it('tells at once all that is wrong with a row, and what a new record lacks besides', async () => {
    await imports.save({ customer_name: '老毛病公司', mobile: '13812340021' });
    const rows = [
      ['', '12345', 'Z', '明天', '火星省', '', '', ''],
      ['老毛病公司', '12345', 'Z', '', '', '', '', ''],
    ];
    const sheet = await imports.workbook(rows);
    const { data } = await imports.send(sheet, { call: 'previewExcel' });
    const shown = (data as { problems: { row: number; column: string }[] }).problems;
    expect(shown.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 客户名称',
      '2 手机',
      '2 客户级别',
      '2 下次联系时间',
      '2 省',
      '3 手机',
      '3 客户级别',
    ]);
    const info = await imports.run(sheet, { fields: { repeatHandling: 1 } });
    expect(info).toMatchObject({ errSize: 2 });
    expect((await imports.lines(info['messageId'])).map(({ column, msg }) => [column, msg])).toEqual([
      [
        '客户名称、手机、客户级别、下次联系时间、省',
        '客户名称不能为空；手机格式有误；客户级别没有选项“Z”；下次联系时间不是有效的日期；地区定位的省市区不合要求，请核对',
      ],
      // it would write over who has this name, by the checks of a change
      ['客户级别', '客户级别没有选项“Z”'],
    ]);
    const cells = await imports.cells((await imports.failedRows(info['messageId'])).raw);
    expect(cells[2]?.slice(-2)).toEqual(['客户级别', '客户级别没有选项“Z”']);
    const [english] = await imports.lines(info['messageId'], company.people.seller, { 'x-language': 'en' });
    expect(english?.msg).toMatch(/; .*; /);
  });

  it('reads GBK and UTF-8 CSV files', async () => {
    const text = '客户名称,手机,客户级别\r\n国标公司,13812340011,B（普通客户）\r\n';
    const name = '客户.csv';
    expect(await imports.run(iconv.encode(text, 'gbk'), { name })).toMatchObject({ createdSize: 1 });
    const utf8 = Buffer.from(`\uFEFF${text.replace('国标', '统一')}`);
    expect(await imports.run(utf8, { name })).toMatchObject({ createdSize: 1 });
    expect(await imports.run(utf8, { name })).toMatchObject({ createdSize: 0, skippedSize: 1 });
  });

  it('lets people choose the columns, and shows the first rows and their problems before', async () => {
    const headers = ['公司', '手机', '电话里说的'];
    const rows = Array.from({ length: 12 }, (_, at) => [`选列${at}公司`, at === 1 ? '1' : '', `话${at}`]);
    const content = await imports.workbook(rows, { headers, titleRow: '名单' });
    const look = async (mapping?: object) =>
      (
        await imports.send(content, {
          call: 'previewExcel',
          fields: mapping ? { mapping: JSON.stringify(mapping) } : {},
        })
      ).data as { columns: object[]; rows: string[][]; problems: object[]; fields: object[] };
    const first = await look();
    expect(first).toMatchObject({ headerRow: 2, rowCount: 12, sheetName: 'Sheet1' });
    expect(first.columns).toEqual([
      { index: 0, heading: '公司', fieldName: 'customer_name', guess: 'word' },
      { index: 1, heading: '手机', fieldName: 'mobile', guess: null },
      { index: 2, heading: '电话里说的', fieldName: null, guess: null },
    ]);
    expect(first.rows).toHaveLength(10);
    expect(first.fields).toContainEqual({ fieldName: 'customer_name', name: '客户名称', required: 1, unique: 1 });
    expect(first.problems).toEqual([{ row: 4, column: '手机', msg: '手机格式有误' }]);
    expect((await look({ 0: '', 1: 'mobile', 2: '' })).problems).toEqual([
      { row: null, column: null, msg: '第2行缺少必填列“客户名称”' },
    ]);
    const mapping = { 0: 'customer_name', 1: 'mobile', 2: '' };
    expect((await look(mapping)).problems).toEqual([{ row: 4, column: '手机', msg: '手机格式有误' }]);
    const info = await imports.run(content, { fields: { mapping: JSON.stringify(mapping) } });
    expect(info).toMatchObject({ createdSize: 11, errSize: 1 });
    expect((await imports.find('选列3公司'))[0]).toMatchObject({ remark: '' });
  });

  it('stops when asked, and what was written stays', async () => {
    const { seller, manager } = company.people;
    const { data } = await imports.send(await imports.workbook(rowsNamed('停止', 9000), nameAndRemark));
    const ask = (path: string, as = seller) => company.call(path, { messageId: data }, { as });
    expect((await ask('system/message/stopImport', manager)).code).toBe(404);
    expect((await ask('system/message/undoImport')).msg).toBe('导入正在进行，请稍候');
    expect((await ask('system/message/stopImport')).code).toBe(0);
    const info = await imports.follow(data);
    expect(info).toMatchObject({ status: 'stopped', totalSize: 9000 });
    expect(Number(info['createdSize'])).toBeLessThan(9000);
    expect((await imports.find('停止', seller)).length).toBeLessThanOrEqual(Number(info['createdSize']));
    expect((await ask('system/message/queryImportNum')).data ?? null).toBeNull();
  });

  it.each([1200, 400])('writes no more of %i rows once it is on its way back', async (count) => {
    const info = await imports.run(await imports.workbook(rowsNamed(`回头${count}`, count), nameAndRemark));
    const importId = Number(info['messageId']);
    // from the start, as when its process had ended
    await sql`delete from import_row where import_id = ${importId}`.execute(company.db);
    await sql`
      update import_task set status = 'running', next_row = 0, created_rows = 0, finish_time = null
      where import_id = ${importId}`.execute(company.db);
    const services: Services = {
      ...company.services,
      push: {
        ...company.services.push,
        // after the first chunk somebody stops it and takes it back
        notify: async (db) => {
          await sql`update import_task set status = 'undoing' where import_id = ${importId}`.execute(db);
        },
      },
    };
    await runImport(services, importId, { signal: AbortSignal.timeout(60_000) });
    expect(await taskOf(company.db, importId)).toMatchObject({
      status: 'undoing',
      skipped_rows: Math.min(count, 500),
      finish_time: null,
    });
  });

  it('reports the one row that the database refuses, and writes the others', async () => {
    const owner = new pg.Client({ connectionString: company.urls.ownerUrl });
    await owner.connect();
    await owner.query(`alter table customer add constraint odd_remark check (remark <> '数据库不收')`);
    const rows = rowsNamed('拒收', 700).with(333, ['拒收一行公司', '数据库不收']);
    const info = await imports.run(await imports.workbook(rows, nameAndRemark));
    await owner.query('alter table customer drop constraint odd_remark');
    await owner.end();
    expect(info).toMatchObject({ status: 'done', totalSize: 700, createdSize: 699, errSize: 1, doneSize: 700 });
    expect(await imports.lines(info['messageId'])).toMatchObject([{ row: 335, msg: '导入异常' }]);
  });

  it('refuses a contact whose customer has been deleted since its row was read, and writes the others', async () => {
    const { seller, admin } = company.people;
    const info = await imports.run(await imports.workbook(rowsNamed('联系客户', 2), nameAndRemark));
    const [gone, live] = await Promise.all(
      ['联系客户00000', '联系客户00001'].map(async (name) => Number((await imports.find(name))[0]?.['customerId'])),
    );
    await company.call('CrmCustomer/deleteByIds', { customerIds: gone }, { as: admin });
    const actor = await company.services.gate.actorFor(company.db, seller.userId);
    const settings = {
      importId: Number(info['messageId']),
      type: contactsType,
      fields: await fieldsOf(company.db, actor, contactsType),
      repeatHandling: 2,
      ownerUserId: seller.userId,
    };
    const row = (at: number, name: string, customer = 0) => ({
      row: at,
      cells: [name],
      values: { name, customer_id: customer },
      unread: new Map(),
      refusal: null,
    });
    const written = await inTransaction(company.services.pool.db, (trx) =>
      writeChunk(trx, actor, settings, [row(9001, '迟到的人', gone), row(9002, '赶上的人', live)]),
    );
    expect(written).toMatchObject({ created: 1, failed: 1 });
    const lines = (await imports.lines(info['messageId'])).filter((line) => line.row > 9000);
    expect(lines).toMatchObject([{ row: 9001, column: '', result: 'failed' }]);
    const { rows } = await sql`select name from contacts where customer_id in (${gone}, ${live})`.execute(company.db);
    expect(rows).toEqual([{ name: '赶上的人' }]);
  });

  it('writes every row once, also when two processes have the job at the same time', async () => {
    const content = await imports.workbook(rowsNamed('两次', 1800), nameAndRemark);
    const { data } = await imports.send(content);
    const job = () => runImport(company.services, Number(data), { signal: AbortSignal.timeout(60_000) });
    await Promise.all([job(), job()]);
    const info = await imports.follow(data);
    expect(info).toMatchObject({ status: 'done', createdSize: 1800, skippedSize: 0, errSize: 0, doneSize: 1800 });
    const rows = await company.db
      .selectFrom('import_row')
      .where('import_id', '=', Number(data))
      .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('record_id').distinct().as('records')])
      .executeTakeFirstOrThrow();
    expect(rows).toEqual({ all: 1800, records: 1800 });
  });
});

describe('rows that are there already', () => {
  it('are overwritten where the person may write, and only by cells that say something', async () => {
    const { stranger } = company.people;
    await imports.save({ customer_name: '别人的公司' }, stranger);
    await imports.save({ customer_name: '自己的公司', mobile: '13812340021', website: 'old.cn' });
    const sheet = await imports.workbook(
      [
        ['别人的公司', '13812340022', ''],
        ['自己的公司', '13812340023', ''],
      ],
      { headers: ['客户名称', '手机', '网址'] },
    );
    const info = await imports.run(sheet, { fields: { repeatHandling: 1 } });
    expect(info).toMatchObject({ updatedSize: 1, errSize: 1 });
    expect(await imports.lines(info['messageId'])).toMatchObject([{ row: 2, msg: '数据无覆盖权限' }]);
    expect((await imports.find('自己的公司'))[0]).toMatchObject({ mobile: '13812340023', website: 'old.cn' });
    const foreign = { messageId: info['messageId'] };
    expect((await company.call('system/message/queryImportInfo', foreign, { as: stranger })).code).toBe(404);
    expect((await company.call('system/message/downImportError', foreign, { as: stranger })).code).toBe(404);
  });

  it('are checked as the record will be: a number of Singapore stays one without its area code in the sheet', async () => {
    await imports.save({ customer_name: '狮城公司', area_code: '65', mobile: '81234567' });
    const headers = ['客户名称', '手机'];
    const over = { fields: { repeatHandling: 1 } };
    const sheet = (mobile: string) => imports.workbook([['狮城公司', mobile]], { headers });
    expect(await imports.run(await sheet('91234567'), over)).toMatchObject({ updatedSize: 1, errSize: 0 });
    expect((await imports.find('狮城公司'))[0]).toMatchObject({ mobile: '91234567', areaCode: '65' });
    expect(await imports.run(await sheet('13800138000'), over)).toMatchObject({ updatedSize: 0, errSize: 1 });
  });

  it('may stand twice in one sheet: the later row writes over the earlier one, however far apart they are', async () => {
    const rows = rowsNamed('重复', 700);
    const name = rows[3]?.[0] ?? '';
    rows.splice(5, 0, [name, '第二次']);
    rows.push([name, '第三次'], [name, '']);
    const sheet = await imports.workbook(rows, nameAndRemark);
    const over = await imports.run(sheet, { fields: { repeatHandling: 1 } });
    expect(over).toMatchObject({ totalSize: 703, createdSize: 700, updatedSize: 3, skippedSize: 0, errSize: 0 });
    expect(await imports.find(name)).toMatchObject([{ remark: '第三次' }]);

    const skipped = rows.map(([one = '', remark = '']) => [one.replace('重复', '跳过'), remark]);
    const skip = await imports.run(await imports.workbook(skipped, nameAndRemark));
    expect(skip).toMatchObject({ createdSize: 700, updatedSize: 0, skippedSize: 3 });
    expect(await imports.find(name.replace('重复', '跳过'))).toMatchObject([{ remark: '备注' }]);
  });

  it('are found by every unique field, one that an earlier row has just changed included', async () => {
    const { admin } = company.people;
    const fields = (await company.call('field/list', { label: 2 }, { as: admin })).data as object[];
    const tax = { name: '税号', formType: 'text', isUnique: 1 };
    const saved = await company.call('field/save', { label: 2, data: [...fields, tax] }, { as: admin });
    expect(saved.msg).toBe('');
    const headers = ['客户名称', '税号'];
    const over = { fields: { repeatHandling: 1 } };
    await imports.run(
      await imports.workbook(
        [
          ['税一公司', 'T1'],
          ['税二公司', 'T2'],
        ],
        { headers },
      ),
      over,
    );
    const rows = [
      // by name: the tax number of the first changes
      ['税一公司', 'T9'],
      // by that tax number the same record, whose name changes
      ['税一新名公司', 'T9'],
      // the name that has become free is a new record, and so is the tax number
      ['税一公司', 'T1'],
      // one record by its name, another by its number
      ['税二公司', 'T9'],
    ];
    const info = await imports.run(await imports.workbook(rows, { headers }), over);
    expect(info).toMatchObject({ updatedSize: 2, createdSize: 1, errSize: 1 });
    expect(await imports.lines(info['messageId'])).toMatchObject([{ row: 5, msg: '数据与多条唯一性字段重复' }]);
    const held = (await imports.find('税')).map((row) => [row['customerName'], row['税号']]).sort();
    expect(held).toEqual([
      ['税一公司', 'T1'],
      ['税一新名公司', 'T9'],
      ['税二公司', 'T2'],
    ]);
  });
});

describe('large imports', () => {
  it('give a person no more customers than the limit allows', async () => {
    const { admin, peer } = company.people;
    const own = await imports.find('公司', peer);
    const limit = { type: 1, customerNum: own.length + 620, customerDeal: 1, userList: [peer.userId], deptList: [] };
    expect((await company.call('CrmCustomer/customerSetting', limit, { as: admin })).msg).toBe('');
    const sheet = await imports.workbook(rowsNamed('限额', 700), nameAndRemark);
    const fields = { ownerUserId: peer.userId };
    const info = await imports.run(sheet, { as: admin, fields });
    expect(info).toMatchObject({ createdSize: 620, errSize: 80, totalSize: 700 });
    expect((await imports.lines(info['messageId'], admin))[0]).toMatchObject({
      row: 622,
      msg: '该员工拥有客户数已达上限',
    });
  });

  it('take 10,001 rows and more of administrators only', async () => {
    const { admin } = company.people;
    const sheet = await imports.workbook(rowsNamed('管理', 10_500), nameAndRemark);
    expect((await imports.send(sheet, { as: admin })).msg).toBe('最多同时导入10000条数据');
    const info = await imports.run(sheet, { as: admin, call: 'superUploadExcel' });
    expect(info).toMatchObject({ status: 'done', totalSize: 10_500, createdSize: 10_500 });
    const exported = await company.call('CrmCustomer/allExportExcel', { search: '管理' }, { as: admin });
    expect(exported.headers['content-disposition']).toBe('attachment;filename=customer.xlsx');
    expect(await imports.read(exported.raw)).toHaveLength(10_502);
  });
});
