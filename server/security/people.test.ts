import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable, type Table } from '#server/route-table/cases.ts';
import type { Answer, Company, Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { translate } from '#shared/i18n/translate.ts';

// What leads, contacts, follow-ups, lists of things to do, the dashboard and the search of everything tell an attacker
// who has an ordinary account (security A1-A16).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
  await grant(11, menuIdsBelow('crm:leads:', 'crm:contacts:', 'crm:customer:'));
});
afterAll(() => company.close());

async function grant(roleId: number, menuIds: readonly number[]): Promise<void> {
  await sql`
    insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[]) on conflict do nothing`.execute(
    company.db,
  );
  await sql`update org_version set version = version + 1`.execute(company.db);
}

let roles = 0;
/** Somebody of the sellers' department whose one role opens so much, in the data scope `dataType`. */
async function hireWith(menuIds: readonly number[], dataType = 3): Promise<Person> {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `角色${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await grant(roleId, menuIds);
  return table.hire({ roles: [roleId], deptId: company.people.seller.deptId });
}

type Body = Record<string, unknown>;
const ask = (as: Person, path: string, body: Body = {}): Promise<Answer> => company.call(path, body, { as });
async function good<T = Record<string, number>>(as: Person, path: string, body: Body = {}): Promise<T> {
  const answer = await ask(as, path, body);
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}
const seller = () => company.people.seller;
const save = async (family: string, key: string, entity: Body, as = seller(), field: unknown[] = []): Promise<number> =>
  (await good(as, `${family}/addOrUpdate`, { entity, field }))[key] ?? 0;
const lead = (name: string, as?: Person, more: Body = {}) =>
  save('CrmLeads', 'leadsId', { leads_name: name, ...more }, as);
const customer = (name: string, as?: Person, more: Body = {}) =>
  save('CrmCustomer', 'customerId', { customer_name: name, ...more }, as);
const contact = (name: string, customerId: number, as?: Person, more: Body = {}) =>
  save('CrmContacts', 'contactsId', { name, customer_id: customerId, ...more }, as);
const followUp = (family: string, typesId: number, content: string, as = seller(), more: Body = {}) =>
  good(as, `${family}/addRecord`, { typesId, content, category: '打电话', ...more });

describe('who may list, but not read', () => {
  it('learns nothing of follow-ups, neither by rows nor by numbers', async () => {
    const id = await customer('只列公司');
    await followUp('CrmCustomer', id, '绝密谈话');
    const lister = await hireWith([28, 19, 42]);
    const { list } = await good<{ list: object[] }>(lister, 'CrmCustomer/queryPageList');
    expect(list.length).toBeGreaterThan(0);
    const question = { type: 'year', userIds: [seller().userId] };
    const rows = await good<object>(lister, 'Crm/Instrument/queryRecordList', question);
    expect(JSON.stringify(rows)).not.toContain('绝密');
    expect(rows).toMatchObject({ totalRow: 0 });
    const counts = await good<{ count: number }[]>(lister, 'Crm/Instrument/queryRecordConunt', question);
    expect(counts.every(({ count }) => count === 0)).toBe(true);
    expect(await good(lister, 'Crm/Instrument/queryBulletin', question)).toMatchObject({ recordCount: 0 });
    for (const kind of ['follow_up', 'followed_customer'])
      expect([kind, await good(lister, 'Crm/Instrument/queryRanking', { ...question, kind })]).toEqual([kind, []]);
    const followed = { ...question, label: 2, followed: 1 };
    expect(await good(lister, 'Crm/Instrument/queryBulletinInfo', followed)).toMatchObject({ totalRow: 0 });
    const reader = await good<{ totalRow: number }>(seller(), 'Crm/Instrument/queryBulletinInfo', followed);
    expect(reader.totalRow).toBeGreaterThan(0);
  });

  it('counts nothing as followed up', async () => {
    const [leads, customers] = [[await lead('未跟线索')], [await customer('未跟公司')]];
    const everybodys = 5;
    const lister = await hireWith([28, 19], everybodys);
    const marked = async (as: Person) => [
      (await ask(as, 'CrmBackLog/setLeadsFollowup', { ids: leads })).code,
      (await ask(as, 'CrmBackLog/setCustomerFollowup', { ids: customers })).code,
    ];
    expect(await marked(lister)).toEqual([403, 403]);
    expect(await good(seller(), 'CrmLeads/queryById', { leadsId: leads[0] })).toMatchObject({ followup: 0 });
    expect(await marked(company.people.peer)).toEqual([404, 404]);
    expect(await marked(company.people.manager)).toEqual([0, 0]);
  });

  it('knows no field that holds what was said', async () => {
    const lister = await hireWith(menuIdsBelow('crm:customer:', 'crm:pool:').filter((menuId) => menuId !== 29));
    const data = [{ fieldName: 'last_content', condition: 'contains', value: '绝密' }];
    const told = async (as: Person) => {
      const heads = await good(as, 'field/queryListHead', { label: 2 });
      const filters = await good(as, 'scene/queryField', { label: 2 });
      const { list } = await good<{ list: object[] }>(as, 'CrmCustomer/queryPageList', { limit: 100 });
      return JSON.stringify([heads, filters, list]);
    };
    expect(await told(lister)).not.toMatch(/last_?content|绝密/i);
    for (const body of [{ data }, { sortField: 'lastContent' }]) {
      expect((await ask(lister, 'CrmCustomer/queryPageList', body)).code).toBe(400);
      expect((await ask(seller(), 'CrmCustomer/queryPageList', body)).code).toBe(0);
    }
    const exported = await ask(lister, 'CrmCustomer/allExportExcel', { data });
    expect(exported.code).toBe(400);
    expect((await ask(lister, 'scene/addScene', { type: 2, name: '说过的', data })).code).toBe(400);
    expect(await told(seller())).toMatch(/lastContent.*绝密/);
  });
});

describe('the pool', () => {
  it('finds nothing there that is not in it, whatever scene the list is asked through', async () => {
    const id = await customer('没进公海的公司');
    const pooler = await hireWith([28, ...menuIdsBelow('crm:pool:')]);
    await good(company.people.admin, 'CrmCustomer/addMembers', { ids: id, memberIds: pooler.userId, power: 1 });
    const scenes = await good<{ sceneId: number; name: string }[]>(pooler, 'scene/queryScene', { type: 2 });
    expect(scenes.map(({ name }) => name)).toContain('我参与的客户');
    for (const { sceneId, name } of scenes) {
      const found = await good(pooler, 'CrmCustomer/queryPoolPageList', { sceneId, search: '没进公海' });
      expect([name, found]).toMatchObject([name, { list: [], totalRow: 0 }]);
    }
  });
});

describe('who may look into the pool only', () => {
  it('opens nothing that somebody owns through its codes and calls', async () => {
    const id = await customer('有主公司');
    const contactsId = await contact('有主联系人', id);
    // the list and the pool, in the scope of the department
    const pooler = await hireWith([28, 42, ...menuIdsBelow('crm:pool:')]);
    const { list } = await good<{ list: object[] }>(pooler, 'CrmCustomer/queryPageList');
    expect(list.length).toBeGreaterThan(0);
    for (const [path, body] of [
      ['CrmCustomer/queryById', { customerId: id }],
      ['CrmCustomer/getRecord', { customerId: id }],
      ['CrmCustomer/queryContacts', { customerId: id }],
      ['field/information', { types: 9, id }],
      ['field/queryField', { label: 9, id }],
      ['CrmContacts/queryById', { contactsId }],
      ['CrmContacts/queryBusiness', { contactsId }],
      ['CrmContacts/getRecord', { contactsId }],
    ] as const) {
      const answer = await ask(pooler, path, body);
      expect([path, answer.code]).toEqual([path, 404]);
    }
  });
});

/** Hides fields of a type from salespeople, or shows them again. */
async function hide(label: number, fieldName: string, level = 0): Promise<void> {
  const { admin } = company.people;
  const fields = await good<{ fieldId: number; fieldName: string }[]>(admin, 'field/list', { label });
  const data = fields.filter((field) => field.fieldName === fieldName).map(({ fieldId }) => ({ fieldId, level }));
  await good(admin, 'field/saveRoleField', { roleId: 11, label, data });
}
const show = (label: number, fieldName: string) => hide(label, fieldName, 2);
const day = async (distance: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select (current_date + ${distance}::int)::text as day`.execute(
    company.db,
  );
  return rows[0]?.day ?? '';
};

describe('what a role hides of leads', () => {
  it('does not come to light with the follow-ups of the customer', async () => {
    const id = await lead('约期线索');
    await followUp('CrmLeads', id, '谈过', seller(), { nextTime: `${await day(7)} 09:00:00` });
    await hide(1, 'next_time');
    const { customerIds } = await good<{ customerIds: number[] }>(seller(), 'CrmLeads/transfer', { leadsIds: [id] });
    const [customerId] = customerIds;
    expect(await good(seller(), 'CrmCustomer/queryById', { customerId })).toMatchObject({ nextTime: '' });
    const rows = await good<{ nextTime: string | null }[]>(seller(), 'CrmCustomer/getRecord', { customerId });
    expect(rows.map(({ nextTime }) => nextTime)).toEqual([null]);
    await show(1, 'next_time');
  });

  it('is not named by what keeps a lead from conversion', async () => {
    const { admin } = company.people;
    const label = 2;
    const list = await good<{ fieldName: string; isUnique: number }[]>(admin, 'field/list', { label });
    const data = list.map((field) => (field.fieldName === 'telephone' ? { ...field, isUnique: 1 } : field));
    await good(admin, 'field/save', { label, data });
    await customer('电话被占', admin, { telephone: '0571-66778899' });
    const id = await lead('同一电话', seller(), { telephone: '0571-66778899' });
    await hide(1, 'telephone');
    await hide(2, 'telephone');
    const preview = await ask(seller(), 'CrmLeads/queryTransferPreview', { leadsIds: [id] });
    const refused = await ask(seller(), 'CrmLeads/transfer', { leadsIds: [id] });
    expect(JSON.stringify([preview.body, refused.body])).not.toMatch(/电话[^"]*(已|重复)|telephone/);
    await show(1, 'telephone');
    await show(2, 'telephone');
  });
});

describe('scenes', () => {
  it('of others tell nothing of hidden fields, and none is kept that sorts by one', async () => {
    await hide(3, 'post');
    const { admin } = company.people;
    const data = [{ fieldName: 'post', condition: 'contains', value: '局长' }];
    await good(admin, 'scene/addScene', { type: 3, name: '某些人', data, shareAll: 1 });
    await good(admin, 'scene/addScene', { type: 3, name: '某种顺序', data: [], sortField: 'post', shareAll: 1 });
    await good(admin, 'scene/addScene', { type: 3, name: '公开', data: [], shareAll: 1 });
    const scenes = async (as: Person) => good<{ name: string; data: string }[]>(as, 'scene/queryScene', { type: 3 });
    const shown = await scenes(seller());
    expect(JSON.stringify(shown)).not.toMatch(/post|局长/);
    expect(shown.map(({ name }) => name)).toContain('公开');
    expect((await scenes(company.people.manager)).map(({ name }) => name)).toContain('某些人');
    const sorted = async (sortField: string) =>
      ask(seller(), 'scene/addScene', { type: 3, name: '排序', data: [], sortField });
    const [hidden, absent] = [await sorted('post'), await sorted('no_such_field')];
    expect([hidden.code, absent.code]).toEqual([400, 400]);
    await show(3, 'post');
  });
});

describe('an undo', () => {
  it('tells of what it left alone no more than the one who did the act may know', async () => {
    const { stranger, admin } = company.people;
    await grant(11, [24, 33]);
    const id = await customer('转走公司');
    const act = { customerIds: [id], newOwnerUserId: stranger.userId };
    const { operationId } = await good(seller(), 'CrmCustomer/transfer', act);
    await good(admin, 'CrmCustomer/addOrUpdate', { entity: { customerId: id, customer_name: '秘密并购' }, field: [] });
    const undone = await ask(seller(), 'operation/undo', { operationId });
    expect(undone.body).toMatchObject({ data: { undone: 0, kept: [{ id }] } });
    expect(JSON.stringify(undone.body)).not.toContain('秘密');
  });

  it('takes back no part of an act on its own', async () => {
    const leadsId = await lead('整体线索');
    const { operationId, customerIds } = await good<{ operationId: number; customerIds: number[] }>(
      seller(),
      'CrmLeads/transfer',
      { leadsIds: [leadsId] },
    );
    const parts = await company.db
      .selectFrom('operation')
      .select('operation_id')
      .where('part_of', '=', operationId)
      .execute();
    expect(parts).toHaveLength(1);
    for (const { operation_id } of parts)
      expect((await ask(seller(), 'operation/undo', { operationId: operation_id })).code).toBe(404);
    expect((await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] })).code).toBe(0);
    await good(seller(), 'operation/undo', { operationId });
    expect((await ask(seller(), 'CrmCustomer/queryById', { customerId: customerIds[0] })).code).toBe(404);
  });
});

describe('restoring', () => {
  it('does not tell by name of what a role hides', async () => {
    const customerId = await customer('藏名公司');
    const contactsId = await contact('藏名人', customerId);
    await hide(3, 'customer_id');
    await good(seller(), 'CrmContacts/deleteByIds', { contactsIds: [contactsId] });
    await good(company.people.admin, 'CrmCustomer/deleteByIds', { customerIds: [customerId] });
    const restored = () =>
      good<{ failed: { msg: string }[] }>(seller(), 'CrmContacts/restoreByIds', { contactsIds: [contactsId] });
    expect((await restored()).failed).toMatchObject([{ msg: translate('cn', 'field.unseen') }]);
    await show(3, 'customer_id');
    expect((await restored()).failed[0]?.msg).toContain('藏名公司');
  });
});

describe('whether a record is in reach to be changed', () => {
  it('is told apart from the right to edit, which other acts do not take', async () => {
    const id = await customer('可转移公司');
    const mover = await hireWith(menuIdsBelow('crm:customer:index', 'crm:customer:read', 'crm:customer:transfer'));
    expect(await good(mover, 'CrmCustomer/queryById', { customerId: id })).toMatchObject({ mayWrite: 1 });
    const edited = { entity: { customerId: id, customer_name: '改名公司' }, field: [] };
    expect((await ask(mover, 'CrmCustomer/addOrUpdate', edited)).code).toBe(403);
    const { stranger } = company.people;
    await good(mover, 'CrmCustomer/transfer', { customerIds: [id], newOwnerUserId: stranger.userId });
    await good(company.people.admin, 'CrmCustomer/addMembers', { ids: [id], memberIds: [seller().userId], power: 1 });
    expect(await good(seller(), 'CrmCustomer/queryById', { customerId: id })).toMatchObject({ mayWrite: 0 });
  });
});

describe('the files of a record', () => {
  it('do not become those of a follow-up, which goes with its author’s word', async () => {
    const id = await customer('附件公司');
    const { batchId } = await good<{ batchId: string }>(seller(), 'CrmCustomer/queryById', { customerId: id });
    const taken = { typesId: id, content: '借用', category: '打电话', batchId };
    expect((await ask(seller(), 'CrmCustomer/addRecord', taken)).code).toBe(404);
    await good(seller(), 'CrmCustomer/addRecord', { ...taken, batchId: 'batch-of-its-own' });
  });
});

describe('whether a value of a unique field is free', () => {
  it('is told a limited number of times, and the log names what it told of records out of reach', async () => {
    const { stranger } = company.people;
    const held = await customer('独有名称公司', stranger);
    const own = await customer('自己名称公司');
    const fields = await good<{ fieldId: number; fieldName: string }[]>(seller(), 'field/queryField', { label: 2 });
    const fieldId = fields.find(({ fieldName }) => fieldName === 'customer_name')?.fieldId;
    const asker = await hireWith(menuIdsBelow('crm:customer:'), 1);
    const verify = (value: string, as = asker) => ask(as, 'field/verify', { fieldId, value });
    const logged = async () =>
      (
        await company.db
          .selectFrom('audit')
          .select(['subject'])
          .where('what', '=', 'verify.unseen')
          .where('user_id', 'in', [asker.userId, seller().userId])
          .execute()
      ).map(({ subject }) => subject);
    expect((await verify('自己名称公司', seller())).code).toBe(422);
    expect(await logged()).toEqual([]);
    expect((await verify('独有名称公司')).code).toBe(422);
    expect(await logged()).toEqual([`crm_customer ${held} customer_name`]);
    expect((await verify('自己名称公司')).code).toBe(422);
    expect(await logged()).toContain(`crm_customer ${own} customer_name`);
    await Promise.all(Array.from({ length: 5 }, () => verify('还没有人用')));
    for (let more = 0; more < 113; more += 1) expect((await verify(`猜测${more}`)).code).toBe(0);
    expect((await verify('独有名称公司')).code).toBe(429);
    expect((await verify('没人有的名称', seller())).code).toBe(0);
  });
});

describe('a sheet of people', () => {
  it('tells whose account or mobile it is only to those who see them; all may call people by name and number', async () => {
    const { peer } = company.people;
    const mobile = '13912345678';
    await company.db.updateTable('app_user').set({ mobile, num: 'GH-07' }).where('user_id', '=', peer.userId).execute();
    await customer('表格成员公司');
    const team = menuIdsBelow('crm:customer:teamsave', 'crm:customer:excelimport', 'crm:customer:index');
    const head = await hireWith(team);
    const refused = async (as: Person, called: readonly string[]) => {
      const rows = ['客户名称,成员', ...called.map((one) => `表格成员公司,${one}`)];
      const file = { name: '表.csv', content: Buffer.from(`${rows.join('\n')}\n`) };
      const answer = await company.call('CrmCustomer/uploadExcelTeam', {}, { as, file });
      return (answer.data as { errors: { msg: string }[] }).errors.map(({ msg }) => msg);
    };
    const unknown = [mobile, peer.username, '13700000000'].map((one) => `没有找到员工“${one}”，请填写姓名或工号`);
    const called = [mobile, peer.username, '13700000000', 'GH-07', peer.realname, head.username];
    expect(await refused(head, called)).toEqual(unknown);
    const reader = await hireWith([...team, ...menuIdsBelow('oa:book:read')]);
    expect(await refused(reader, [mobile, peer.username, 'GH-07'])).toEqual([]);
  });
});

describe('an import', () => {
  it('goes into the name of nobody whose records are beyond the data scope of whoever imports', async () => {
    const { admin, peer, manager, stranger } = company.people;
    const own = 1;
    const importer = await hireWith(menuIdsBelow('crm:customer:excelimport'), own);
    const into = async (as: Person, ownerUserId: number, name: string) => {
      const file = { name: '表.csv', content: Buffer.from(`客户名称(*)\n${name}\n`) };
      return company.call('CrmCustomer/uploadExcel', { ownerUserId }, { as, file });
    };
    const before = await company.db.selectFrom('import_task').select('import_id').execute();
    for (const [as, ownerUserId] of [
      [importer, admin.userId],
      [seller(), peer.userId],
      [manager, stranger.userId],
    ] as const)
      expect(await into(as, ownerUserId, '别人名下公司')).toMatchObject({ code: 422, msg: '请选择负责人' });
    expect(await company.db.selectFrom('import_task').select('import_id').execute()).toEqual(before);
    for (const [as, ownerUserId] of [
      [importer, importer.userId],
      [manager, peer.userId],
      [admin, stranger.userId],
    ] as const)
      expect((await into(as, ownerUserId, `名下公司${ownerUserId}`)).msg).toBe('');
  });

  it('waits for no more than three of one person, whoever sends them at the same time', async () => {
    const importer = await hireWith(menuIdsBelow('crm:customer:excelimport'), 1);
    const send = () => {
      const file = { name: '表.csv', content: Buffer.from('客户名称(*)\n排队公司\n') };
      return company.call('CrmCustomer/uploadExcel', { ownerUserId: importer.userId }, { as: importer, file });
    };
    const answers = await Promise.all([send(), send(), send(), send(), send()]);
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 409, 409]);
    expect(answers.find(({ code }) => code === 409)?.msg).toContain('3个导入');
    const kept = await company.db
      .selectFrom('stored_file')
      .select('file_id')
      .where('create_user_id', '=', importer.userId)
      .execute();
    expect(kept).toHaveLength(3);
    const mine = company.db.updateTable('import_task').where('user_id', '=', importer.userId);
    await mine.set({ status: 'done' }).execute();
    expect((await send()).code).toBe(0);
  });

  it('offers as owners whom it may go to', async () => {
    const { admin, peer, manager, stranger } = company.people;
    const offered = async (as: Person) => {
      const asked = { type: 9, within: 'crm:customer', pageType: 0 };
      return (await good<{ userId: number }[]>(as, 'system/user/queryUserList', asked)).map(({ userId }) => userId);
    };
    expect(await offered(seller())).toEqual([seller().userId]);
    const ofManager = await offered(manager);
    expect(ofManager).toEqual(expect.arrayContaining([manager.userId, peer.userId]));
    expect(ofManager).not.toContain(stranger.userId);
    expect(await offered(admin)).toContain(stranger.userId);
  });
});

describe('the room for files', () => {
  it('of somebody else is not taken by converting what they have uploaded, and comes back with the undo', async () => {
    const { peer } = company.people;
    const id = await lead('大附件线索', peer);
    const { batchId } = await good<{ batchId: string }>(peer, 'CrmLeads/queryById', { leadsId: id });
    const file = { name: '大附件.txt', content: Buffer.from('x'.repeat(5000)) };
    expect((await company.call('file/upload', { batchId }, { as: peer, file })).code).toBe(0);
    await good(peer, 'CrmLeads/changeOwnerUser', { leadsIds: [id], newOwnerUserId: seller().userId });
    const used = async () => {
      const { rows } = await sql<{ user_id: number; bytes: number }>`select user_id, bytes from file_usage`.execute(
        company.db,
      );
      const of = (userId: number) => rows.find((row) => row.user_id === userId)?.bytes ?? 0;
      return { peer: of(peer.userId), seller: of(seller().userId), all: of(0) };
    };
    const before = await used();
    const { operationId, customerIds } = await good<{ operationId: number; customerIds: number[] }>(
      seller(),
      'CrmLeads/transfer',
      { leadsIds: [id] },
    );
    const converted = await good<{ batchId: string }>(seller(), 'CrmCustomer/queryById', {
      customerId: customerIds[0],
    });
    const files = (as: string) => good<object[]>(seller(), 'file/queryByBatchId', { batchId: as });
    expect(await files(converted.batchId)).toMatchObject([{ name: file.name, createUserId: seller().userId }]);
    const { peer: ofPeer, seller: ofSeller, all } = before;
    expect(await used()).toEqual({ peer: ofPeer, seller: ofSeller + 5000, all: all + 5000 });
    await good(seller(), 'operation/undo', { operationId });
    expect(await used()).toEqual(before);
    expect(await files(batchId)).toHaveLength(1);
  });
});

describe('what was merged away', () => {
  it('shows no follow-up any more when it is brought back without an undo', async () => {
    const { admin } = company.people;
    const [kept, gone] = [await customer('留下的公司'), await customer('并走的公司')];
    await followUp('CrmCustomer', gone, '随合并走的话');
    await good(admin, 'CrmCustomer/mergeCustomer', { targetId: kept, ids: [gone] });
    await good(admin, 'CrmCustomer/restoreByIds', { customerIds: [gone] });
    const read = (customerId: number) => good<object>(admin, 'CrmCustomer/queryById', { customerId });
    expect(await read(kept)).toMatchObject({ lastContent: '随合并走的话' });
    expect(await read(gone)).toMatchObject({ lastContent: '', lastTime: '' });
  });
});

describe('keys that every object has', () => {
  it('mean nothing to any call', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => !/^__|^constructor$/.test(name));
    const keys: Body = Object.fromEntries([...names, 'to_string', 'length'].map((name) => [name, 1]));
    const accidents: string[] = [];
    for (const { path, method } of table.answering) {
      if (path === 'logout') continue;
      const body = method === 'GET' ? keys : { ...keys, entity: keys, field: [keys], data: [keys], versions: keys };
      const answer = await company.call(path, body, { as: company.people.peer, method });
      if (answer.status >= 500 || answer.msg.startsWith('服务器响应异常')) accidents.push(`${path}: ${answer.msg}`);
    }
    expect(accidents).toEqual([]);
  });
});
