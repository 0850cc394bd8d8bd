import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { companyTime } from '#shared/record/time.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
  await company.db
    .insertInto('role_menu')
    .values(menuIdsBelow('crm:customer:').map((menu_id) => ({ role_id: seller, menu_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await moved();
});
afterAll(async () => {
  imports.close();
  await company.close();
});
afterEach(async () => {
  await company.db.deleteFrom('role_field_type').execute();
  await company.db.deleteFrom('user_role').where('role_id', 'not in', [1, 3, 8, seller]).execute();
  await moved();
});

const absent = 99_999_999;
/** The role of sellers. */
const seller = 11;
const moved = () => sql`update org_version set version = version + 1`.execute(company.db);
const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[who] });
type Row = Record<string, unknown>;
const rows = (answer: Answer) => answer.data as Row[];
const levels = async (roleId: number, who: PersonName = 'admin') =>
  ask('field/queryRoleField', { roleId, label: 2 }, who);
const idsOf = async (...names: string[]) => {
  const known = rows(await ask('field/list', { label: 2 }, 'admin'));
  return names.map((name) => Number(known.find((row) => row['name'] === name)?.['fieldId'] ?? absent));
};
/** Sets the levels of fields by their labels; all others are open. */
async function restrict(wanted: Record<string, number>, roleId = seller, who: PersonName = 'admin'): Promise<Answer> {
  const ids = await idsOf(...Object.keys(wanted));
  const data = Object.values(wanted).map((level, at) => ({ fieldId: ids[at], level }));
  return ask('field/saveRoleField', { roleId, label: 2, data }, who);
}
const save = (entity: Row, field: Row[] = [], who: PersonName = 'seller') =>
  ask('CrmCustomer/addOrUpdate', { entity, field }, who);
const idOf = (answer: Answer) => (answer.data as { customerId: number }).customerId;
const read = async (customerId: number, who: PersonName = 'seller') =>
  (await ask('CrmCustomer/queryById', { customerId }, who)).data as Row;
async function design(change: (rows: Row[]) => Row[]): Promise<void> {
  const answer = await ask(
    'field/save',
    { label: 2, data: change(rows(await ask('field/list', { label: 2 }, 'admin'))) },
    'admin',
  );
  expect(answer.msg).toBe('');
}
async function role(permissions: string): Promise<number> {
  const name = `角色${permissions} ${Math.random()}`;
  const made = await ask('system/role/add', { roleName: name, roleType: 2 }, 'admin');
  const { roleId } = made.data as { roleId: number };
  await ask('system/role/updateRoleMenu', { id: roleId, type: 1, rules: menuIdsBelow(permissions) }, 'admin');
  return roleId;
}
const grant = async (roleId: number) => {
  await company.db.insertInto('user_role').values({ user_id: company.people.seller.userId, role_id: roleId }).execute();
  await moved();
};

describe('the levels of fields', () => {
  it('are set per role and type, returned, and logged', async () => {
    expect((await restrict({ 手机: 0, 备注: 1 })).msg).toBe('');
    const byName = Object.fromEntries(rows(await levels(seller)).map((row) => [row['name'], row['level']]));
    expect(byName).toMatchObject({ 手机: 0, 备注: 1, 电话: 2, 客户名称: 2 });
    const log = await company.db
      .selectFrom('audit' as never)
      .selectAll()
      .execute();
    expect(JSON.stringify(log)).toContain('role.fields');
  });

  it('require the right to change roles, a role that can be changed, and existing fields', async () => {
    for (const path of ['field/queryRoleField', 'field/saveRoleField'])
      expect((await ask(path, { roleId: seller, label: 2, data: [] }, 'manager')).code).toBe(403);
    expect((await restrict({ 手机: 0 }, 1)).msg).toBe((await ask('system/role/copy', { roleId: 1 }, 'admin')).msg);
    expect((await restrict({ 手机: 0 }, 9999)).code).toBe(422);
    expect((await restrict({ 没有: 0 })).code).toBe(400);
    const [areaCode] = await idsOf('区号');
    const companion = await ask(
      'field/saveRoleField',
      { roleId: seller, label: 2, data: [{ fieldId: areaCode, level: 0 }] },
      'admin',
    );
    expect(companion.code).toBe(400);
    expect((await restrict({ 客户名称: 1 })).msg).toBe('“客户名称”不能修改或删除');
    expect((await restrict({ 手机: 4 })).code).toBe(422);
  });

  it('count from the next request on, for companion fields and the parts of an address too', async () => {
    const id = idOf(
      await save({ customer_name: '立即甲', mobile: '13912345678', address: '河北省', detailAddress: '一号' }),
    );
    expect(await read(id)).toMatchObject({ mobile: '13912345678', address: '河北省' });
    await restrict({ 手机: 0, 地区定位: 0 });
    const row = await read(id);
    for (const key of ['mobile', 'areaCode', 'address', 'detailAddress', 'lng', 'lat', 'location'])
      expect(row).not.toHaveProperty(key);
    expect(await read(id, 'admin')).toMatchObject({ mobile: '13912345678' });
  });

  it('are the most generous of the roles that open the type', async () => {
    const id = idOf(await save({ customer_name: '角色甲', mobile: '13912345679', telephone: '88' }));
    await restrict({ 手机: 0, 电话: 1, 备注: 0 });
    await grant(await role('oa:'));
    expect(await read(id)).not.toHaveProperty('mobile');
    const second = await role('crm:customer:');
    await restrict({ 手机: 1, 电话: 0, 备注: 0 }, second);
    await grant(second);
    expect(await read(id)).toMatchObject({ mobile: '13912345679', telephone: '88' });
    expect(await read(id)).not.toHaveProperty('remark');
    expect((await save({ customerId: id, mobile: '13912345670' })).msg).toBe('“手机”您只能查看，不能修改');
    const copy = (await ask('system/role/copy', { roleId: seller }, 'admin')).data as { roleId: number };
    await grant(copy.roleId);
    expect(await read(id)).not.toHaveProperty('remark');
    await grant(await role('crm:customer:'));
    expect((await save({ customerId: id, mobile: '13912345670', remark: '开' })).msg).toBe('');
    expect(await read(id, 'admin')).toMatchObject({ mobile: '13912345670', remark: '开' });
  });

  it('put the mask between hidden and read-only', async () => {
    const id = idOf(await save({ customer_name: '遮盖甲', mobile: '13912345679', telephone: '张三家' }));
    await restrict({ 手机: 3, 电话: 3 });
    expect(rows(await levels(seller)).find(({ name }) => name === '手机')).toMatchObject({ level: 3 });
    expect(await read(id)).toMatchObject({ mobile: '139****5679', telephone: '张**' });
    const second = await role('crm:customer:');
    await restrict({ 手机: 0, 电话: 1 }, second);
    await grant(second);
    expect(await read(id)).toMatchObject({ mobile: '139****5679', telephone: '张三家' });
    expect((await save({ customerId: id, mobile: '13912345679' })).msg).toBe('“手机”您只能查看，不能修改');
    expect((await save({ customerId: id, mobile: '139****5679', remark: '不变' })).msg).toBe('');
    expect(await read(id, 'admin')).toMatchObject({ mobile: '13912345679', remark: '不变' });
    const made = idOf(await save({ customer_name: '遮盖乙', mobile: '', remark: '新' }));
    expect(await read(made)).toMatchObject({ mobile: '', remark: '新' });
    expect((await save({ customer_name: '遮盖丙', mobile: '13912345678' })).code).toBe(422);
  });

  it('let nobody grant more of a field than its mask without seeing more themselves', async () => {
    const keeper = await role('manage:');
    await company.db
      .insertInto('role_menu')
      .values(menuIdsBelow('manage:').map((menu_id) => ({ role_id: keeper, menu_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await restrict({ 手机: 3 });
    await grant(keeper);
    expect((await restrict({ 手机: 1 }, seller, 'seller')).code).toBe(403);
    expect((await restrict({ 手机: 0 }, seller, 'seller')).msg).toBe('');
    expect((await restrict({ 手机: 3 }, seller, 'seller')).code).toBe(403);
  });

  it('cannot be widened by people who are restricted themselves', async () => {
    const keeper = await role('manage:');
    await company.db
      .insertInto('role_menu')
      .values(menuIdsBelow('manage:').map((menu_id) => ({ role_id: keeper, menu_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await restrict({ 手机: 0, 电话: 1 });
    await grant(keeper);
    expect((await restrict({ 手机: 1, 电话: 1 }, seller, 'seller')).code).toBe(403);
    expect((await restrict({}, seller, 'seller')).code).toBe(403);
    expect((await restrict({ 手机: 0, 电话: 0 }, seller, 'seller')).msg).toBe('');
    expect((await restrict({ 手机: 0, 电话: 1 }, seller, 'seller')).code).toBe(403);
  });
});

describe('a field that may only be read', () => {
  it('is shown, disabled in the form, and refused in every way of writing it', async () => {
    const id = idOf(await save({ customer_name: '只读甲', mobile: '13912345671', remark: '原' }));
    await restrict({ 备注: 1, 手机: 1, 客户级别: 1 });
    expect(await read(id)).toMatchObject({ remark: '原', mobile: '13912345671' });
    const form = rows(await ask('field/queryField', { label: 2, id }));
    expect(form.filter((field) => field['disabled'] === 1).map((field) => field['name'])).toEqual(
      expect.arrayContaining(['备注', '手机', '客户级别']),
    );
    expect(form.find((field) => field['name'] === '网址')).toMatchObject({ disabled: 0 });
    const refused = await save({ customerId: id, remark: '新', website: 'a.cn' });
    expect([refused.code, refused.msg]).toEqual([422, '“备注”您只能查看，不能修改']);
    expect(refused.body['detail']).toEqual({ fieldName: 'remark' });
    expect((await save({ customerId: id, area_code: '+852' })).code).toBe(422);
    expect((await save({ customerId: id }, [{ name: '客户级别', value: 'A（重点客户）' }])).code).toBe(422);
    expect((await save({ customer_name: '只读乙', remark: '新' })).code).toBe(422);
    // older clients send the whole form back
    expect((await save({ customerId: id, remark: '原', mobile: '13912345671', website: 'b.cn' })).msg).toBe('');
    expect(await read(id)).toMatchObject({ remark: '原', website: 'b.cn' });
    expect((await ask('CrmCustomer/updateFieldByIds', { ids: id, fieldName: 'remark', value: '批' })).code).toBe(422);
    const sheet = await imports.workbook([['只读甲', '表']], { headers: ['客户名称(*)', '备注'] });
    expect((await imports.send(sheet)).code).toBe(422);
    const template = await ask('CrmCustomer/downloadExcel', {});
    expect((await imports.cells(template.raw)).flat().join()).not.toContain('备注');
    const filter = { data: [{ fieldName: 'remark', condition: 'is', value: '原' }] };
    expect((await ask('CrmCustomer/queryPageList', filter)).data).toMatchObject({ totalRow: 1 });
  });

  it('does not block new records when it is required, and accepts prefilled values', async () => {
    await design((fields) => [
      ...fields,
      { name: '等级码', formType: 'text', isNull: 1 },
      { name: '预填', formType: 'text', defaultValue: '默认' },
    ]);
    await restrict({ 等级码: 1, 预填: 1 });
    const made = await save({ customer_name: '必填只读' }, [{ name: '预填', value: '默认' }]);
    expect(made.msg).toBe('');
    expect((await save({ customer_name: '必填只读乙' }, [{ name: '预填', value: '别的' }])).code).toBe(422);
    await design((fields) => fields.filter((field) => !['等级码', '预填'].includes(String(field['name']))));
  });
});

describe('data that belongs to a hidden field (A8)', () => {
  it('is hidden too: its log entries, its files, the next contact of follow-ups', async () => {
    await design((fields) => [...fields, { name: '合同扫描', formType: 'file' }]);
    const upload = await company.call(
      'file/upload',
      {},
      { as: company.people.admin, file: { name: '密.txt', content: Buffer.from('text') } },
    );
    const { fileId, batchId } = upload.body as { fileId: number; batchId: string };
    const id = idOf(await save({ customer_name: '附属甲', remark: '一' }));
    await save({ customerId: id, remark: '二' }, [{ name: '合同扫描', value: batchId }], 'admin');
    const next = companyTime(Date.now() + 86_400_000);
    await ask('CrmCustomer/addRecord', {
      typesId: id,
      content: '谈',
      category: '打电话',
      nextTime: next,
    });
    const log = async () => JSON.stringify((await ask('CrmRecord/queryRecordList', { actionId: id, types: '2' })).data);
    const followUps = async () => JSON.stringify((await ask('CrmCustomer/getRecord', { customerId: id })).data);
    expect(await log()).toContain('将备注 由');
    expect(await followUps()).toContain(next);
    expect((await ask('file/queryById', { id: fileId })).code).toBe(0);
    await restrict({ 备注: 0, 合同扫描: 0, 下次联系时间: 0 });
    expect(await log()).not.toContain('备注');
    expect(await log()).not.toContain(next);
    expect(await followUps()).not.toContain(next);
    expect((await ask('file/queryById', { id: fileId })).code).toBe(404);
    expect((await ask('file/queryByBatchId', { batchId })).code).toBe(404);
    await ask('CrmCustomer/addRecord', {
      typesId: id,
      content: '再谈',
      category: '打电话',
      nextTime: companyTime(Date.now() + 2 * 86_400_000),
    });
    expect(await read(id, 'admin')).toMatchObject({ nextTime: next });
    await restrict({ 合同扫描: 1 });
    expect((await ask('file/queryById', { id: fileId })).code).toBe(0);
    expect((await ask('file/removeById', { id: fileId })).code).toBe(404);
  });

  it('stays hidden when the field is deleted and added again under its name', async () => {
    const add = (fields: Row[]) => [...fields, { name: '毛利', formType: 'text' }];
    await design(add);
    const id = idOf(await save({ customer_name: '重建甲' }, [{ name: '毛利', value: '三成' }], 'admin'));
    await ask('CrmCustomer/transfer', { customerIds: id, newOwnerUserId: company.people.seller.userId }, 'admin');
    await save({ customerId: id }, [{ name: '毛利', value: '四成' }], 'admin');
    await restrict({ 毛利: 0 });
    await design((fields) => fields.filter((field) => field['name'] !== '毛利'));
    const { rows: left } = await sql`select * from role_field where role_id = ${seller}`.execute(company.db);
    expect(left).toEqual([]);
    const log = (who: PersonName) => ask('CrmRecord/queryRecordList', { actionId: id, types: '2' }, who);
    expect(JSON.stringify((await log('admin')).data)).toContain('四成');
    expect(JSON.stringify((await log('seller')).data)).not.toContain('成"');
    await design(add);
    await save({ customerId: id }, [{ name: '毛利', value: '五成' }], 'admin');
    expect(await read(id)).not.toHaveProperty('毛利');
    expect(await read(id, 'manager')).toHaveProperty('毛利', '五成');
    expect((await restrict({ 毛利: 2 })).msg).toBe('');
    expect(await read(id)).toHaveProperty('毛利', '五成');
    await design((fields) => [...fields, { name: '毛利二', formType: 'text' }]);
    expect(rows(await ask('field/queryField', { label: 2 })).map((field) => field['name'])).toContain('毛利二');
  });
});
