import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';

let company: Company;
let imports: Imports;
let logged: string;
beforeAll(async () => {
  const log = openLog(
    'error',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged += chunk.toString();
        done();
      },
    }),
  );
  company = await openCompany({ jobs: true, log });
  imports = openImports(company);
  await imports.save({ customer_name: '号码客户' });
});
afterAll(async () => {
  await company.close();
  imports.close();
});
beforeEach(() => (logged = ''));

/** Of each area a number that is right and one that is not; the last areas are not supported (spec §5). */
const numbers: readonly (readonly [area: string, right: string | null, wrong: string])[] = [
  ['', '13812345678', '12345678901'],
  ['86', '19912345678', '1991234567'],
  ['60', '123456789', '223456789'],
  ['66', '812345678', '712345678'],
  ['34', '612345678', '812345678'],
  ['886', '912345678', '812345678'],
  ['65', '91234567', '61234567'],
  ['62', '812345678', '712345678'],
  ['33', '612345678', '812345678'],
  ['49', '15112345678', '14112345678'],
  ['63', '9123456789', '8123456789'],
  ['61', '412345678', '512345678'],
  ['81', '9012345678', '6012345678'],
  ['1', '2125551234', '1125551234'],
  ['7', null, '9123456789'],
  ['852', null, '91234567'],
];
const invalid = '手机格式有误';
const types: readonly RecordType[] = [customerType, leadsType, contactsType];
const cases = numbers.flatMap(([area, right, wrong], at) => [
  ...(right === null ? [] : [{ name: `对${at}`, area, mobile: right, isRight: true }]),
  { name: `错${at}`, area, mobile: wrong, isRight: false },
]);
const unsupported = () => logged.split('\n').filter((line) => line.includes('an area code is not supported'));

describe.each(types.map((type) => [type.name, type] as const))('mobile numbers of %s (spec §5)', (_name, type) => {
  const related = type === contactsType;

  it('are right or refused when they are saved, by the area code', async () => {
    const { data } = await company.call(
      'CrmCustomer/queryPageList',
      { search: '号码客户' },
      { as: company.people.seller },
    );
    const [customer] = (data as { list: { customerId: number }[] }).list;
    const save = (entity: Record<string, unknown>) =>
      company.call(
        `${type.family}/addOrUpdate`,
        { entity: { ...entity, ...(related ? { customer_id: customer?.customerId } : {}) }, field: [] },
        { as: company.people.seller },
      );
    for (const { name, area, mobile, isRight } of cases) {
      const answer = await save({
        [type.titleField]: `存${name}`,
        mobile,
        ...(area === '' ? {} : { area_code: area }),
      });
      expect([area, mobile, answer.code, answer.msg]).toEqual([
        area,
        mobile,
        isRight ? 0 : 422,
        isRight ? '' : invalid,
      ]);
    }
    expect(unsupported()).toHaveLength(2);
    expect(JSON.parse(unsupported()[0] ?? '')).toMatchObject({ level: 50, type: type.name, areaCode: '7' });
    // the code is wrong without a number too
    expect((await save({ [type.titleField]: '只有区号', area_code: '7' })).msg).toBe(invalid);
  });

  it('are right or told by row when they are imported', async () => {
    const headers = [type.titleField, 'mobile', 'area_code', ...(related ? ['customer_id'] : [])];
    const rows = cases.map(({ name, area, mobile }) => [`导${name}`, mobile, area, ...(related ? ['号码客户'] : [])]);
    const { seller } = company.people;
    const answer = await company.call(
      `${type.family}/uploadExcel`,
      { repeatHandling: 2, ownerUserId: seller.userId },
      { as: seller, file: { name: '号码.xlsx', content: await imports.workbook(rows, { headers }) } },
    );
    expect(answer.msg).toBe('');
    const info = await imports.follow(answer.data);
    const wrong = cases.flatMap(({ isRight }, at) => (isRight ? [] : [at + 2]));
    expect(info).toMatchObject({ status: 'done', createdSize: 14, errSize: 16 });
    expect((await imports.lines(answer.data)).map(({ row, column, msg }) => [row, column, msg])).toEqual(
      wrong.map((row) => [row, '手机', invalid]),
    );
    expect(unsupported()).toHaveLength(2);
  });
});
