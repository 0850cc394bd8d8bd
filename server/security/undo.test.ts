import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '#server/record/import/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { undoImport } from '#server/record/import/undo.ts';
import { openCompany, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

// Taking acts and imports back goes by the rights of now (security A2, A10, A15), and so does what records are attached to.

const own = 1;
const everybodys = 5;
const allMenus = menuIdsBelow('crm:leads:', 'crm:contacts:', 'crm:customer:');
const usual = { manager: 0, seller: 0 };

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
  usual.manager = await role(allMenus, 4);
  usual.seller = await role(allMenus, own);
});
afterAll(async () => {
  await company.close();
  imports.close();
});
beforeEach(async () => {
  const { manager, seller, peer } = company.people;
  await become(manager, usual.manager);
  for (const person of [seller, peer]) await become(person, usual.seller);
});

let roles = 0;
/** A role that opens so much, in the data scope `dataType`. */
async function role(menuIds: readonly number[], dataType: number): Promise<number> {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `角色${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[])`.execute(
    company.db,
  );
  return roleId;
}
async function become({ userId }: Person, roleId: number): Promise<void> {
  await sql`delete from user_role where user_id = ${userId}`.execute(company.db);
  await company.db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
  await organisationChanged(company.db);
}
const becomeOwn = async (person: Person, menuIds: readonly number[] = allMenus) =>
  become(person, await role(menuIds, own));

type Body = Record<string, unknown>;
const ask = (as: Person, path: string, body: Body = {}): Promise<Answer> => company.call(path, body, { as });
async function good<T = Record<string, number>>(as: Person, path: string, body: Body = {}): Promise<T> {
  const answer = await ask(as, path, body);
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}
const people = () => company.people;
const customer = async (name: string, as = people().seller, more: Body = {}): Promise<number> =>
  (await good(as, 'CrmCustomer/addOrUpdate', { entity: { customer_name: name, ...more }, field: [] }))['customerId'] ??
  0;
const contact = async (name: string, customerId: number, as = people().seller): Promise<number> =>
  (await good(as, 'CrmContacts/addOrUpdate', { entity: { name, customer_id: customerId }, field: [] }))['contactsId'] ??
  0;
const isShown = async (customerId: number, as: Person) =>
  isReadable(await ask(as, 'CrmCustomer/queryById', { customerId }));
const field = async (customerId: number, key: string) =>
  (await good<Record<string, unknown>>(people().admin, 'CrmCustomer/queryById', { customerId }))[key];
const act = async (as: Person, path: string, body: Body): Promise<number> =>
  (await good(as, path, body))['operationId'] ?? 0;
const undo = async (as: Person, operationId: number) => {
  const { undone, kept } = await good<{ undone: number; kept: { id: number }[] }>(as, 'operation/undo', {
    operationId,
  });
  return { undone, kept: kept.map(({ id }) => id) };
};
const remark = (as: Person, id: number, value: string) =>
  act(as, 'CrmCustomer/updateFieldByIds', { ids: [id], fieldName: 'remark', value });
const move = (as: Person, id: number, { userId }: Person) =>
  act(as, 'CrmCustomer/transfer', { customerIds: [id], newOwnerUserId: userId, transferType: 1 });

/** What a role leaves of a field of customers: 0 hidden, 1 read, 2 write. */
async function leaveOf(roleId: number, fieldName: string, level: number): Promise<void> {
  const label = 2;
  const fields = await good<{ fieldId: number; fieldName: string }[]>(people().admin, 'field/list', { label });
  const data = fields.filter((one) => one.fieldName === fieldName).map(({ fieldId }) => ({ fieldId, level }));
  await good(people().admin, 'field/saveRoleField', { roleId, label, data });
}

describe('a record that was given away', () => {
  it('comes back while nobody else has done anything with it, and stays once somebody has', async () => {
    const { seller, peer } = people();
    const [given, followed, filed] = [
      await customer('给走公司'),
      await customer('跟进公司'),
      await customer('附件公司'),
    ];
    const [one, two, three] = [
      await move(seller, given, peer),
      await move(seller, followed, peer),
      await move(seller, filed, peer),
    ];
    await good(peer, 'CrmCustomer/addRecord', { typesId: followed, content: '同事的话', category: '打电话' });
    const { batchId } = await good<{ batchId: string }>(peer, 'CrmCustomer/queryById', { customerId: filed });
    const file = { name: '合同.txt', content: Buffer.from('同事的文件') };
    expect((await company.call('file/upload', { batchId }, { as: peer, file })).code).toBe(0);
    for (const [id, operationId] of [
      [followed, two],
      [filed, three],
    ] as const) {
      expect(await undo(seller, operationId)).toEqual({ undone: 0, kept: [id] });
      expect([await isShown(id, seller), await isShown(id, peer)]).toEqual([false, true]);
    }
    expect(await undo(seller, one)).toEqual({ undone: 1, kept: [] });
    expect([await isShown(given, seller), await isShown(given, peer)]).toEqual([true, false]);
  });

  it('to the pool comes back to who gave it up, who need not look into the pool', async () => {
    const id = await customer('放弃公司');
    const operationId = await act(people().seller, 'CrmCustomer/updateCustomerByIds', { ids: [id] });
    expect(await field(id, 'isPool')).toBe(1);
    expect((await ask(people().seller, 'CrmCustomer/queryPoolPageList', {})).code).toBe(403);
    expect(await undo(people().seller, operationId)).toEqual({ undone: 1, kept: [] });
    expect([await field(id, 'isPool'), await field(id, 'ownerUserId')]).toEqual([0, people().seller.userId]);
  });
});

describe('whoever has a tighter scope by now', () => {
  it('takes back nothing that they did to the records of others', async () => {
    const { manager, peer, subordinate } = people();
    const names = ['改过', '转过', '删过', '退出', '放过'];
    const [edited = 0, moved = 0, deleted = 0, left = 0, pooled = 0] = await Promise.all(
      names.map((name) => customer(`${name}的公司`, people().seller, { remark: '原来' })),
    );
    await good(manager, 'CrmCustomer/addMembers', { ids: [left], memberIds: [subordinate.userId], power: 2 });
    const operations = [
      [edited, await remark(manager, edited, '后来')],
      [moved, await move(manager, moved, peer)],
      [deleted, await act(manager, 'CrmCustomer/deleteByIds', { customerIds: [deleted] })],
      [left, await act(manager, 'CrmCustomer/deleteMembers', { ids: [left], memberIds: [subordinate.userId] })],
      [pooled, await act(manager, 'CrmCustomer/updateCustomerByIds', { ids: [pooled] })],
    ] as const;
    await becomeOwn(manager);
    for (const [id, operationId] of operations)
      expect(await undo(manager, operationId)).toEqual({ undone: 0, kept: [id] });
    expect(await field(edited, 'remark')).toBe('后来');
    expect(await field(moved, 'ownerUserId')).toBe(peer.userId);
    expect(await isShown(deleted, people().admin)).toBe(false);
    const members = await good<{ id: number }[]>(people().admin, 'CrmCustomer/getMembers', { customerId: left });
    expect(members.map((member) => member.id)).not.toContain(subordinate.userId);
  });

  it('takes back no merge', async () => {
    const { manager } = people();
    const [stays, goes] = [await customer('留下公司'), await customer('并走公司')];
    const operationId = await act(manager, 'CrmCustomer/mergeCustomer', { targetId: stays, ids: [goes] });
    await becomeOwn(manager);
    expect((await ask(manager, 'operation/undo', { operationId })).code).toBe(409);
    await become(manager, usual.manager);
    expect(await undo(manager, operationId)).toEqual({ undone: 2, kept: [] });
  });
});

describe('a sheet of follow-ups', () => {
  it('is taken back by who may read the record, but not where it planned what they may not plan by now', async () => {
    const { manager, peer } = people();
    const send = async (name: string, nextTime: string) => {
      const content = Buffer.from(`客户名称,跟进内容,记录类型,下次联系时间\n${name},旁听,打电话,${nextTime}\n`);
      const file = { name: '跟进.csv', content };
      const { data } = await company.call('CrmCustomer/uploadExcelFollowUp', {}, { as: manager, file });
      return (data as { operationId: number }).operationId;
    };
    const [read, planned] = [await customer('旁听公司', peer), await customer('约期公司', peer)];
    await good(peer, 'CrmCustomer/addMembers', { ids: [read, planned], memberIds: [manager.userId], power: 1 });
    const [one, two] = [await send('旁听公司', ''), await send('约期公司', '2027-01-05 10:00:00')];
    await becomeOwn(manager);
    expect(await undo(manager, one)).toEqual({ undone: 1, kept: [] });
    expect(await undo(manager, two)).toEqual({ undone: 0, kept: [planned] });
    expect(await field(planned, 'nextTime')).toBe('2027-01-05 10:00:00');
  });
});

describe('a field that a role may not write by now', () => {
  it('is not written by taking back what was done to it', async () => {
    const { seller } = people();
    const roleId = await role(allMenus, own);
    await become(seller, roleId);
    for (const level of [0, 1]) {
      const id = await customer(`限制${level}公司`, seller, { remark: '原来', telephone: '0571-1' });
      const closed = await remark(seller, id, '后来');
      await leaveOf(roleId, 'remark', level);
      expect(await undo(seller, closed)).toEqual({ undone: 0, kept: [id] });
      expect(await field(id, 'remark')).toBe('后来');
      const open = await act(seller, 'CrmCustomer/updateFieldByIds', {
        ids: [id],
        fieldName: 'telephone',
        value: '0571-2',
      });
      expect(await undo(seller, open)).toEqual({ undone: 1, kept: [] });
      await leaveOf(roleId, 'remark', 2);
    }
  });

  it('among those that the company has added neither', async () => {
    const { seller } = people();
    const roleId = await role(allMenus, own);
    await become(seller, roleId);
    const id = await customer('级别公司', seller);
    const grade = (value: string) =>
      act(seller, 'CrmCustomer/updateFieldByIds', { ids: [id], fieldName: '客户级别', value });
    await grade('A（重点客户）');
    const closed = await grade('B（普通客户）');
    await leaveOf(roleId, '客户级别', 1);
    expect(await undo(seller, closed)).toEqual({ undone: 0, kept: [id] });
    expect(await field(id, '客户级别')).toBe('B（普通客户）');
  });
});

describe('an import', () => {
  const sheet = (names: readonly string[]) =>
    imports.workbook(
      names.map((name) => [name, '导入的']),
      { headers: ['客户名称', '备注'] },
    );
  const over = { repeatHandling: 1 };
  const found = async (name: string) => (await imports.find(name, people().admin)).length;
  const takeBack = (as: Person, messageId: unknown) => ask(as, 'system/message/undoImport', { messageId });

  it('is taken back with the right to import only, and within 30 days', async () => {
    const { seller } = people();
    const { messageId } = await imports.run(await sheet(['有权导入公司']));
    await becomeOwn(
      seller,
      allMenus.filter((menuId) => menuId !== 30),
    );
    expect((await takeBack(seller, messageId)).code).toBe(403);
    await become(seller, usual.seller);
    const age = (days: number) =>
      sql`update import_task set create_time = now() - make_interval(days => ${days}) where import_id = ${messageId}`.execute(
        company.db,
      );
    await age(31);
    const { code, msg } = await takeBack(seller, messageId);
    expect([code, msg]).toEqual([422, '该操作已超过30天，不能撤销']);
    expect(await found('有权导入公司')).toBe(1);
    await age(29);
    expect((await takeBack(seller, messageId)).code).toBe(0);
    expect(await imports.follow(messageId)).toMatchObject({ status: 'undone', undoneSize: 1 });
  });

  it('stays where the right has gone before the work is done, and can be taken back later', async () => {
    const { seller } = people();
    const { messageId } = await imports.run(await sheet(['失权导入公司']));
    await sql`update import_task set status = 'undoing' where import_id = ${messageId}`.execute(company.db);
    await becomeOwn(
      seller,
      allMenus.filter((menuId) => menuId !== 30),
    );
    await undoImport(company.services, Number(messageId), { signal: new AbortController().signal });
    expect(await found('失权导入公司')).toBe(1);
    expect(await imports.follow(messageId)).toMatchObject({ status: 'done', undoneSize: 0, msg: '无权访问' });
    await become(seller, usual.seller);
    expect((await takeBack(seller, messageId)).code).toBe(0);
    expect(await imports.follow(messageId)).toMatchObject({ status: 'undone', undoneSize: 1 });
  });

  it('leaves what is out of reach by now, new and changed', async () => {
    const { manager } = people();
    const id = await customer('导入前公司', people().seller, { remark: '原来' });
    const { messageId } = await imports.run(await sheet(['导入前公司', '替人导入公司']), { as: manager, fields: over });
    await becomeOwn(manager);
    expect((await takeBack(manager, messageId)).code).toBe(0);
    expect(await imports.follow(messageId, manager)).toMatchObject({ undoneSize: 0, keptSize: 2 });
    expect([await field(id, 'remark'), await found('替人导入公司')]).toEqual(['导入的', 1]);
  });

  it('leaves records of which a field would change that may only be read by now', async () => {
    const { seller } = people();
    const roleId = await role(allMenus, own);
    await become(seller, roleId);
    const id = await customer('字段导入公司', seller, { remark: '原来' });
    const { messageId } = await imports.run(await sheet(['字段导入公司']), { fields: over });
    await leaveOf(roleId, 'remark', 1);
    expect((await takeBack(seller, messageId)).code).toBe(0);
    expect(await imports.follow(messageId)).toMatchObject({ undoneSize: 0, keptSize: 1 });
    expect(await field(id, 'remark')).toBe('导入的');
  });

  it('of administrators in anybody’s name is taken back by the right that it took', async () => {
    const { hr, stranger } = people();
    const manager = 6;
    await become(hr, manager);
    const fields = { ownerUserId: stranger.userId };
    const { messageId } = await imports.run(await sheet(['超级导入公司']), {
      as: hr,
      call: 'superUploadExcel',
      fields,
    });
    expect(await found('超级导入公司')).toBe(1);
    await becomeOwn(hr, menuIdsBelow('crm:customer:excelimport'));
    expect((await takeBack(hr, messageId)).code).toBe(403);
    await become(hr, manager);
    expect((await takeBack(hr, messageId)).code).toBe(0);
    expect(await imports.follow(messageId, hr)).toMatchObject({ undoneSize: 1, keptSize: 0 });
  });
});

describe('a customer that may only be read', () => {
  const refusal = '客户名称中的记录您只能查看，不能关联';
  it('gets no contact, however it comes, and what belongs to it already can be saved', async () => {
    const { seller, peer } = people();
    const id = await customer('只读公司', peer);
    await good(peer, 'CrmCustomer/addMembers', { ids: [id], memberIds: [seller.userId], power: 2 });
    const contactsId = await contact('先来的人', id);
    await good(peer, 'CrmCustomer/updateMembers', { ids: [id], memberIds: [seller.userId], power: 1 });
    const saved = (entity: Body) => ask(seller, 'CrmContacts/addOrUpdate', { entity, field: [] });
    expect(await saved({ name: '后来的人', customer_id: id })).toMatchObject({ code: 422, msg: refusal });
    expect((await saved({ contactsId, post: '经理', customer_id: id })).code).toBe(0);
    const other = await contact('别处的人', await customer('别处公司'));
    const edit = { ids: [other], fieldName: 'customer_id', value: id };
    expect(await ask(seller, 'CrmContacts/updateFieldByIds', edit)).toMatchObject({ code: 422, msg: refusal });
    const content = await imports.workbook([['表里的人', '只读公司']], { headers: ['姓名', '客户名称'] });
    const file = { name: '联系人.xlsx', content };
    const sent = await company.call('CrmContacts/uploadExcel', { ownerUserId: seller.userId }, { as: seller, file });
    expect(await imports.follow(sent.data)).toMatchObject({ createdSize: 0, errSize: 1 });
    expect((await imports.lines(sent.data)).map(({ msg }) => msg)).toEqual([refusal]);
    const merge = { targetId: other, ids: [contactsId], fields: { customer_id: contactsId } };
    expect(await ask(seller, 'CrmContacts/mergeContacts', merge)).toMatchObject({ code: 422, msg: refusal });
    await good(seller, 'CrmContacts/deleteByIds', { contactsIds: [contactsId] });
    await good(people().manager, 'CrmCustomer/deleteByIds', { customerIds: [id] });
  });

  it('gets none by merging contacts or taking back what was done, when it has gone out of sight', async () => {
    const { seller, peer } = people();
    const [gone, stays] = [await customer('离开公司'), await customer('留住公司')];
    const [left, kept] = [await contact('离开的人', gone), await contact('留住的人', stays)];
    const operationId = await act(seller, 'CrmContacts/updateFieldByIds', {
      ids: [left],
      fieldName: 'customer_id',
      value: stays,
    });
    const other = await contact('还在的人', gone);
    await move(seller, gone, peer);
    const merge = { targetId: kept, ids: [other], fields: { customer_id: other } };
    expect((await ask(seller, 'CrmContacts/mergeContacts', merge)).code).toBe(422);
    expect(await undo(seller, operationId)).toEqual({ undone: 0, kept: [left] });
    expect(await good(seller, 'CrmContacts/queryById', { contactsId: left })).toMatchObject({ customerId: stays });
  });
});

describe('the right to the pool', () => {
  it('opens the numbers of contacts of customers in the pool, and of no others', async () => {
    const { seller, hr } = people();
    const menus = [...menuIdsBelow('crm:customer:index', 'crm:customer:read', 'crm:pool:index')];
    await become(hr, await role(menus, everybodys));
    const entity = { name: '有号码的人', mobile: '13912340077', telephone: '0571-88990077' };
    const [owned, pooled] = [await customer('私有公司', seller), await customer('公海公司', seller)];
    for (const customerId of [owned, pooled])
      await good(seller, 'CrmContacts/addOrUpdate', { entity: { ...entity, customer_id: customerId }, field: [] });
    await good(seller, 'CrmCustomer/updateCustomerByIds', { ids: [pooled] });
    const told = async (customerId: number, search?: string) =>
      JSON.stringify(await good(hr, 'CrmCustomer/queryContacts', { customerId, ...(search ? { search } : {}) }));
    expect(await told(owned)).toContain('有号码的人');
    expect(await told(owned)).not.toMatch(/13912340077|88990077/);
    for (const search of ['13912340077', '88990077']) expect(await told(owned, search)).not.toContain('有号码的人');
    expect(await told(pooled)).toMatch(/13912340077/);
  });
});
