import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';

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

describe('the preview of an import', () => {
  it('reads untidy headings by itself, checks every row, and knows the headings of the last time', async () => {
    const headers = ['公司名', '等级', '联系手机', '座机', '备注说明', '内部编号'];
    const rows = Array.from({ length: 60 }, (_, at) => [
      `杂乱${at}公司`,
      at % 2 === 0 ? 'A（重点客户）' : '甲级',
      '',
      '',
      '',
      `${at}`,
    ]);
    const content = await imports.workbook(rows, { headers });
    const look = async () =>
      (await imports.send(content, { call: 'previewExcel' })).data as {
        columns: { fieldName: string | null; guess: string | null }[];
        problems: object[];
        checkedRows: number;
        badRows: number;
      };
    const first = await look();
    expect(first.columns.map(({ fieldName }) => fieldName)).toEqual([
      'customer_name',
      '客户级别',
      'mobile',
      'telephone',
      'remark',
      null,
    ]);
    expect(first).toMatchObject({ checkedRows: 60, badRows: 30 });
    expect(first.problems).toHaveLength(30);
    const mapping = { 0: 'customer_name', 1: '客户级别', 2: 'mobile', 3: 'telephone', 4: '', 5: 'remark' };
    const info = await imports.run(content, { fields: { mapping: JSON.stringify(mapping) } });
    expect(info).toMatchObject({ createdSize: 30, errSize: 30 });
    const again = await look();
    expect(again.columns.map(({ fieldName, guess }) => [fieldName, guess]).slice(-2)).toEqual([
      ['', 'before'],
      ['remark', 'before'],
    ]);
    // only the own sheets are remembered
    const { data } = await imports.send(content, { call: 'previewExcel', as: company.people.manager });
    expect((data as typeof again).columns.at(-1)).toMatchObject({ fieldName: null });
  });
});
