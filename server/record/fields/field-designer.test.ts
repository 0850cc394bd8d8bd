import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openFieldSetup, type AdminField, type Draft } from '#server/record/fields/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, setUp, keep, design, save, idOf, read, formOf } = openFieldSetup(() => company);

describe('the field designer', () => {
  it('requires its own right', async () => {
    for (const who of ['seller', 'hr', 'manager'] as const) {
      expect((await ask('field/list', { label: 2 }, who)).code).toBe(403);
      expect((await ask('field/queryFields', {}, who)).code).toBe(403);
      expect((await keep([], who)).code).toBe(403);
    }
    expect((await ask('field/queryFields', {}, 'admin')).data).toContainEqual(
      expect.objectContaining({ label: 2, types: 'crm_customer', name: '客户管理' }),
    );
  });

  it('refuses what was changed before others have saved the form, and takes it from clients that do not say', async () => {
    const versionOf = async () => {
      const { data } = await ask('field/list', { label: 2 }, 'admin');
      const versions = new Set((data as { formVersion: string }[]).map(({ formVersion }) => formVersion));
      expect(versions.size).toBe(1);
      return [...versions][0];
    };
    const data = await setUp();
    const base = await versionOf();
    const attempts = await Promise.all([1, 2].map(() => ask('field/save', { label: 2, data, base }, 'admin')));
    expect(attempts.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    expect(attempts.find(({ code }) => code === 409)?.msg).toBe('您打开之后，这个表单已被他人修改。请重新打开后再保存');
    expect(await versionOf()).not.toBe(base);
    expect((await ask('field/save', { label: 2, data }, 'admin')).code).toBe(0);
  });

  it('adds, orders, renames and deletes a field; a renamed one keeps its values, a deleted one loses them', async () => {
    expect((await design({}, [{ name: '颜色', formType: 'text', remark: '外壳' }])).msg).toBe('');
    const customerId = idOf(await save({ customer_name: '改名公司' }, [{ name: '颜色', value: '红' }]));
    expect(await read(customerId)).toMatchObject({ 颜色: '红' });
    expect((await setUp()).find((row) => row.name === '颜色')).toMatchObject({ remark: '外壳', operating: 0 });
    await ask('field/setFelidStyle', { types: 'crm_customer', field: '颜色', width: 222 });
    expect((await design({ 颜色: { name: '色彩' } })).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 色彩: '红' });
    expect(await read(customerId)).not.toHaveProperty('颜色');
    const heads = (await ask('field/queryListHead', { label: 2 })).data as { name: string; width: number }[];
    expect(heads.find((head) => head.name === '色彩')).toMatchObject({ fieldName: '色彩', width: 222 });
    // a form loaded earlier still names the field by its id
    const fieldId = (await setUp()).find((row) => row.name === '色彩')?.fieldId;
    expect((await save({ customerId }, [{ fieldId, fieldName: '颜色', name: '颜色', value: '蓝' }])).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 色彩: '蓝' });
    expect((await design({ 色彩: null })).msg).toBe('');
    expect(await read(customerId)).not.toHaveProperty('色彩');
    expect((await ask('CrmCustomer/queryPageList', { sortField: '色彩' })).code).toBe(400);
    // a new field of the old name starts empty (security A8)
    expect((await design({}, [{ name: '色彩', formType: 'text' }])).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 色彩: '' });
    const log = (await ask('CrmRecord/queryRecordList', { actionId: customerId, types: 2 })).data as {
      content: string[];
    }[];
    expect(log.flatMap((entry) => entry.content)).toContain('将色彩 由红修改为蓝。');
  });

  it('accepts two fields that swap their names', async () => {
    expect(
      (
        await design({}, [
          { name: '甲项', formType: 'text' },
          { name: '乙项', formType: 'text' },
        ])
      ).msg,
    ).toBe('');
    const customerId = idOf(
      await save({ customer_name: '互换公司' }, [
        { name: '甲项', value: '1' },
        { name: '乙项', value: '2' },
      ]),
    );
    expect((await design({ 甲项: { name: '乙项' }, 乙项: { name: '甲项' } })).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 甲项: '2', 乙项: '1' });
  });

  it.each<[string, Record<string, Draft | null>, Draft[], string]>([
    ['a name twice', {}, [{ name: '手机', formType: 'text' }], '自定义表单名称不能重复！'],
    ['no name', {}, [{ name: ' ', formType: 'text' }], '第*行的自定义字段，标识名不能为空'],
    ['a key of rows', {}, [{ name: 'ownerUserId', formType: 'text' }], '“ownerUserId”是系统保留名称'],
    ['a flag of rows', {}, [{ name: 'isLock', formType: 'text' }], '“isLock”是系统保留名称'],
    ['a word of the language', {}, [{ name: 'toString', formType: 'text' }], '“toString”是系统保留名称'],
    ['an unknown kind', {}, [{ name: '怪', formType: 'wizard' }], '“怪”的类型“wizard”不存在'],
    ['a second address', {}, [{ name: '另址', formType: 'map_address' }], '“另址”的类型“map_address”不存在'],
    ['another kind', { 客户级别: { formType: 'text', type: 1 } }, [], '“客户级别”的类型不能修改'],
    ['another kind by number', { 客户级别: { formType: undefined, type: 1 } }, [], '“客户级别”的类型不能修改'],
    ['no options', { 客户级别: { setting: [], options: '' } }, [], '“客户级别”至少要有一个选项'],
    ['an unknown default', { 客户级别: { defaultValue: 'D' } }, [], '客户级别没有选项“D”'],
    ['a fixed field that may not change', { 区号: { name: '国家' } }, [], '“区号”不能修改或删除'],
    ['the name of customers not unique', { 客户名称: { isUnique: 0 } }, [], '“客户名称”必须唯一，不能取消'],
    ['an id of nowhere', {}, [{ fieldId: 999_999, name: '无' }], '字段“无”不存在'],
  ])('refuses %s', async (_what, changes, added, msg) => {
    const before = await setUp();
    const answer = await design(changes, added);
    expect(answer.msg.replace(/\d+/, msg.includes('*') ? '*' : '$&')).toBe(msg);
    expect([400, 422]).toContain(answer.code);
    expect(await setUp()).toEqual(before);
  });

  it('accepts no custom field with the name of an omitted fixed one', async () => {
    const rows = (await setUp()).filter((row) => row.name !== '备注');
    expect((await keep([...rows, { name: '备注', formType: 'text' }])).msg).toBe('自定义表单名称不能重复！');
  });

  it('stops at 100 custom fields, and at 200 rows', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `多 ${at}`, formType: 'text' }));
    expect((await design({}, some(100))).msg).toBe('自定义字段不能超过100个');
    expect((await keep(some(201))).code).toBe(422);
  });

  it('keeps removed options in records until somebody chooses another', async () => {
    expect(
      (
        await design({}, [
          { name: '档次', formType: 'select', setting: ['高', '中', '低,档'] },
          { name: '用途', formType: 'checkbox', options: '自用,转售' },
        ])
      ).msg,
    ).toBe('');
    const fields = [
      { name: '档次', value: '高' },
      { name: '用途', value: '自用,转售' },
    ];
    const customerId = idOf(await save({ customer_name: '选项公司' }, fields));
    expect((await design({ 档次: { setting: ['中', '低，档'] }, 用途: { setting: ['转售'] } })).msg).toBe('');
    // the whole form is sent back with the old option in it
    expect((await save({ customerId, remark: '改' }, fields)).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 档次: '高', 用途: '自用,转售', remark: '改' });
    expect((await save({ customerId }, [{ name: '档次', value: '低，档' }])).msg).toBe('');
    expect((await save({ customerId }, [{ name: '档次', value: '高' }])).msg).toBe('档次没有选项“高”');
    expect((await save({ customer_name: '新选项公司' }, fields)).msg).toBe('档次没有选项“高”');
    expect(
      (await ask('CrmCustomer/queryPageList', { data: [{ fieldName: '用途', value: '自用' }] })).data,
    ).toMatchObject({ totalRow: 1 });
  });

  it('makes a field unique only if its values are', async () => {
    expect((await design({}, [{ name: '工号', formType: 'number' }])).msg).toBe('');
    const first = idOf(await save({ customer_name: '工号一' }, [{ name: '工号', value: '7.0' }]));
    const second = idOf(await save({ customer_name: '工号二' }, [{ name: '工号', value: '7' }]));
    expect((await design({ 工号: { isUnique: 1 } })).msg).toBe('“工号”有1个值重复，例如“7”，不能设为唯一');
    expect((await save({ customerId: second }, [{ name: '工号', value: '8' }])).msg).toBe('');
    expect((await design({ 工号: { isUnique: 1 } })).msg).toBe('');
    const duplicate = await save({ customerId: second }, [{ name: '工号', value: '7.00' }]);
    expect([duplicate.code, duplicate.msg]).toEqual([422, '工号已存在']);
    const { fieldId } = (await setUp()).find((row) => row.name === '工号') ?? { fieldId: 0 };
    const verify = (value: string, batchId?: unknown) => ask('field/verify', { fieldId, value, batchId });
    expect((await verify('7')).msg).toBe('工号已存在');
    expect((await verify('7', (await read(first))['batchId'])).code).toBe(0);
    expect((await verify('9')).code).toBe(0);
    expect((await ask('field/verify', { fieldId })).msg).toBe('字段校验参数错误');
    const both = await Promise.all(
      ['三', '四'].map((name) => save({ customer_name: `工号${name}` }, [{ name: '工号', value: '11' }])),
    );
    expect(both.map((answer) => answer.code).toSorted((left, right) => left - right)).toEqual([0, 422]);
  });

  it('requires a field for new records, and for old ones when they change it', async () => {
    const customerId = idOf(await save({ customer_name: '必填公司' }));
    expect((await design({}, [{ name: '联系方式', formType: 'text', isNull: 1 }])).msg).toBe('');
    expect((await save({ customer_name: '必填公司二' })).msg).toBe('联系方式不能为空');
    expect((await save({ customerId, remark: '不相干' })).msg).toBe('');
    expect((await save({ customerId }, [{ name: '联系方式', value: '微信' }])).msg).toBe('');
    expect((await save({ customerId }, [{ name: '联系方式', value: '' }])).msg).toBe('联系方式不能为空');
    expect((await design({ 联系方式: { isNull: 0 } })).msg).toBe('');
  });

  it('hides a field from forms, rows, filters, saves and logs, and never the title', async () => {
    const customerId = idOf(await save({ customer_name: '隐藏公司', website: 'a.cn' }));
    await save({ customerId, website: 'b.cn' });
    expect((await design({ 网址: { isHidden: 1 }, 客户名称: { isHidden: 1 } })).msg).toBe('');
    expect((await formOf({ label: 2 })).map((field) => field.name)).not.toContain('网址');
    expect((await formOf({ label: 2 })).map((field) => field.name)).toContain('客户名称');
    expect(await read(customerId)).not.toHaveProperty('website');
    for (const body of [{ sortField: 'website' }, { data: [{ fieldName: 'website', value: 'b.cn' }] }])
      expect((await ask('CrmCustomer/queryPageList', body)).code).toBe(400);
    expect((await save({ customerId, website: 'c.cn' })).code).toBe(0);
    const { fieldId } = (await setUp()).find((row) => row.name === '网址') ?? { fieldId: 0 };
    expect((await save({ customerId }, [{ fieldId, value: 'c.cn' }])).code).toBe(0);
    const log = await ask('CrmRecord/queryRecordList', { actionId: customerId, types: 2 });
    expect(JSON.stringify(log.data)).not.toMatch(/网址|\.cn/);
    expect((await design({ 网址: { isHidden: 0 } })).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ website: 'b.cn' });
  });

  it('does not store labels in the language of the administrator who saves', async () => {
    const english = (path: string, body: Record<string, unknown>) =>
      company.call(path, body, { as: company.people.admin, headers: { 'x-language': 'en' } });
    const rows = (await english('field/list', { label: 2 })).data as AdminField[];
    expect(rows.map((row) => row.name)).toContain('Notes');
    expect((await english('field/save', { label: 2, data: rows })).msg).toBe('');
    expect((await setUp()).map((row) => row.name)).toContain('备注');
    // and a message names the field in the reader's language
    const entity = { customer_name: '', website: '' };
    expect((await english('CrmCustomer/addOrUpdate', { entity })).msg).toBe('Name is required');
    expect((await save(entity)).msg).toBe('客户名称不能为空');
  });

  it('accepts the rows as JSON text in a form', async () => {
    const data = JSON.stringify(await setUp());
    expect((await ask('field/save', { label: 2, data }, 'admin', true)).msg).toBe('');
    expect((await ask('field/save', { label: 2, data: '[{"__proto__":{"x":1}}]' }, 'admin', true)).code).toBe(400);
  });
});
