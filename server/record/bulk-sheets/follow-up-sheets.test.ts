import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { customerImports, openBulkSheets } from '#server/modules/crm/customers/testing.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';
import { performSheet } from './perform.ts';

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

const { ask, save, sendFile, send, counts, faults, undo, detail, followUps } = openBulkSheets(() => ({
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

describe('sheets of follow-ups', () => {
  const headers = ['客户名称', '跟进内容', '记录类型', '跟进时间', '跟进人', '下次联系时间'];

  it('keep author and time, refuse invalid rows, skip existing ones, and are undone', async () => {
    const [first, second] = [await save('跟进甲公司'), await save('跟进乙公司')];
    await ask('CrmCustomer/addRecord', { typesId: second, content: '早先的跟进', category: '打电话' }, 'seller');
    const before = await detail(second);
    const rows = [
      ['跟进甲公司', '去年拜访', '上门拜访', '2025-03-01 09:30:00', '王芳', ''],
      // in English it is the same kind
      ['跟进甲公司', '前年来电', 'Phone call', '2024/3/1', '赵新', '2027-01-05 10:00:00'],
      ['跟进乙公司', '很久以前', '发短信', '2023-01-01 08:00', '', ''],
      ['跟进甲公司', '去年拜访', '上门拜访', '2025-03-01 09:30:00', '王芳', ''],
      ['跟进甲公司', '明年的', '打电话', '2999-01-01', '王芳', ''],
      ['跟进甲公司', '没有的日子', '打电话', '2025-02-30', '王芳', ''],
      ['跟进甲公司', '别人的', '打电话', '2025-03-01', '周远', ''],
      ['跟进甲公司', '', '打电话', '', '', ''],
      ['跟进甲公司', '没有方式', '', '', '', ''],
      ['跟进甲公司', '长'.repeat(1001), '打电话', '', '', ''],
      ['跟进甲公司', '下次', '打电话', '', '', '明天'],
      ['跟进甲公司', '没有的方式', '飞鸽传书', '', '', ''],
    ];
    const answer = await send('uploadExcelFollowUp', headers, rows);
    expect(counts(answer)).toEqual([12, 3, 1]);
    expect(faults(answer)).toEqual([
      [6, '跟进时间不能晚于现在'],
      [7, '跟进时间不是有效的日期'],
      [8, '没有以“周远”的名义写跟进记录的权限'],
      [9, '跟进内容不能为空'],
      [10, '记录类型不能为空'],
      [11, expect.stringContaining('1000')],
      [12, '下次联系时间不是有效的日期'],
      [13, '没有跟进类型“飞鸽传书”，可选：打电话、发短信、上门拜访'],
    ]);
    expect(await followUps(first)).toEqual([
      ['王芳', '2025-03-01 09:30:00', '去年拜访', '上门拜访'],
      ['赵新', '2024-03-01 00:00:00', '前年来电', '打电话'],
    ]);
    expect(await detail(first)).toMatchObject({
      lastTime: '2025-03-01 09:30:00',
      lastContent: '去年拜访',
      nextTime: '2027-01-05 10:00:00',
      followup: 1,
    });
    // an older one does not replace the latest
    expect(await followUps(second)).toEqual([
      ['王芳', expect.any(String), '早先的跟进', '打电话'],
      ['孙经理', '2023-01-01 08:00:00', '很久以前', '发短信'],
    ]);
    expect(await detail(second)).toMatchObject({ lastTime: before?.['lastTime'], lastContent: '早先的跟进' });
    const log = await ask('CrmRecord/queryRecordList', { actionId: first, types: 'crm_customer' }, 'admin');
    expect(JSON.stringify(log.data)).toContain('将下次联系时间 由空修改为2027-01-05 10:00:00。');

    const again = await send('uploadExcelFollowUp', headers, rows);
    expect([counts(again), again.operationId]).toEqual([[12, 0, 4], null]);
    expect(await undo(answer)).toEqual({ undone: 2, kept: [] });
    expect([await followUps(first), (await followUps(second)).length]).toEqual([[], 1]);
    expect(await detail(first)).toMatchObject({ lastTime: '', nextTime: '', followup: 0 });
    expect(await detail(second)).toMatchObject({ lastContent: '早先的跟进', followup: 1 });
    expect(counts(await send('uploadExcelFollowUp', headers, rows))).toEqual([12, 3, 1]);
  });

  it('without a time get the current one, and are written once within five minutes, also when sent twice at once; GBK files are accepted', async () => {
    const id = await save('跟进丙公司');
    const csv = iconv.encode('客户名称,跟进内容,记录类型\r\n跟进丙公司,刚才来电,打电话\r\n', 'gbk');
    const file = { name: '跟进.csv', content: csv };
    const sendIt = () => sendFile('uploadExcelFollowUp', file, { as: 'seller' });
    const answers = [...(await Promise.all([sendIt(), sendIt()])), await sendIt()];
    expect(answers.map(({ data }) => counts(data as BulkSheetAnswer)).toSorted()).toEqual([
      [1, 0, 1],
      [1, 0, 1],
      [1, 1, 0],
    ]);
    expect(await followUps(id)).toMatchObject([['王芳', expect.any(String), '刚才来电', '打电话']]);
  });

  it('may be written for readable records, in one’s own name', async () => {
    const id = await save('跟进丁公司');
    await ask('CrmCustomer/addMembers', { ids: id, memberIds: company.people.stranger.userId, power: 1 });
    const rows = [
      ['跟进丁公司', '旁听', '打电话', '', '', ''],
      ['跟进丁公司', '冒名', '打电话', '', '王芳', ''],
    ];
    const answer = await send('uploadExcelFollowUp', headers, rows, { as: 'stranger' });
    expect([counts(answer), faults(answer)]).toEqual([[2, 1, 0], [[3, '没有以“王芳”的名义写跟进记录的权限']]]);
    const asAdmin = await send('uploadExcelFollowUp', headers, rows, { as: 'admin' });
    expect(counts(asAdmin)).toEqual([2, 2, 0]);
    expect((await followUps(id)).map(([name]) => name)).toEqual(expect.arrayContaining(['王芳', '周远', 'admin']));
  });
});

describe('the undo of a sheet of follow-ups', () => {
  it('leaves a record marked as followed up that has been followed up since', async () => {
    const ids = [await save('跟进己公司'), await save('跟进庚公司')] as const;
    const rows = [
      ['跟进己公司', '表格里的', '打电话'],
      ['跟进庚公司', '表格里的', '打电话'],
    ];
    const answer = await send('uploadExcelFollowUp', ['客户名称', '跟进内容', '记录类型'], rows);
    await ask('CrmCustomer/addRecord', { typesId: ids[0], content: '后来的', category: '打电话' }, 'seller');
    expect(await undo(answer)).toEqual({ undone: 2, kept: [] });
    expect(await followUps(ids[0])).toMatchObject([['王芳', expect.any(String), '后来的', '打电话']]);
    expect(await detail(ids[0])).toMatchObject({ lastContent: '后来的', followup: 1 });
    expect(await detail(ids[1])).toMatchObject({ lastContent: '', followup: 0 });
  });
});

describe('the next contact in a sheet of follow-ups', () => {
  const headers = ['客户名称', '跟进内容', '记录类型', '下次联系时间'];
  const nextTime = '2027-01-05 10:00:00';
  const restrict = async (level: number) => {
    const { data } = await ask('field/list', { label: customerType.code }, 'admin');
    const field = (data as { fieldId: number; fieldName: string }[]).find((one) => one.fieldName === 'next_time');
    const rights = { roleId: 8, label: customerType.code, data: [{ fieldId: field?.fieldId, level }] };
    expect((await ask('field/saveRoleField', rights, 'admin')).msg).toBe('');
  };
  const headings = async () => {
    const { raw } = await ask('CrmCustomer/downloadSheet', { kind: 'follow_up' });
    return (await imports.cells(raw))[1] ?? [];
  };

  it.each([1, 0])('requires the right to write its field: not at level %i', async (level) => {
    const id = await save(`下次${level}公司`);
    const row = [`下次${level}公司`, '受限的', '打电话', nextTime];
    expect(await headings()).toContain('下次联系时间');
    await restrict(level);
    expect(await headings()).not.toContain('下次联系时间');
    await expect(send('uploadExcelFollowUp', headers, [row])).rejects.toThrow('“下次联系时间”没有对应的字段');
    // as when the right was removed after the sheet had been read
    const actor = await company.services.gate.actorFor(company.db, company.people.manager.userId);
    const values = { name: row[0] ?? '', content: '受限的', category: '打电话', next_time: nextTime };
    const sheet = { headings: headers, lines: [{ row: 2, cells: row, values, fault: null }] };
    const answer = await inTransaction(company.services.pool.db, (trx) =>
      performSheet(trx, actor, customerType, 'follow_up', sheet, { userId: undefined, pool: undefined }),
    );
    expect(counts(answer)).toEqual([1, 1, 0]);
    expect(await detail(id)).toMatchObject({ nextTime: '', followup: 1, lastContent: '受限的' });
    expect(await undo(answer)).toEqual({ undone: 1, kept: [] });
    expect(await detail(id)).toMatchObject({ nextTime: '', followup: 0, lastContent: '' });
    await restrict(2);
    expect(counts(await send('uploadExcelFollowUp', headers, [row]))).toEqual([1, 1, 0]);
    expect(await detail(id)).toMatchObject({ nextTime });
  });

  it('stays with the follow-up where its sender may only read the customer', async () => {
    const id = await save('只读约期公司');
    await ask('CrmCustomer/addMembers', { ids: id, memberIds: company.people.stranger.userId, power: 1 });
    const row = ['只读约期公司', '读者写的', '打电话', nextTime];
    const answer = await send('uploadExcelFollowUp', headers, [row], { as: 'stranger' });
    expect(counts(answer)).toEqual([1, 1, 0]);
    expect(await detail(id)).toMatchObject({ nextTime: '', followup: 1, lastContent: '读者写的' });
    const { data } = await ask('CrmCustomer/getRecord', { customerId: id });
    expect(data).toMatchObject([{ content: '读者写的', nextTime }]);
  });
});
