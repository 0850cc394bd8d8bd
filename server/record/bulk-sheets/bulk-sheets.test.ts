import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { customerImports, openBulkSheets } from '#server/modules/crm/customers/testing.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { menuIdsBelow, menuRows } from '#shared/admin/menus.ts';
import { customerSheets } from '#shared/crm/customer-calls.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
  await mayReadBook(8);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const { ask, save, sendFile, send, counts, faults, undo, members, detail } = openBulkSheets(() => ({
  company,
  imports,
}));

/** Lets a role read contact data of colleagues. */
const mayReadBook = (roleId: number) =>
  inTransaction(company.db, async (trx) => {
    const [menuId = 0] = menuIdsBelow('oa:book:read');
    await trx.insertInto('role_menu').values({ role_id: roleId, menu_id: menuId }).execute();
    await organisationChanged(trx);
  });

describe('sheets of team members', () => {
  it('add people by name, account or mobile, report the bad rows, and are undone by one action', async () => {
    const [first, second] = [await save('成员甲公司'), await save('成员乙公司')];
    await save('成员外人公司', 'stranger');
    const { stranger, hr } = company.people;
    await company.db.updateTable('app_user').set({ realname: '李强' }).where('user_id', '=', hr.userId).execute();
    const answer = await send(
      'uploadExcelTeam',
      ['客户名称', '成员', '权限'],
      [
        ['成员甲公司', '周远、13800000012', '读写'],
        ['成员甲公司', '郑代理', ''],
        ['成员乙公司', stranger.username, '只读'],
        // repeated completely, and in part
        ['成员乙公司', '周远', '只读'],
        ['成员甲公司', '周远', '只读'],
        ['成员外人公司', '周远', ''],
        ['没有的公司', '周远', ''],
        ['成员甲公司', '李强', ''],
        ['成员甲公司', '无此人', ''],
        ['成员甲公司', '周远', '全部'],
        ['成员甲公司', '王芳', '读写'],
        ['', '周远', ''],
        ['成员甲公司', '', ''],
        ['长'.repeat(500), '周远', ''],
      ],
    );
    await company.db.updateTable('app_user').set({ realname: '吴人事' }).where('user_id', '=', hr.userId).execute();
    expect(counts(answer)).toEqual([14, 3, 1]);
    expect(faults(answer)).toEqual([
      [6, '与第2行冲突'],
      [7, '没有找到客户“成员外人公司”'],
      [8, '没有找到客户“没有的公司”'],
      [9, '有多名员工叫“李强”，请填写账号或手机'],
      [10, '没有找到员工“无此人”，请填写姓名、工号、账号或手机'],
      [11, '“权限”不能填写“全部”'],
      [12, '负责人不能重复选为团队成员!'],
      [13, '客户名称不能为空'],
      [14, '成员不能为空'],
      [15, `没有找到客户“${'长'.repeat(60)}…”`],
    ]);
    expect(answer.headings).toEqual(['客户名称', '成员', '权限']);
    expect(answer.errors[0]?.cells).toEqual(['成员甲公司', '周远', '只读']);
    expect(await members(first)).toEqual([
      ['王芳', 0],
      ['李强', 2],
      ['周远', 2],
      ['郑代理', 1],
    ]);
    expect(await members(second)).toEqual([
      ['王芳', 0],
      ['周远', 1],
    ]);
    expect(await undo(answer)).toEqual({ undone: 2, kept: [] });
    expect([await members(first), await members(second)]).toEqual([[['王芳', 0]], [['王芳', 0]]]);
    const acts = (await ask('operation/queryPageList', {})).data as { list: object[] };
    expect(acts.list[0]).toMatchObject({ text: '用表格添加了团队成员', rowTotal: 2, mayUndo: 0 });
  });

  it("change a member's power, and do nothing when they are sent again", async () => {
    const id = await save('成员丙公司');
    const rows = [['成员丙公司', '周远', '只读']];
    const headers = ['客户名称', '成员', '权限'];
    expect(counts(await send('uploadExcelTeam', headers, rows))).toEqual([1, 1, 0]);
    const again = await send('uploadExcelTeam', headers, rows);
    expect([counts(again), again.operationId]).toEqual([[1, 0, 1], null]);
    const raised = await send('uploadExcelTeam', headers, [['成员丙公司', '周远', '读写']]);
    expect(counts(raised)).toEqual([1, 1, 0]);
    expect(await members(id)).toEqual([
      ['王芳', 0],
      ['周远', 2],
    ]);
    await undo(raised);
    expect((await members(id))[1]).toEqual(['周远', 1]);
  });

  it('remove people by the id of the record, including those who have left', async () => {
    const [first, second] = [await save('成员丁公司'), await save('成员戊公司')];
    const { stranger, agent } = company.people;
    await ask('CrmCustomer/addMembers', { ids: [first, second], memberIds: [stranger.userId, agent.userId], power: 1 });
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', agent.userId).execute();
    const answer = await send(
      'uploadExcelDelTeam',
      ['ID', '客户名称', 'Team members'],
      [
        [String(first), '成员丁公司', '周远,郑代理'],
        [String(second), '', '周远'],
        [String(second), '', '周远'],
        [String(second), '成员丁公司', '周远'],
        ['99999999', '', '周远'],
        ['x1', '', '周远'],
        [String(first), '', '孙经理'],
      ],
    );
    expect(counts(answer)).toEqual([7, 2, 2]);
    expect(faults(answer)).toEqual([
      [5, '客户ID与名称“成员丁公司”不是同一条数据'],
      [6, '没有找到客户“99999999”'],
      [7, '没有找到客户“x1”'],
    ]);
    expect([await members(first), await members(second)]).toEqual([
      [['王芳', 0]],
      [
        ['王芳', 0],
        ['郑代理', 1],
      ],
    ]);
    const added = await send('uploadExcelTeam', ['客户名称', '成员'], [['成员丁公司', '郑代理']]);
    expect(faults(added)).toEqual([[2, '员工“郑代理”已停用']]);
    await company.db.updateTable('app_user').set({ status: 1 }).where('user_id', '=', agent.userId).execute();
    expect(await undo(answer)).toEqual({ undone: 2, kept: [] });
    expect(await members(first)).toHaveLength(3);
  });
});

describe('sheets of customers', () => {
  it('delete each named record once, and only those that the sender may change', async () => {
    const [first, second, shared] = [
      await save('删除甲公司'),
      await save('删除乙公司'),
      await save('删除丙公司', 'stranger'),
    ];
    const { manager } = company.people;
    await ask('CrmCustomer/addMembers', { ids: shared, memberIds: manager.userId, power: 1 }, 'admin');
    const rows = [['删除甲公司'], ['删除乙公司'], ['删除甲公司'], ['删除丙公司'], ['删除丁公司']];
    const csv = iconv.encode(`客户名称(*)\r\n${rows.join('\r\n')}\r\n`, 'gbk');
    const { data } = await sendFile('uploadExcelDelCustomer', { name: '删除.csv', content: csv });
    const answer = data as BulkSheetAnswer;
    expect(counts(answer)).toEqual([5, 2, 1]);
    expect(faults(answer)).toEqual([
      [5, '没有修改客户“删除丙公司”的权限'],
      [6, '没有找到客户“删除丁公司”'],
    ]);
    expect([await detail(first), await detail(second)]).toEqual([{ dataAuth: 0 }, { dataAuth: 0 }]);
    expect(await detail(shared)).toMatchObject({ dataAuth: 1 });
    expect(await undo(answer)).toEqual({ undone: 2, kept: [] });
    expect(await detail(first)).toMatchObject({ ownerUserName: '王芳' });
  });

  it('put them into the pool, except locked ones', async () => {
    const [first, locked] = [await save('公海甲公司'), await save('公海乙公司')];
    await ask('CrmCustomer/lock', { ids: locked, isLock: 1 }, 'admin');
    const rows = [['公海甲公司'], ['公海乙公司'], ['公海丙公司']];
    const answer = await send('crmSeasCustomers', ['客户名称'], rows, { as: 'admin' });
    expect([counts(answer), faults(answer)]).toEqual([
      [3, 1, 0],
      [
        [3, '选中的客户有被锁定的，不能放入公海！'],
        [4, '没有找到客户“公海丙公司”'],
      ],
    ]);
    expect(await detail(first)).toMatchObject({ isPool: 1 });
    // people with the right to the pool are informed that they are there already
    expect(counts(await send('crmSeasCustomers', ['客户名称'], [['公海甲公司']], { as: 'admin' }))).toEqual([1, 0, 1]);
    expect(await undo(answer, 'admin')).toEqual({ undone: 1, kept: [] });
    expect(await detail(first)).toMatchObject({ isPool: 0, ownerUserName: '王芳' });
  });

  it('assign them to other owners, as many as those may have', async () => {
    const { peer, seller } = company.people;
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await save(`转移${at}公司`));
    const limit = { type: 1, customerNum: 2, customerDeal: 1, userList: [peer.userId], deptList: [] };
    expect((await ask('CrmCustomer/customerSetting', limit, 'admin')).msg).toBe('');
    const answer = await send(
      'uploadExcelChangeCustomerUser',
      ['客户名称', '新负责人', '原负责人'],
      [
        ['转移0公司', '李强', ''],
        ['转移1公司', '周远', '保留'],
        ['转移2公司', '李强', ''],
        ['转移3公司', '李强', ''],
        ['转移4公司', '王芳', ''],
        ['转移1公司', '赵新', ''],
        ['转移1公司', '周远', '只读'],
        ['转移5公司', '周远', '也许'],
        ['转移5公司', '', ''],
      ],
    );
    expect(counts(answer)).toEqual([9, 3, 2]);
    expect(faults(answer)).toEqual([
      [5, '该员工拥有客户数已达上限'],
      [7, '与第3行冲突'],
      [9, '“原负责人”不能填写“也许”'],
      [10, '新负责人不能为空'],
    ]);
    const owners = await Promise.all(ids.map(async (id) => (await detail(id))?.['ownerUserName']));
    expect(owners).toEqual(['李强', '周远', '李强', '王芳', '王芳', '王芳']);
    expect(await members(ids[1] ?? 0)).toEqual([
      ['周远', 0],
      ['王芳', 1],
    ]);
    const log = await ask('CrmRecord/queryRecordList', { actionId: ids[1], types: 'crm_customer' }, 'admin');
    expect(JSON.stringify(log.data)).toContain('将客户转移给：周远');
    expect(await undo(answer)).toEqual({ undone: 3, kept: [] });
    expect((await detail(ids[2] ?? 0))?.['ownerUserId']).toBe(seller.userId);
    // older clients send the new owner next to the file
    const fields = { userId: company.people.subordinate.userId };
    const beside = await send('uploadExcelChangeCustomerUser', ['客户名称'], [['转移5公司']], { fields });
    expect(counts(beside)).toEqual([1, 1, 0]);
    expect(await detail(ids[5] ?? 0)).toMatchObject({ ownerUserName: '赵新' });
  });
});

describe('sheets that are refused as a whole', () => {
  it('lack their columns, have others, are no sheets, or are too long', async () => {
    const refusals: [string, string[], string[][], string][] = [
      ['uploadExcelTeam', ['客户名称', '权限'], [['甲', '只读']], '第1行缺少必填列“成员”'],
      ['uploadExcelTeam', ['成员', '权限'], [['周远', '只读']], '第1行缺少必填列“客户名称”'],
      ['uploadExcelDelCustomer', ['客户名称', '手机'], [['甲', '1']], '第1行第B列“手机”没有对应的字段'],
      ['uploadExcelDelCustomer', ['公司'], [['甲']], '请使用最新导入模板'],
      ['uploadExcelDelCustomer', ['客户名称'], [], '表格中没有数据'],
      ['uploadExcelFollowUp', ['客户名称', '跟进内容'], [['甲', '乙']], '第1行缺少必填列“记录类型”'],
      ['uploadExcelChangeCustomerUser', ['客户名称'], [['甲']], '第1行缺少必填列“新负责人”'],
    ];
    for (const [path, headers, rows, msg] of refusals)
      await expect(send(path, headers, rows), `${path} ${headers}`).rejects.toThrow(msg);
    const long = `客户名称\n${Array.from({ length: 10_001 }, (_, at) => `没有${at}`).join('\n')}\n`;
    const tooLong = await sendFile('uploadExcelDelCustomer', { name: 'a.csv', content: Buffer.from(long) });
    expect([tooLong.code, tooLong.msg]).toEqual([413, '最多同时导入10000条数据']);
    const junk = await sendFile('crmSeasCustomers', { name: 'a.xlsx', content: Buffer.from([0, 1, 2, 3]) });
    expect(junk.code).toBe(415);
  });

  it('require the right to the action and the one to import', async () => {
    const { hr } = company.people;
    const id = await save('权限公司');
    const rows = [['权限公司', '周远']];
    const add = () => send('uploadExcelTeam', ['客户名称', '成员'], rows, { as: 'hr' });
    const grant = async (action: string) => {
      const menuId = menuRows.find(({ permission }) => permission === `crm:customer:${action}`)?.menuId ?? 0;
      await company.db.insertInto('role_menu').values({ role_id: role.role_id, menu_id: menuId }).execute();
      await organisationChanged(company.db);
    };
    const role = await company.db
      .insertInto('role')
      .values({ role_name: '只管团队', role_type: 2, data_type: 5, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    await company.db.insertInto('user_role').values({ user_id: hr.userId, role_id: role.role_id }).execute();
    await grant('index');
    await grant('excelimport');
    await expect(add()).rejects.toThrow('无权访问');
    await company.db.deleteFrom('role_menu').where('role_id', '=', role.role_id).execute();
    await grant('index');
    await grant('teamsave');
    await expect(add()).rejects.toThrow('无权访问');
    expect(await members(id)).toEqual([['王芳', 0]]);
    await grant('excelimport');
    expect(counts(await add())).toEqual([1, 1, 0]);
  });

  it('report a customer of another person as unknown, by name and by id', async () => {
    const id = await save('秘密公司', 'stranger');
    const byName = await send('uploadExcelDelCustomer', ['客户名称'], [['秘密公司'], ['虚构公司']], { as: 'manager' });
    const byId = await send('uploadExcelDelCustomer', ['ID'], [[String(id)], ['99999999']], { as: 'manager' });
    expect(faults(byName).map(([, msg]) => String(msg).replace(/“.*”/, ''))).toEqual(['没有找到客户', '没有找到客户']);
    expect(faults(byId).map(([, msg]) => String(msg).replace(/“.*”/, ''))).toEqual(['没有找到客户', '没有找到客户']);
    expect([byName.operationId, byId.operationId]).toEqual([null, null]);
  });

  it('accept English headings and are reported in the reader’s language', async () => {
    await save('英文公司');
    const csv = Buffer.from('Name,Members\nNobody Ltd,周远\n英文公司,Nobody\n');
    const { data } = await sendFile(
      'uploadExcelTeam',
      { name: 'team.csv', content: csv },
      { headers: { 'x-language': 'en' } },
    );
    expect(faults(data as BulkSheetAnswer)).toEqual([
      [2, expect.stringContaining('“Nobody Ltd”')],
      [3, 'No employee “Nobody” found: enter the name, employee number, account or mobile'],
    ]);
  });
});

it('templates have the headings and one example row, which names nobody', async () => {
  for (const kind of customerSheets.kinds) {
    const file = await ask('CrmCustomer/downloadSheet', { kind }, 'admin');
    expect(file.headers['content-disposition']).toBe(`attachment;filename=customer_${kind}.xlsx`);
    const rows = await imports.cells(file.raw);
    expect([kind, rows.length, rows[1]?.[0]]).toEqual([kind, 3, '客户名称(*)']);
    // the longest and the shortest are accepted
    if (kind !== 'follow_up' && kind !== 'deletion') continue;
    const path = customerSheets.byKind[kind].path.replace('CrmCustomer/', '');
    const answer = await sendFile(path, { name: '模板.xlsx', content: file.raw }, { as: 'admin' });
    expect([kind, answer.data]).toMatchObject([kind, { total: 1, success: 0, operationId: null }]);
  }
  expect((await ask('CrmCustomer/downloadSheet', { kind: 'other' }, 'admin')).code).toBe(422);
});
