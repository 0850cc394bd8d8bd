import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putCompanies } from '#server/modules/crm/enterprise/registry.ts';
import type { CompanyRow } from '#server/modules/crm/enterprise/company-fields.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
  const { seller, peer, agent } = company.people;
  await grant(seller.userId, [1001, 1003, 1004, 1002]);
  await grant(peer.userId, [1006]);
  await grant(agent.userId, [1004]);
  await putCompanies(company.db, [
    ...Array.from({ length: 101 }, (_, at) => firm(`腾跃第${at}分部科技有限公司`)),
    firm('腾跃科技有限公司'),
    { ...firm('云图数据有限公司'), credit_code: '91110108MA01ABCD2X', nature_code: 7, headcount: '200' },
  ]);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

/** Rights of menus beside those of the role 销售员. */
const grant = async (userId: number, menuIds: readonly number[]): Promise<void> => {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `校对 ${userId}`, role_type: 2, data_type: 1, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[])`.execute(
    company.db,
  );
  await sql`insert into user_role (user_id, role_id) values (${userId}, ${roleId})`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
};
const firm = (name: string): CompanyRow => ({
  name,
  credit_code: '',
  legal_person: '王伟',
  registered_capital: '500万人民币',
  paid_capital: '',
  status: '存续',
  nature_code: 1,
  headcount: '-',
  industry: 'IT',
  region: '',
  address: '',
  phone: '',
  email: '',
  website: '',
  founded_date: '2010-01-02',
});
const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });
interface Found {
  readonly status: number;
  readonly message: string;
  readonly list: readonly Enterprise[];
  readonly total: number;
}
const search = async (body: Record<string, unknown>, path = 'fuzzySearch'): Promise<Found> => {
  const answer = await ask(`CrmLeads/${path}`, body);
  expect([answer.code, answer.msg]).toEqual([0, '']);
  return answer.data as Found;
};
const save = async (family: string, entity: Record<string, unknown>, as: PersonName = 'seller') => {
  const { data, msg } = await ask(`${family}/addOrUpdate`, { entity, field: [] }, as);
  expect(msg).toBe('');
  return data as { customerId: number; leadsId: number; contactsId: number; version: number };
};

describe('the company registry', () => {
  it('returns 20 companies a page, the closest name first, and the total', async () => {
    for (const path of ['fuzzySearch', 'fuzzySearchPlus']) {
      const first = await search({ searchKey: '腾跃', pageSize: 20, pageIndex: 1 }, path);
      expect(first).toMatchObject({ status: 200, message: '', total: 102 });
      expect(first.list).toHaveLength(20);
      expect(first.list[0]).toEqual({
        Name: '腾跃科技有限公司',
        CreditCode: '',
        OperName: '王伟',
        RegistCapi: '500万人民币',
        RecCap: '',
        Status: '存续',
        NatureCode: 1,
        PersonScope: '-',
        Industry: 'IT',
        Region: '',
        Address: '',
        Phone: '',
        Email: '',
        WebSite: '',
        StartDate: '2010-01-02',
      });
      const last = await search({ searchKey: '腾跃', pageSize: 20, pageIndex: 6 }, path);
      expect([last.list.length, last.total]).toEqual([2, 102]);
      expect(last.list.map((one) => one.Name)).not.toContain('腾跃科技有限公司');
    }
    expect((await search({ searchKey: '腾跃' })).list).toHaveLength(20);
  });

  it('finds by a part of the name or the whole credit code, and nothing by a single character', async () => {
    const names = async (searchKey: string) => (await search({ searchKey })).list.map((one) => one.Name);
    expect(await names('图数据')).toEqual(['云图数据有限公司']);
    expect(await names('91110108ma01abcd2x')).toEqual(['云图数据有限公司']);
    for (const nothing of ['', '云', '%%', '没有这家公司', '91110108'])
      expect([nothing, await names(nothing)]).toEqual([nothing, []]);
    expect((await ask('CrmLeads/fuzzySearch', { searchKey: '腾跃', pageSize: 21 })).code).toBe(422);
  });

  it('is open to each of the rights to check companies, and to nobody without one', async () => {
    const body = { searchKey: '腾跃' };
    for (const as of ['seller', 'peer', 'agent'] as const)
      expect([as, (await ask('CrmLeads/fuzzySearchPlus', body, as)).code]).toEqual([as, 0]);
    expect((await ask('CrmLeads/fuzzySearch', body, 'stranger')).code).toBe(403);
  });
});

describe('writing registry data', () => {
  const history = async (id: number, types: number) =>
    ((await ask('CrmRecord/queryRecordList', { actionId: id, types })).data as { content: string[] }[]).flatMap(
      (one) => one.content,
    );

  it('changes the registry fields of a customer, with a log entry, and no others', async () => {
    const { customerId } = await save('CrmCustomer', {
      customer_name: '校对公司',
      remark: '不变',
      mobile: '13812345678',
    });
    const answer = await ask('CrmCustomer/updatePlus', {
      leadsOrcustomer: 'customer',
      entity: {
        customerId,
        regist_capi: '500万人民币',
        recCap: '100万人民币',
        receipt_identifier: '110108198001011234',
        website: 'www.jiaodui.cn',
        remark: '改了',
        mobile: '13999999999',
        ownerUserId: 3,
      },
      version: 1,
    });
    expect([answer.msg, answer.data]).toEqual(['', { customerId, version: 2 }]);
    expect((await ask('CrmCustomer/queryById', { customerId })).data).toMatchObject({
      customerName: '校对公司',
      registCapi: '500万人民币',
      recCap: '100万人民币',
      receiptIdentifier: '110108198001011234',
      website: 'www.jiaodui.cn',
      remark: '不变',
      mobile: '13812345678',
      ownerUserName: '王芳',
    });
    expect(await history(customerId, 2)).toContain('将注册资本 由空修改为500万人民币。');
  });

  it('changes those of a lead, selected by the kind or by its id alone', async () => {
    const { leadsId } = await save('CrmLeads', { leads_name: '校对线索', remark: '不变' });
    const first = await ask('CrmCustomer/update', {
      leadsOrcustomer: 'crm_leads',
      entity: { leadsId, address: '学院路1号', remark: '改了', regist_capi: '1元' },
    });
    expect([first.msg, first.data]).toEqual(['', { leadsId, version: 2 }]);
    const second = await ask('CrmCustomer/update', { entity: { leadsId, telephone: '010-88880000' } });
    expect(second.data).toEqual({ leadsId, version: 3 });
    const third = await ask('crm/leads/update', { leadsOrcustomer: 1, entity: { leadsId, telephone: '010-88880000' } });
    expect([third.msg, third.code]).toEqual(['', 0]);
    const wrong = await ask('crm/leads/update', { leadsOrcustomer: 7, entity: { leadsId } });
    expect(wrong.code).toBe(422);
    expect((await ask('CrmLeads/queryById', { leadsId })).data).toMatchObject({
      address: '学院路1号',
      telephone: '010-88880000',
      remark: '不变',
    });
  });

  it('respects versions, unique names and field rights', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '守规公司' });
    await save('CrmCustomer', { customer_name: '占用公司' });
    const put = (entity: Record<string, unknown>, as: PersonName = 'seller', version?: number) =>
      ask('CrmCustomer/updatePlus', { leadsOrcustomer: 'customer', entity, ...(version ? { version } : {}) }, as);
    expect((await put({ customerId, customer_name: '占用公司' })).msg).toBe('客户名称已存在');
    expect((await put({ customerId, website: '甲' })).code).toBe(0);
    expect((await put({ customerId, website: '乙' }, 'seller', 1)).code).toBe(409);
    expect((await put({ customerId, receipt_identifier: '91110108MA01ABCD2A' })).code).toBe(422);
    // the right alone gives no access to other people's records, and a different right none to customers
    expect((await put({ customerId, website: '丙' }, 'agent')).code).toBe(404);
    expect((await put({ customerId, website: '丙' }, 'peer')).code).toBe(403);
    expect((await put({ website: '丙' })).code).toBe(422);
    expect((await ask('CrmCustomer/queryById', { customerId })).data).toMatchObject({ website: '甲', version: 2 });
  });

  it('requires the right to check instead of that to edit', async () => {
    const { agent } = company.people;
    await sql`delete from user_role where user_id = ${agent.userId} and role_id = 11`.execute(company.db);
    const { customerId } = await save('CrmCustomer', { customer_name: '代理公司' });
    await sql`update customer set owner_user_id = ${agent.userId} where customer_id = ${customerId}`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    const edit = { entity: { customerId, website: 'a.cn' }, field: [] };
    expect((await ask('CrmCustomer/addOrUpdate', edit, 'agent')).code).toBe(403);
    expect((await ask('CrmCustomer/updatePlus', edit, 'agent')).code).toBe(0);
  });
});

describe('forms', () => {
  const formTypes = async (label: number) =>
    Object.fromEntries(
      ((await ask('field/queryField', { label })).data as { fieldName: string; formType: string }[]).map((field) => [
        field.fieldName,
        field.formType,
      ]),
    );

  it('state which inputs have a check button', async () => {
    expect(await formTypes(2)).toMatchObject({
      customer_name: 'crm_check_name',
      mobile: 'crm_phone_check_name',
      regist_capi: 'text',
      rec_cap: 'text',
    });
    expect(await formTypes(1)).toMatchObject({ leads_name: 'crm_check_name', mobile: 'crm_phone_check_name' });
    expect(await formTypes(3)).toMatchObject({ name: 'text', mobile: 'mobile' });
  });
});

describe('importing companies', () => {
  const headers = ['企业名称(*)', '统一社会信用代码', '企业性质代码', '人员规模', '省', '市', '成立日期'];
  const upload = async (rows: readonly string[][], as: PersonName = 'admin', name = '企业.xlsx') => {
    const content = await imports.workbook(rows, { headers });
    return company.call('CrmEnterprise/uploadExcel', {}, { as: company.people[as], file: { name, content } });
  };

  it('imports valid rows, reports the faults of others, and replaces known companies', async () => {
    const first = await upload([
      ['导入一号公司', '', '4', '126', '河北', '石家庄', '2011-03-04'],
      ['', '', '', '', '', '', ''],
      ['导入二号公司', '91110108MA01ABCD2A', '', '', '', '', ''],
      ['导入三号公司', '', '国', '', '', '', ''],
      ['导入四号公司', '', '', '', '火星', '', ''],
      ['导入五号公司', '', '', '', '', '', '明天'],
    ]);
    expect(first.data).toEqual({
      total: 5,
      success: 1,
      errors: [
        { row: 4, msg: '18位统一社会信用代码有误，请核对（校验位不符）' },
        { row: 5, msg: '企业性质代码格式有误' },
        { row: 6, msg: '省的省市区不合要求，请核对' },
        { row: 7, msg: '成立日期不是有效的日期' },
      ],
    });
    expect((await search({ searchKey: '导入' })).list).toMatchObject([
      {
        Name: '导入一号公司',
        NatureCode: 4,
        PersonScope: '126',
        Region: '河北省,石家庄市',
        StartDate: '2011-03-04',
      },
    ]);
    const again = await upload([
      ['导入一号公司', '', '1', '50', '', '', ''],
      ['导入一号公司', '', '1', '60', '', '', ''],
    ]);
    expect(again.data).toMatchObject({ total: 2, success: 1, errors: [] });
    expect((await search({ searchKey: '导入' })).list).toMatchObject([{ PersonScope: '60', Region: '' }]);
  });

  it('requires the right to set up the system, and can read its own template', async () => {
    expect((await upload([['偷偷公司', '', '', '', '', '', '']], 'seller')).code).toBe(403);
    expect((await ask('CrmEnterprise/queryRegistry', {}, 'seller')).code).toBe(403);
    const { admin } = company.people;
    const template = await company.call('CrmEnterprise/downloadExcel', {}, { as: admin });
    const cells = await imports.cells(template.raw);
    expect(cells[1]?.slice(0, 2)).toEqual(['企业名称(*)', '统一社会信用代码']);
    const content = await imports.workbook([['模板公司']], { headers: (cells[1] ?? []).map(String) });
    const file = { name: '企业.xlsx', content };
    expect((await company.call('CrmEnterprise/uploadExcel', {}, { as: admin, file })).data).toMatchObject({
      success: 1,
    });
    expect((await ask('CrmEnterprise/queryRegistry', {}, 'admin')).data).toEqual({ total: 105, isOutside: 0 });
  });
});
