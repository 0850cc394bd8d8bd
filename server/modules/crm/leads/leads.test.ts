import { isReadable } from '#server/testing/company/readable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '#server/testing/company.ts';
import { openLeads, openLeadsCompany, type Conversion, type Row } from '#server/modules/crm/leads/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openLeadsCompany();
});
afterAll(() => company.close());

const { callAs, ask, good, save, lead, customer } = openLeads(() => company);

describe('a lead', () => {
  it('is listed, read, transferred and found by the duplicate check', async () => {
    const { peer } = company.people;
    const leadsId = await save('星河照明', { mobile: '13711112222', telephone: '0571-88886666', address: '滨江路8号' });
    expect(await lead(leadsId)).toMatchObject({ leadsName: '星河照明', isTransform: 0, followup: 0, customerId: '' });
    const duplicates = { list: [{ leadsId, leadsName: '星河照明', ownerUserName: '王芳', mayRead: 0 }], totalRow: 1 };
    for (const body of [{ leadsName: '星河照' }, { mobile: '13711112222' }, { telephone: '0571-88886666', types: '1' }])
      expect([body, await good('CrmLeads/queryList', body, 'stranger')]).toEqual([body, duplicates]);
    expect(await good('CrmLeads/queryList', {}, 'stranger')).toEqual({ list: [], totalRow: 0 });
    expect((await ask('queryList', { leadsName: '星河照' }, 'hr')).code).toBe(403);
    await good('CrmLeads/addRecord', { typesId: leadsId, content: '已致电', category: '打电话' });
    expect(await lead(leadsId)).toMatchObject({ followup: 1, lastContent: '已致电' });
    // a lead has no team, so a request to stay in it does nothing
    await good('CrmLeads/changeOwnerUser', { leadsIds: leadsId, newOwnerUserId: peer.userId, transferType: 2 });
    expect(await lead(leadsId, 'peer')).toMatchObject({ ownerUserName: '李强', followup: 0 });
    expect(isReadable(await ask('queryById', { leadsId }))).toBe(false);
  });

  it('is shown on a board by its follow-up status', async () => {
    await save('看板未跟进', {}, [], 'agent');
    const done = await save('看板已跟进', {}, [], 'agent');
    await good('CrmLeads/addRecord', { typesId: done, content: '已致电', category: '打电话' }, 'agent');
    const board = await good<{ columns: { name: string; value: unknown; list: Row[] }[] }>(
      'CrmLeads/queryBoard',
      { groupField: 'followup' },
      'agent',
    );
    expect(board.columns.map(({ name, value, list }) => [name, value, list.map((row) => row['name'])])).toEqual([
      ['未跟进', 0, ['看板未跟进']],
      ['已跟进', 1, ['看板已跟进']],
    ]);
  });
});

it('reports a missing id in the words of older clients (R3.12)', async () => {
  const calls = [
    ['CrmLeads/queryById', {}, '线索id不能为空'],
    ['CrmLeads/getRecord', { leads_id: '' }, '线索id不能为空'],
    ['CrmLeads/addRecord', { content: '电话', category: '打电话' }, '线索id不能为空'],
    ['CrmContacts/queryById', { contactsId: null }, '联系人id不能为空'],
    ['CrmLeads/queryById', { leadsId: 'x' }, '“线索”有误'],
  ] as const;
  for (const [path, body, msg] of calls) {
    const answer = await callAs(path, body, 'manager');
    expect([path, answer.code, answer.msg]).toEqual([path, 422, msg]);
  }
});

describe('the details of a company', () => {
  it('are sent with the conversion, under both names of the call', async () => {
    const details = {
      website: 'www.example.cn',
      receiptTitle: '登记名称有限公司',
      receiptIdentifier: '91330100799655058B',
      registCapi: '500万人民币',
      recCap: '300万人民币',
      area: '浙江省,杭州市,滨江区',
      customerName: '登记名称有限公司',
    };
    const leadsId = await save('登记前的名称', { address: '网商路599号' });
    const made = await good<Conversion>('CrmLeads/transferPlus', { leadsId, ...details });
    expect(await customer(made.customerIds[0] ?? 0)).toMatchObject({
      website: details.website,
      receiptTitle: details.receiptTitle,
      receiptIdentifier: details.receiptIdentifier,
      registCapi: details.registCapi,
      recCap: details.recCap,
      customerName: details.customerName,
      address: '浙江省,杭州市,滨江区',
      detailAddress: '网商路599号',
    });
    const other = await save('另一家名称');
    const also = await good<Conversion>('CrmLeads/transferQichacha', { leadsId: other, detailAddress: '科园路2号' });
    expect(await customer(also.customerIds[0] ?? 0)).toMatchObject({
      customerName: '另一家名称',
      detailAddress: '科园路2号',
    });
    const third = await save('税号有误');
    const refused = await ask('transferPlus', { leadsId: third, receiptIdentifier: '91330100MA27XXXX00' });
    expect(refused.code).toBe(422);
    expect((await ask('transferPlus', { leadsId: third }, 'peer')).code).toBe(404);
  });
});
