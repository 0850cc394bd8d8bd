import { Writable } from 'node:stream';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
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
  imports = openImports(company, customerImports);
  await imports.save({ customer_name: '号码客户' });
});
afterAll(async () => {
  await company.close();
  imports.close();
});
beforeEach(() => (logged = ''));

/** For each area a valid and an invalid number; the last areas are not supported (R10.1). */
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

describe.each(types.map((type) => [type.name, type] as const))('mobile numbers of %s (R10.1)', (_name, type) => {
  const related = type === contactsType;

  it('are accepted or refused when saved, by the area code', async () => {
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

  it('are accepted or reported by row when imported', async () => {
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

describe("numbers in people's notations (R10.3)", () => {
  const { family } = customerType;
  const ask = async (path: string, body: Record<string, unknown>, as = company.people.seller) => {
    const answer = await company.call(path, body, { as });
    return { ...answer, row: answer.data as Record<string, unknown> };
  };
  const save = async (entity: Record<string, unknown>) => {
    const { row, msg } = await ask(`${family}/addOrUpdate`, { entity, field: [] });
    expect([entity, msg]).toEqual([entity, '']);
    return Number(row['customerId']);
  };
  const numberOf = async (customerId: number) => {
    const { row } = await ask(`${family}/queryById`, { customerId });
    return [row['areaCode'] ?? '', row['mobile']];
  };
  const ways = [
    ['+60 12-345 6789', undefined, '60', '123456789'],
    ['0060123456789', '86', '60', '123456789'],
    ['012-345 6789', '60', '60', '123456789'],
    ['60123456789', '60', '60', '123456789'],
    ['886-912345678', undefined, '886', '912345678'],
    ['+86 138 1234 5678', undefined, '', '13812345678'],
    ['8613812345678', undefined, '', '13812345678'],
    ['0912 345 678', '+886', '886', '912345678'],
    ['91234567', '0065', '65', '91234567'],
    ['91234567', '（65）', '65', '91234567'],
  ] as const;

  it('are stored in one form with their area code, saved or imported', async () => {
    for (const [at, [mobile, code, ...expected]] of ways.entries()) {
      const id = await save({ customer_name: `写法${at}`, mobile, ...(code ? { area_code: code } : {}) });
      expect([mobile, code, await numberOf(id)]).toEqual([mobile, code, expected]);
    }
    const rows = ways.map(([mobile, code], at) => [`导入写法${at}`, mobile, code ?? '']);
    const content = await imports.workbook(rows, { headers: ['customer_name', 'mobile', 'area_code'] });
    expect(await imports.run(content)).toMatchObject({ createdSize: ways.length, errSize: 0 });
    for (const [at, [, , ...expected]] of ways.entries()) {
      const [found] = await imports.find(`导入写法${at}`);
      expect([at, found?.['areaCode'] ?? '', found?.['mobile']]).toEqual([at, ...expected]);
    }
  });

  it('are displayed with a foreign area code, and an exported sheet can be imported unchanged', async () => {
    const id = await save({ customer_name: '出入甲', mobile: '123456789', area_code: '60' });
    const { data } = await ask('field/information', { types: customerType.code, id });
    const told = (data as { fieldName: string; value: unknown }[]).find(({ fieldName }) => fieldName === 'mobile');
    expect(told?.value).toBe('+60 123456789');
    const { raw } = await company.call(`${family}/batchExportExcel`, { ids: id }, { as: company.people.admin });
    const exported = (await imports.cells(raw)).flat().find((cell) => String(cell).includes('123456789'));
    expect(exported).toBe('(60) 123456789');
    await ask(`${family}/addOrUpdate`, { entity: { customerId: id, mobile: '', area_code: '' }, field: [] });
    const content = await imports.workbook([['出入甲', String(exported)]], { headers: ['customer_name', 'mobile'] });
    expect(await imports.run(content, { fields: { repeatHandling: 1 } })).toMatchObject({ updatedSize: 1, errSize: 0 });
    expect(await numberOf(id)).toEqual(['60', '123456789']);
  });

  it('take their area from the prefix, unless another one is given; an unsupported one is logged', async () => {
    const customerId = await save({ customer_name: '换国家', mobile: '123456789', area_code: '60' });
    await ask(`${family}/addOrUpdate`, { entity: { customerId, mobile: '+86 13800138000' }, field: [] });
    expect(await numberOf(customerId)).toEqual(['86', '13800138000']);
    const refused = async (mobile: string, area_code?: string) =>
      (
        await ask(`${family}/addOrUpdate`, {
          entity: { customerId, mobile, ...(area_code ? { area_code } : {}) },
          field: [],
        })
      ).msg;
    expect(await refused('+60123456789', '65')).toBe(invalid);
    expect(unsupported()).toEqual([]);
    expect(await refused('+7 912 345 67 89')).toBe(invalid);
    expect(
      (await ask(`${family}/updateFieldByIds`, { ids: [customerId], fieldName: 'mobile', value: '00852 91234567' }))
        .msg,
    ).toBe(invalid);
    expect(unsupported().map((line) => (JSON.parse(line) as { areaCode: string }).areaCode)).toEqual(['7912', '8529']);
    expect(await numberOf(customerId)).toEqual(['86', '13800138000']);
  });

  it('include their area code when one field of many records changes, and one undo restores both', async () => {
    const ids = [
      await save({ customer_name: '批量一', mobile: '91234567', area_code: '65' }),
      await save({ customer_name: '批量二' }),
    ];
    const { row } = await ask(`${family}/updateFieldByIds`, { ids, fieldName: 'mobile', value: '+60 12-345 6789' });
    for (const id of ids) expect(await numberOf(id)).toEqual(['60', '123456789']);
    await ask('operation/undo', { operationId: row['operationId'] });
    expect([await numberOf(ids[0] ?? 0), await numberOf(ids[1] ?? 0)]).toEqual([
      ['65', '91234567'],
      ['', ''],
    ]);
  });

  it('are copied when a lead becomes a customer', async () => {
    const { row } = await ask('CrmLeads/addOrUpdate', {
      entity: { leads_name: '带区号线索', mobile: '+60 12-999 8888' },
      field: [],
    });
    expect((await ask('CrmLeads/transfer', { leadsIds: row['leadsId'] }, company.people.admin)).msg).toBe('');
    expect(await imports.find('带区号线索')).toMatchObject([{ areaCode: '60', mobile: '129998888' }]);
  });

  it('are found by the duplicate check whatever the notation of either', async () => {
    await save({ customer_name: '查号甲', mobile: '177777666', area_code: '60' });
    await save({ customer_name: '查号乙', telephone: '010-8765 4321' });
    const found = async (mobile: string) => {
      const { row } = await ask(`${family}/findByCustomerPageList`, { mobile }, company.people.admin);
      return (row['list'] as { customerName: string }[]).map(({ customerName }) => customerName);
    };
    for (const written of [
      '177777666',
      '0177777666',
      '+60 17-777 7666',
      '0060177777666',
      '60-177777666',
      '60177777666',
    ])
      expect([written, await found(written)]).toEqual([written, ['查号甲']]);
    for (const written of [
      '01087654321',
      '010 87654321',
      '+86 10 8765 4321',
      '0086-010-87654321',
      '（010）８７６５４３２１',
    ])
      expect([written, await found(written)]).toEqual([written, ['查号乙']]);
    for (const written of ['+66177777666', '77776666', '1-7-7-7-7-', '87654321'])
      expect([written, await found(written)]).toEqual([written, []]);
  });

  it('the duplicate check lists the closest names first, ignoring brackets and legal form', async () => {
    for (let at = 0; at < 6; at += 1) await save({ customer_name: `总部星河（深圳）科技${at}号` });
    await save({ customer_name: '星河（深圳）科技有限公司' });
    const { row } = await ask(
      `${family}/findByCustomerPageList`,
      { customerName: '星河(深圳)科技' },
      company.people.admin,
    );
    const list = row['list'] as { customerName: string }[];
    expect([list.length, list[0]?.customerName]).toEqual([5, '星河（深圳）科技有限公司']);
  });
});
