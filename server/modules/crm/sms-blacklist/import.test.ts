import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { workbookParts, zipOf } from '#server/testing/sheet-parts.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from sms_blacklist`.execute(company.db);
});

const as = () => company.people.admin;
const upload = (content: Buffer, name = '黑名单.csv'): Promise<Answer> =>
  company.call('CrmGlobalSmsBlacklist/uploadExcel', {}, { as: as(), file: { name, content } });
const sheet = (...lines: readonly string[]) => upload(Buffer.from(`${lines.join('\n')}\n`));
const stored = async () =>
  (
    await sql<{ number: string; keys: string[]; remark: string; flag: number }>`
      select area_code || ' ' || phone as number, business_keys as keys, remark, enable_flag::int as flag
      from sms_blacklist order by sms_blacklist_id desc`.execute(company.db)
  ).rows;

interface Result {
  readonly totalSize: number;
  readonly createdSize: number;
  readonly errSize: number;
  readonly errors: readonly { readonly row: number; readonly column: string; readonly msg: string }[];
  readonly errorFileId: number | null;
}

describe('a sheet of numbers', () => {
  it('is entered in its order, and every row that is not comes back with all that is wrong', async () => {
    await sql`insert into sms_blacklist (area_code, phone, create_user_id) values ('86', '13800000001', ${as().userId})`.execute(
      company.db,
    );
    const answer = await sheet(
      '手机号码,区号,拦截业务,备注',
      '138 0000 0002,,营销推广、Course notices,"=1+1, 先生"',
      '(60) 12-345 6789,,全部,',
      '13800000001,,,',
      '12345678,65,没有这项,',
      '+86 13800000002,,,',
      '81234567,+65,,',
    );
    expect(answer.msg).toBe('');
    const result = answer.data as Result;
    expect(result).toMatchObject({ totalSize: 6, createdSize: 3, errSize: 3 });
    expect(result.errors).toEqual([
      { row: 4, column: '手机号', msg: '号码13800000001已在短信黑名单中' },
      { row: 5, column: '手机号、拦截业务', msg: '手机格式有误；没有“没有这项”这项拦截业务' },
      { row: 6, column: '手机号', msg: '号码13800000002与第2行重复' },
    ]);
    expect(await stored()).toEqual([
      { number: '86 13800000002', keys: ['marketing', 'course'], remark: '=1+1, 先生', flag: 1 },
      { number: '60 123456789', keys: [], remark: '', flag: 1 },
      { number: '65 81234567', keys: [], remark: '', flag: 1 },
      { number: '86 13800000001', keys: [], remark: '', flag: 1 },
    ]);
  });

  it('gives back its failed rows as a file of whoever sent it, which is taken once it is corrected', async () => {
    const answer = await sheet('手机号,备注', '13800000003,好', '138,太短');
    const { errorFileId } = answer.data as Result;
    const file = await company.call('file/downFile', { fileId: errorFileId }, { as: as() });
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
    expect((await company.call('file/downFile', { fileId: errorFileId }, { as: company.people.hr })).code).toBe(404);
    const again = (await upload(file.raw, '失败.xlsx')).data as Result;
    expect(again).toMatchObject({ totalSize: 1, createdSize: 0, errors: [{ row: 2, msg: '手机格式有误' }] });
    expect((await sheet('手机号', '13800000004')).data).toEqual({
      totalSize: 1,
      createdSize: 1,
      errSize: 0,
      errors: [],
      errorFileId: null,
    });
  });

  it('of the template is understood', async () => {
    const template = await company.call('CrmGlobalSmsBlacklist/downloadExcel', {}, { as: as() });
    expect(template.headers['content-disposition']).toContain('sms_blacklist_import.xlsx');
    expect(await upload(template.raw, '模板.xlsx')).toMatchObject({
      code: 422,
      msg: expect.stringMatching(/没有/) as unknown,
    });
  });

  it('is taken back as one change, as long as none of its numbers has changed', async () => {
    const numbers = Array.from({ length: 30 }, (_, at) => `137000000${String(at).padStart(2, '0')}`);
    await sheet('手机号', ...numbers);
    expect(await stored()).toHaveLength(30);
    const listed = await company.call('system/setting/queryChangeList', { kinds: 'sms_blacklist' }, { as: as() });
    const [change] = (listed.data as { list: SettingChange[] }).list;
    expect(change).toMatchObject({ differences: [{ label: '启用', before: '', after: '30个号码' }], mayTakeBack: 1 });
    expect((await company.call('system/setting/undoChange', { changeId: change?.changeId }, { as: as() })).code).toBe(
      0,
    );
    expect(await stored()).toEqual([]);
  });

  it('is refused whole where it is no sheet of numbers, a bomb or too long', async () => {
    expect(await sheet('姓名', '张三')).toMatchObject({ code: 422, msg: '请使用最新导入模板' });
    expect((await sheet('备注', '无')).msg).toContain('缺少必填列“手机号”');
    expect((await sheet('手机号,手机', '13800000001,1')).msg).toContain('都对应');
    expect((await sheet('手机号')).code).toBe(422);
    expect((await upload(Buffer.alloc(0))).code).toBeGreaterThanOrEqual(400);
    expect((await upload(Buffer.from('<!DOCTYPE html><html></html>'), '黑名单.xlsx')).code).toBeGreaterThanOrEqual(400);
    // 60 MB of one letter in a few kilobytes
    const cell = `<c r="A1" t="inlineStr"><is><t>${'9'.repeat(60_000_000)}</t></is></c>`;
    const bomb = await zipOf(workbookParts({ sheets: [`<sheetData><row r="1">${cell}</row></sheetData>`] }), 9);
    expect(bomb.length).toBeLessThan(200_000);
    expect((await upload(bomb, '黑名单.xlsx')).code).toBe(413);
    const long = ['手机号', ...Array.from({ length: 10_001 }, (_, at) => String(13_000_000_000 + at))];
    expect((await sheet(...long)).code).toBe(413);
    expect(await company.call('CrmGlobalSmsBlacklist/uploadExcel', {}, { as: as() })).toMatchObject({ code: 422 });
    expect(await stored()).toEqual([]);
  });

  it('at once with another and with a save leaves one row of each number', async () => {
    const numbers = Array.from({ length: 200 }, (_, at) => `136000${String(at).padStart(5, '0')}`);
    const answers = await Promise.all([
      sheet('手机号', ...numbers),
      sheet('手机号', ...numbers.toReversed()),
      company.call('CrmGlobalSmsBlacklist/save', { phone: numbers[7] }, { as: as() }),
    ]);
    expect(answers.slice(0, 2).map(({ code }) => code)).toEqual([0, 0]);
    const created = answers.slice(0, 2).reduce((sum, { data }) => sum + (data as Result).createdSize, 0);
    expect(created + (answers[2]?.code === 0 ? 1 : 0)).toBe(200);
    expect(await stored()).toHaveLength(200);
  });

  it('of the most rows that are taken is entered within seconds', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, at) => String(13_500_000_000 + at));
    const start = Date.now();
    expect((await sheet('手机号', ...numbers)).data).toMatchObject({ createdSize: 10_000, errSize: 0 });
    expect(Date.now() - start).toBeLessThan(10_000);
  });
});
