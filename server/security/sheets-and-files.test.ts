import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '#server/route-table/cases.ts';
import { openAccounts } from '#server/security/testing.ts';
import type { Company, Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { Table } from '#server/route-table/table.ts';

// What sheets, imports and files of records tell an attacker who has an ordinary account (security A1-A16).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
  await grant(11, menuIdsBelow('crm:leads:', 'crm:contacts:', 'crm:customer:'));
});
afterAll(() => company.close());

const { grant, hireWith, ask, good, seller, lead, customer } = openAccounts(() => table);

describe('the files of a record', () => {
  it('do not become those of a follow-up, which goes with its author’s word', async () => {
    const id = await customer('附件公司');
    const { batchId } = await good<{ batchId: string }>(seller(), 'CrmCustomer/queryById', { customerId: id });
    const taken = { typesId: id, content: '借用', category: '打电话', batchId };
    expect((await ask(seller(), 'CrmCustomer/addRecord', taken)).code).toBe(404);
    await good(seller(), 'CrmCustomer/addRecord', { ...taken, batchId: 'batch-of-its-own' });
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
