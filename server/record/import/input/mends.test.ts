import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { runImport } from '#server/record/import/run.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { withLevels, withoutRight } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { ImportPreview, SheetMends } from '#shared/record/calls/import-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const sellers = 11;
const headers = ['客户名称', '手机', '客户级别', '下次联系时间'];

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({});
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const mended = (mends: object) => ({ mends: JSON.stringify(mends) });
const look = async (content: Buffer, mends: object, more = {}) => {
  const fields = { ...mended(mends), whole: 1, ...more };
  const answer = await imports.send(content, { call: 'previewExcel', fields });
  expect(answer.msg).toBe('');
  return answer.data as ImportPreview;
};
/** Sends a sheet that waits for `written`. */
const sent = async (content: Buffer, mends: object, fields = {}) => {
  const answer = await imports.send(content, { fields: { ...mended(mends), ...fields } });
  expect(answer.msg).toBe('');
  return answer.data as number;
};
const written = (importId: number) => runImport(company.services, importId, { signal: new AbortController().signal });
const outcome = async (importId: number) => {
  await written(importId);
  return (await company.call('system/message/queryImportInfo', { messageId: importId }, { as: company.people.seller }))
    .body;
};
const repairs: SheetMends = { repair: 1 };

describe('what was corrected before an import', () => {
  it('is read in the place of the sheet, in the check as in the import', async () => {
    const rows = [
      ['改格甲公司', '12', '特级', '12月4日 下午三点'],
      ['改格乙公司', '138-1234-1001（王总）', '特级', ''],
      ['', '13812341002', 'b类', ''],
    ];
    const content = await imports.workbook(rows, { headers });
    const before = await look(content, repairs);
    expect(before).toMatchObject({ checkedRows: 3, badRows: 3, newRows: 0 });
    expect(before.causes.map(({ kind, column, option, rowCount }) => [kind, column, option, rowCount])).toEqual([
      ['bad', '客户级别', '特级', 2],
      ['bad', '手机', null, 1],
      ['bad', '客户名称', null, 1],
      ['fixed', '下次联系时间', null, 1],
      ['fixed', '手机', null, 1],
      ['fixed', '客户级别', null, 1],
    ]);
    const mends = {
      ...repairs,
      texts: { 2: [['特级', 'A']] },
      cells: { 2: { 1: '13812341000' }, 4: { 0: '改格丙公司' } },
    };
    expect(await look(content, mends)).toMatchObject({ badRows: 0, newRows: 3 });
    expect(await outcome(await sent(content, mends))).toMatchObject({ createdSize: 3, errSize: 0 });
    const year = new Date().getFullYear();
    const [first] = await imports.find('改格甲公司');
    expect(first).toMatchObject({ mobile: '13812341000', 客户级别: 'A（重点客户）' });
    expect(String(first?.['nextTime'])).toMatch(new RegExp(`^(?:${year - 1}|${year}|${year + 1})-12-04 15:00:00$`));
    expect((await imports.find('改格乙公司'))[0]).toMatchObject({ mobile: '13812341001' });
    expect(await imports.find('改格丙公司')).toHaveLength(1);
    // known by the reader now, and not those of somebody else
    expect(await look(content, mends)).toMatchObject({ newRows: 0, knownRows: 3 });
    const other = { fields: { ...mended(mends), whole: 1 }, call: 'previewExcel', as: company.people.peer } as const;
    expect((await imports.send(content, other)).data).toMatchObject({ newRows: 3, knownRows: 0 });
  });

  it('is checked like what a sheet says: nothing gets in that would not by the sheet', async () => {
    const content = await imports.workbook([['改不进公司', '', '', '']], { headers });
    const wrong: SheetMends[] = [
      { cells: { 2: { 1: '12' } } },
      { cells: { 2: { 0: '' } } },
      { cells: { 2: { 2: '没有的级别' } } },
      { cells: { 2: { 3: "=cmd|' /C calc'!A0" } } },
      { cells: { 2: { 0: '长'.repeat(1200) } } },
    ];
    for (const mends of wrong) {
      expect(await look(content, mends)).toMatchObject({ badRows: 1, newRows: 0 });
      expect(await outcome(await sent(content, mends))).toMatchObject({ createdSize: 0, errSize: 1 });
    }
    // cells of columns that are not imported, of headings, and beyond the sheet are nobody's
    const beside = { cells: { 1: { 0: '改了标题' }, 2: { 199: '远' }, 999: { 0: '没有的行' } } };
    expect(await look(content, beside)).toMatchObject({ badRows: 0, newRows: 1, rowCount: 1 });
    expect(await outcome(await sent(content, beside))).toMatchObject({ createdSize: 1, totalSize: 1 });
    const hostile = [
      '{"texts":{"__proto__":[["a","b"]]}}',
      '{"cells":{"2":{"200":"x"}}}',
      '{"cells":{"0":{"0":"x"}}}',
      '{"texts":{"0":[["a"]]}}',
      `{"cells":{"2":{"0":"${'x'.repeat(2001)}"}}}`,
    ];
    for (const mends of hostile) {
      const answer = await imports.send(content, { call: 'previewExcel', fields: { mends } });
      expect([mends.slice(0, 40), answer.code === 0]).toEqual([mends.slice(0, 40), false]);
    }
  });

  it('goes by the rights and fields of the moment in which it is written', async () => {
    const rows = [['改后失权公司', '', '', '']];
    const content = await imports.workbook(rows, { headers });
    const refused = await sent(content, { cells: { 2: { 1: '13812342000' } } });
    await withoutRight(company, sellers, customerType, 'excelimport', () => written(refused));
    expect(await imports.find('改后失权')).toEqual([]);
    const importId = await sent(content, { cells: { 2: { 1: '13812342000' } } });
    await withLevels(company, sellers, customerType.code, { mobile: fieldLevel.hidden }, () => written(importId));
    expect(await imports.find('改后失权公司', company.people.admin)).toMatchObject([{ mobile: '' }]);
  });

  it('brings the same row once where two imports are mended into it at once', async () => {
    const content = (name: string) => imports.workbook([[name, '', '', '']], { headers });
    const mends = { cells: { 2: { 0: '同时改成公司' } } };
    const ids = [await sent(await content('改名一'), mends), await sent(await content('改名二'), mends)];
    await Promise.all(ids.map(written));
    expect(await imports.find('同时改成公司')).toHaveLength(1);
    expect(await imports.find('改名')).toEqual([]);
  });

  it('marks rows that repeat one above, and shows no more of a large sheet than can be read', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => [
      `大表${at === 2999 ? 0 : at}公司`,
      at % 2 ? '12' : '',
      '',
      '',
    ]);
    const found = await look(await imports.workbook(many, { headers }), repairs, { checkId: 'a-1' });
    expect(found).toMatchObject({ checkedRows: 3000, badRows: 1500, newRows: 1500, knownRows: 0 });
    expect(found.problems).toHaveLength(200);
    expect(found.lines.length).toBeLessThanOrEqual(500);
    expect(found.causes).toMatchObject([{ rowCount: 1500, texts: [['12', '']] }]);
    const told = await sql<{ ids: object }>`
      select ids from push_event where type = 'import.checked' order by event_id`.execute(company.db);
    expect(told.rows.at(-1)?.ids).toEqual({ checkId: 'a-1', done: 3000, total: 3000 });
    const twice = await imports.workbook([['重行公司'], ['重行公司']], { headers: ['客户名称'] });
    expect(await look(twice, repairs)).toMatchObject({
      newRows: 1,
      knownRows: 1,
      marks: [{ row: 3, index: 0, kind: 'ask' }],
    });
  });
});
