import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Who = keyof Company['people'];
const call = (path: string, body: object, as: Who = 'seller') =>
  company.call(path, body as Record<string, unknown>, { as: company.people[as] });
const save = async (customerName: string, more: object = {}, field: object[] = [], as: Who = 'seller') => {
  const answer = await call('CrmCustomer/addOrUpdate', { entity: { customerName, ...more }, field }, as);
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const read = async (customerId: number) =>
  (await call('CrmCustomer/queryById', { customerId })).data as Record<string, unknown>;
const edit = (ids: number[], fieldName: string, value: unknown, more: object = {}, as: Who = 'seller') =>
  call('CrmCustomer/updateFieldByIds', { ids, fieldName, value, ...more }, as);
const level = (value: string) => [{ fieldName: '客户级别', value }];

describe('one field of many records', () => {
  it('is set in all of them, is logged with both values, and is restored by one undo', async () => {
    const ids = [await save('批量一', { remark: '旧' }), await save('批量二')];
    const answer = await edit(ids, 'remark', '新备注');
    expect(answer.data).toMatchObject({ count: 2 });
    for (const id of ids) expect(await read(id)).toMatchObject({ remark: '新备注', version: 2 });
    const log = await call('CrmRecord/queryRecordList', { actionId: ids[0], types: 'crm_customer' });
    expect(JSON.stringify(log.data)).toContain('由旧修改为新备注');
    const { operationId } = answer.data as { operationId: number };
    expect((await call('operation/undo', { operationId })).data).toEqual({ undone: 2, kept: [] });
    expect((await read(ids[0] ?? 0))['remark']).toBe('旧');
    expect((await read(ids[1] ?? 0))['remark']).toBe('');
  });

  it('accepts fixed fields of every kind, custom fields, and empty values', async () => {
    const id = await save('各种字段', {}, level('A（重点客户）'));
    const cases: [string, unknown, Record<string, unknown>][] = [
      ['nextTime', '2026-12-01 09:30:00', { nextTime: '2026-12-01 09:30:00' }],
      ['next_time', '', { nextTime: '' }],
      ['mobile', '13812345678', { mobile: '13812345678' }],
      ['客户级别', 'B（普通客户）', { 客户级别: 'B（普通客户）' }],
      ['客户级别', '', { 客户级别: '' }],
      ['customer_name', '改名公司', { customerName: '改名公司' }],
      ['map_address', { address: '北京市,北京市,东城区', detailAddress: '一号' }, { address: '北京市,北京市,东城区' }],
    ];
    for (const [fieldName, value, expected] of cases) {
      const answer = await edit([id], fieldName, value);
      expect([fieldName, answer.msg]).toEqual([fieldName, '']);
      expect(await read(id)).toMatchObject(expected);
    }
  });

  it('refuses what a save refuses, all or nothing', async () => {
    const ids = [await save('拒绝一', { mobile: '13812340001' }), await save('拒绝二')];
    const foreign = await save('别人的拒绝', {}, [], 'stranger');
    const cases: [Parameters<typeof edit>, number, string][] = [
      [[ids, 'mobile', '123'], 422, '手机格式有误'],
      [[ids, 'customerName', ''], 422, '客户名称不能为空'],
      [[ids, 'customerName', '同名'], 422, '客户名称已存在'],
      [[ids, '客户级别', '没有的'], 422, '客户级别没有选项“没有的”'],
      [[ids, 'ownerUserId', 1], 400, ''],
      [[ids, 'deal_status', 1], 400, ''],
      [[[...ids, foreign], 'remark', 'x'], 404, ''],
      [[[...ids, 999_999], 'remark', 'x'], 404, ''],
      [[ids, 'remark', 'x', { versions: { [ids[1] ?? 0]: 7 } }], 409, ''],
      [[ids, 'remark', 'x', {}, 'hr'], 403, ''],
    ];
    for (const [args, code, msg] of cases) {
      const answer = await edit(...args);
      expect([args[1], args[2], answer.code]).toEqual([args[1], args[2], code]);
      if (msg !== '') expect(answer.msg).toBe(msg);
    }
    for (const id of ids) expect((await read(id))['version']).toBe(1);
  });

  it('skips records with the value already, and undo keeps later changes', async () => {
    const [same, other] = [await save('已有该值', { remark: '同' }), await save('没有该值')];
    const answer = await edit([same, other], 'remark', '同');
    expect(answer.data).toMatchObject({ count: 1 });
    expect((await read(same))['version']).toBe(1);
    await edit([other], 'website', 'a.cn');
    const { operationId } = answer.data as { operationId: number };
    expect((await call('operation/undo', { operationId })).data).toEqual({
      undone: 0,
      kept: [{ id: other, title: '没有该值' }],
    });
    expect((await read(other))['remark']).toBe('同');
  });
});

describe('a list as a board', () => {
  const board = async (body: object, as: Who = 'subordinate') =>
    (await call('CrmCustomer/queryBoard', body, as)).data as {
      columns: { value: string | number; totalRow: number; list: Record<string, unknown>[] }[];
    };
  const counts = (answer: Awaited<ReturnType<typeof board>>) =>
    Object.fromEntries(answer.columns.map((column) => [String(column.value).slice(0, 1), column.totalRow]));

  it('counts each option within the scope, the search and the filters, and shows its first rows', async () => {
    for (const [name, value] of [
      ['看板甲', 'A（重点客户）'],
      ['看板乙', 'A（重点客户）'],
      ['看板丙', 'B（普通客户）'],
      ['看板丁', ''],
    ] as const)
      await save(name, name === '看板甲' ? { remark: '重点' } : {}, value === '' ? [] : level(value), 'subordinate');
    await save('外面的看板', {}, level('C（非优先客户）'), 'stranger');
    const all = await board({ groupField: '客户级别' });
    expect(counts(all)).toEqual({ A: 2, B: 1, C: 0, '': 1 });
    expect(all.columns[0]?.list.map((row) => row['customerName'])).toEqual(['看板乙', '看板甲']);
    expect(counts(await board({ groupField: '客户级别', search: '看板甲' }))).toEqual({ A: 1, B: 0, C: 0, '': 0 });
    const data = [{ fieldName: 'remark', condition: 'is', value: '重点' }];
    expect(counts(await board({ groupField: '客户级别', data }))).toEqual({ A: 1, B: 0, C: 0, '': 0 });
    const one = await board({ groupField: '客户级别', limit: 1 });
    expect(one.columns[0]).toMatchObject({ totalRow: 2, list: [{ customerName: '看板乙' }] });
  });

  it('groups by server states too, and by nothing else', async () => {
    expect(counts(await board({ groupField: 'dealStatus' }))).toEqual({ 0: 4, 1: 0 });
    for (const groupField of ['customerName', 'ownerUserName', 'password_hash', '']) {
      expect((await call('CrmCustomer/queryBoard', { groupField })).code).toBe(400);
    }
    expect((await call('CrmCustomer/queryBoard', { groupField: '客户级别' }, 'hr')).code).toBe(403);
  });
});

describe('sums of a list', () => {
  it('add up what the reader sees, and report whether that is everything', async () => {
    const fields = await call('field/list', { label: 2 }, 'admin');
    const data = [...(fields.data as object[]), { name: '人数', formType: 'number' }];
    expect((await call('field/save', { label: 2, data }, 'admin')).msg).toBe('');
    const heads = (value: string) => [{ fieldName: '人数', value }];
    await save('求和甲', {}, heads('120.5'), 'peer');
    await save('求和乙', {}, heads('80'), 'peer');
    await save('求和丙', {}, [], 'peer');
    await save('求和丁', {}, heads('1000'), 'stranger');
    const sums = async (body: object, as: Who) => (await call('CrmCustomer/querySums', body, as)).data;
    const one = (sum: string) => [{ fieldName: '人数', name: '人数', sum }];
    expect(await sums({ search: '求和' }, 'peer')).toEqual({ sums: one('200.5'), isComplete: 0 });
    expect(await sums({ search: '求和甲' }, 'peer')).toEqual({ sums: one('120.5'), isComplete: 0 });
    expect(await sums({ search: '求和' }, 'admin')).toEqual({ sums: one('1200.5'), isComplete: 1 });
    expect(await sums({ search: '没有' }, 'admin')).toEqual({ sums: one('0'), isComplete: 1 });
    expect((await call('CrmCustomer/querySums', {}, 'hr')).code).toBe(403);
  });

  it('stand over each lane of a board, as far as the reader sees its records', async () => {
    const heads = (value: string, option: string) => [{ fieldName: '人数', value }, ...level(option)];
    await save('求和戊', {}, heads('7', 'A（重点客户）'), 'peer');
    await save('求和己', {}, heads('0.5', 'A（重点客户）'), 'peer');
    await save('求和庚', {}, heads('3', 'B（普通客户）'), 'peer');
    await save('求和辛', {}, heads('900', 'B（普通客户）'), 'stranger');
    const lanes = async (as: Who) => {
      const asked = { groupField: '客户级别', search: '求和' };
      const { columns } = (await call('CrmCustomer/queryBoard', asked, as)).data as {
        columns: { value: string; sums: { fieldName: string; sum: string }[] }[];
      };
      return columns.map(({ value, sums }) => [value.slice(0, 1), sums.map((one) => [one.fieldName, one.sum])]);
    };
    const one = (sum: string) => [['人数', sum]];
    expect(await lanes('peer')).toEqual([
      ['A', one('7.5')],
      ['B', one('3')],
      ['C', one('0')],
      ['', one('200.5')],
    ]);
    expect(await lanes('admin')).toEqual([
      ['A', one('7.5')],
      ['B', one('903')],
      ['C', one('0')],
      ['', one('1200.5')],
    ]);
  });
});
