import { isReadable } from '#server/testing/company/readable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as: PersonName) =>
  company.call(path, body, { as: company.people[as] });
const save = async (name: string, as: PersonName = 'seller'): Promise<number> =>
  (
    (await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as)).data as {
      customerId: number;
    }
  ).customerId;
const ownerOf = async (customerId: number) =>
  (await ask('CrmCustomer/queryById', { customerId }, 'admin')).data as { ownerUserId: number; version: number };
const members = async (customerId: number) =>
  ((await ask('CrmCustomer/getMembers', { customerId }, 'admin')).data as { id: number; powerType: number }[]).map(
    ({ id, powerType }) => [id, powerType],
  );
const mayRead = async (customerId: number, as: PersonName) =>
  isReadable(await ask('CrmCustomer/queryById', { customerId }, as));
const transfer = (ids: number[], to: PersonName, more: Record<string, unknown> = {}, as: PersonName = 'manager') =>
  ask('CrmCustomer/transfer', { customerIds: ids, newOwnerUserId: company.people[to].userId, ...more }, as);

describe('transferring customers', () => {
  it('moves them with their counters, and the old owner no longer sees them', async () => {
    const ids = [await save('转移甲'), await save('转移乙')];
    const before = (await ask('CrmCustomer/queryPageList', {}, 'peer')).data as { totalRow: number };
    const answer = await transfer(ids, 'peer');
    expect(answer.msg).toBe('');
    expect(answer.data).toMatchObject({ count: 2 });
    expect((await ownerOf(ids[0] ?? 0)).ownerUserId).toBe(company.people.peer.userId);
    expect(await mayRead(ids[0] ?? 0, 'seller')).toBe(false);
    const after = (await ask('CrmCustomer/queryPageList', {}, 'peer')).data as { totalRow: number };
    expect(after.totalRow).toBe(before.totalRow + 2);
    const log = (await ask('CrmRecord/queryRecordList', { actionId: ids[0], types: 'crm_customer' }, 'peer')).data;
    expect(JSON.stringify(log)).toContain('将客户转移给：李强');
  });

  it('keeps the old owner as a member with the requested power', async () => {
    const id = await save('转移丙');
    await transfer([id], 'stranger', { transferType: 2, power: 2 });
    const { seller, stranger } = company.people;
    expect(await members(id)).toEqual([
      [stranger.userId, 0],
      [seller.userId, 2],
    ]);
    const edit = await ask(
      'CrmCustomer/addOrUpdate',
      { entity: { customerId: id, remark: '仍可编辑' }, field: [] },
      'seller',
    );
    expect(edit.msg).toBe('');
  });

  it('refuses the whole call for records out of reach, disabled owners, and old versions', async () => {
    const own = await save('转移丁');
    const foreign = await save('转移戊', 'stranger');
    expect((await transfer([own, foreign], 'peer')).code).toBe(404);
    expect((await ownerOf(own)).ownerUserId).toBe(company.people.seller.userId);
    await company.db
      .updateTable('app_user')
      .set({ status: 0 })
      .where('user_id', '=', company.people.hr.userId)
      .execute();
    expect((await transfer([own], 'hr')).msg).toBe('该员工已停用，不能作为负责人');
    const stale = await transfer([own], 'peer', { versions: { [own]: 7 } });
    expect([stale.code, stale.msg]).toEqual([409, '“转移丁”已被王芳修改，请确认后再保存']);
    await withoutRight(company, 11, customerType, 'transfer', async () => {
      expect((await transfer([own], 'peer', {}, 'seller')).code).toBe(403);
    });
  });
});

describe('the team of a customer', () => {
  it('lets a reader read and a writer write, and ends with the membership', async () => {
    const id = await save('团队甲');
    const { stranger } = company.people;
    const entity = { customerId: id, remark: '来自成员' };
    expect(await mayRead(id, 'stranger')).toBe(false);
    await ask('CrmCustomer/addMembers', { ids: String(id), memberIds: [stranger.userId], power: 1 }, 'manager');
    expect(await mayRead(id, 'stranger')).toBe(true);
    expect((await ask('CrmCustomer/addOrUpdate', { entity, field: [] }, 'stranger')).code).toBe(404);
    await ask('CrmCustomer/updateMembers', { ids: [id], memberIds: [stranger.userId], power: 2 }, 'manager');
    expect((await ask('CrmCustomer/addOrUpdate', { entity, field: [] }, 'stranger')).code).toBe(0);
    const list = (await ask('CrmCustomer/queryPageList', { search: '团队甲' }, 'stranger')).data as {
      totalRow: number;
    };
    expect(list.totalRow).toBe(1);
    await ask('CrmCustomer/deleteMembers', { ids: [id], memberIds: [stranger.userId] }, 'manager');
    expect(await mayRead(id, 'stranger')).toBe(false);
  });

  it('refuses the owner as a member', async () => {
    const id = await save('团队乙');
    const answer = await ask(
      'CrmCustomer/addMembers',
      { ids: [id], memberIds: [company.people.seller.userId], power: 1 },
      'manager',
    );
    expect(answer.msg).toBe('负责人不能重复选为团队成员!');
  });
});

describe('undoing an action', () => {
  const undo = (operationId: unknown, as: PersonName = 'manager') => ask('operation/undo', { operationId }, as);
  const operationOf = (answer: { data: unknown }) => (answer.data as { operationId: number }).operationId;

  it('restores owner, team and order, and leaves later changes', async () => {
    const [first, second] = [await save('撤销甲'), await save('撤销乙')];
    const { seller, stranger } = company.people;
    await ask('CrmCustomer/addMembers', { ids: [first], memberIds: [stranger.userId], power: 1 }, 'manager');
    const act = operationOf(await transfer([first, second], 'stranger', { transferType: 2, power: 2 }));
    await ask('CrmCustomer/addOrUpdate', { entity: { customerId: second, remark: '改过' }, field: [] }, 'stranger');
    const answer = await undo(act);
    expect(answer.data).toEqual({ undone: 1, kept: [{ id: second, title: '撤销乙' }] });
    expect(await members(first)).toEqual([
      [seller.userId, 0],
      [stranger.userId, 1],
    ]);
    expect((await ownerOf(second)).ownerUserId).toBe(stranger.userId);
    expect((await undo(act)).msg).toBe('该操作已被撤销');
  });

  it('restores deleted customers', async () => {
    const id = await save('撤销丙');
    const answer = await ask('CrmCustomer/deleteByIds', { customerIds: [id] }, 'manager');
    expect(answer.code).toBe(0);
    const acts = (await ask('operation/queryPageList', {}, 'manager')).data as {
      list: { operationId: number; text: string; mayUndo: number }[];
    };
    expect(acts.list[0]).toMatchObject({ text: '删除了客户', titles: ['撤销丙'], mayUndo: 1 });
    expect((await undo(acts.list[0]?.operationId)).code).toBe(0);
    expect((await ownerOf(id)).ownerUserId).toBe(company.people.seller.userId);
  });

  it('names the records and the field of an edit, and no record out of reach', async () => {
    const ids = [await save('指名甲'), await save('指名乙'), await save('指名丙'), await save('指名丁')];
    const edit = { ids: ids.join(','), fieldName: 'website', value: 'https://example.com' };
    expect((await ask('CrmCustomer/updateFieldByIds', edit, 'seller')).msg).toBe('');
    const first = async () => ((await ask('operation/queryPageList', {}, 'seller')).data as { list: object[] }).list[0];
    const said = { text: '修改了客户的网址', rowTotal: 4 };
    expect(await first()).toMatchObject({ ...said, titles: ['指名甲', '指名乙', '指名丙'] });
    await transfer(ids.slice(0, 2), 'peer');
    expect(await first()).toMatchObject({ ...said, titles: ['指名丙', '指名丁'] });
  });

  it('is allowed for the person who did it', async () => {
    const id = await save('撤销丁');
    const act = operationOf(await transfer([id], 'peer'));
    const foreign = await undo(act, 'stranger');
    const absent = await undo(99_999_999, 'stranger');
    expect([foreign.code, foreign.msg]).toEqual([absent.code, absent.msg]);
    expect((await ownerOf(id)).ownerUserId).toBe(company.people.peer.userId);
  });
});
