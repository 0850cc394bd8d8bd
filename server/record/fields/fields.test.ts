import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { formTypeCodes, type FormType } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, design, save, idOf, read, formOf } = openFieldSetup(() => company);

describe('the form of a record', () => {
  it('describes every field with everything that clients read', async () => {
    const form = await formOf({ label: 2 });
    const name = form.find((field) => field.fieldName === 'customer_name');
    expect(name).toMatchObject({
      fieldId: expect.any(Number) as number,
      name: '客户名称',
      type: 1,
      formType: 'crm_check_name',
      fieldType: 1,
      isNull: 1,
      isUnique: 1,
      setting: [],
      value: '',
      defaultValue: '',
      inputTips: '',
      disabled: 0,
      relation: null,
    });
    expect(form.find((field) => field.fieldName === '客户级别')).toMatchObject({
      name: '客户级别',
      type: 3,
      formType: 'select',
      fieldType: 0,
      isNull: 0,
      setting: ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'],
      options: 'A（重点客户）,B（普通客户）,C（非优先客户）',
    });
    expect(form.map((field) => field.formType)).toContain('map_address');
    for (const field of form)
      for (const key of ['disabled', 'relation', 'value', 'inputTips', 'defaultValue', 'setting'])
        expect(field).toHaveProperty(key);
  });

  it('returns the values of a record in input form, for every kind of field', async () => {
    const kinds = Object.keys(formTypeCodes).filter(
      (formType) => formType !== 'map_address' && !isRelated(formType as FormType),
    );
    const drafts = kinds.map((formType) => ({
      name: `种类 ${formType}`,
      formType,
      ...(formType === 'select' || formType === 'checkbox' ? { setting: ['甲', { value: '乙' }, '甲'] } : {}),
    }));
    expect((await design({}, drafts)).msg).toBe('');
    const { seller, peer } = company.people;
    const uploaded = await company.call(
      'file/upload',
      {},
      { as: seller, file: { name: '合同.txt', content: Buffer.from('x') } },
    );
    const batchId = String(uploaded.body['batchId']);
    const values: Record<string, unknown> = {
      text: '文字',
      textarea: '一\n二',
      select: '乙',
      date: '2026-02-03',
      number: '12.50',
      floatnumber: 3,
      percent: '12.5%',
      mobile: '13812345678',
      file: batchId,
      checkbox: '甲,乙',
      user: `${seller.userId},${peer.userId}`,
      structure: [{ deptId: seller.deptId, name: 'x' }],
      datetime: 1_770_000_000,
      email: 'a@b.cn',
    };
    const field = (await formOf({ label: 2 }))
      .filter((one) => one.name.startsWith('种类 '))
      .map((one) => ({ ...one, value: values[one.name.slice(3)] }));
    expect(field).toHaveLength(kinds.length);
    const answer = await save({ customer_name: '各种字段公司' }, field);
    expect(answer.msg).toBe('');
    const customerId = idOf(answer);
    const form = await formOf({ label: 2, id: customerId });
    const shown = Object.fromEntries(
      form.flatMap((one) => (one.name.startsWith('种类 ') ? [[one.name.slice(3), one.value]] : [])),
    );
    expect(shown).toMatchObject({
      text: '文字',
      textarea: '一\n二',
      select: '乙',
      date: '2026-02-03',
      number: '12.5',
      floatnumber: '3.00',
      percent: '12.50',
      mobile: '13812345678',
      file: [{ batchId, name: '合同.txt' }],
      checkbox: ['甲', '乙'],
      user: [
        { userId: seller.userId, realname: '王芳' },
        { userId: peer.userId, realname: '李强' },
      ],
      structure: [{ deptId: seller.deptId, name: '销售一部' }],
      datetime: '2026-02-02 10:40:00',
      email: 'a@b.cn',
    });
    expect(await read(customerId)).toMatchObject({
      '种类 number': '12.5',
      '种类 floatnumber': '3.00',
      '种类 percent': '12.50',
      '种类 checkbox': '甲,乙',
      '种类 user': '王芳,李强',
      '种类 structure': '销售一部',
      '种类 date': '2026-02-03',
      '种类 datetime': '2026-02-02 10:40:00',
    });
    const information = (await ask('field/information', { types: 2, id: customerId })).data as Record<
      string,
      unknown
    >[];
    expect(information.find((row) => row['name'] === '种类 user')).toMatchObject({
      value: '王芳,李强',
      formType: 'user',
    });
    expect(information.find((row) => row['name'] === '种类 file')).toMatchObject({ type: 8, value: [{ batchId }] });
    // an older client sends every descriptor back unchanged
    const again = await save(
      { customerId, customer_name: '各种字段公司' },
      form.map((one) => ({ ...one, value: values[one.name.slice(3)] ?? one.value })),
    );
    expect(again.msg).toBe('');
    expect((again.data as { version: number }).version).toBe(1);
    const empty = await formOf({ label: 2, id: idOf(await save({ customer_name: '空字段公司' })) });
    const blank = Object.fromEntries(empty.map((one) => [one.name.slice(3), one.value]));
    expect([blank['checkbox'], blank['user'], blank['structure'], blank['file'], blank['text']]).toEqual([
      [],
      [],
      [],
      [],
      '',
    ]);
  });
});

describe('the address of a record', () => {
  it('is sent as region, place, detail and coordinates, whole in forms and as keys on rows', async () => {
    const entity = {
      customer_name: '地址公司',
      address: '浙江省,杭州市,西湖区',
      location: '西湖文化广场',
      detailAddress: '中山北路 1 号',
      lng: '120.163',
      lat: '30.278',
    };
    const customerId = idOf(await save(entity));
    const { customer_name: _name, ...address } = entity;
    expect(await read(customerId)).toMatchObject(address);
    const form = await formOf({ label: 2, id: customerId });
    expect(form.find((field) => field.formType === 'map_address')?.value).toEqual(address);
    expect((await save({ customerId, lat: '91' })).code).toBe(422);
  });
});

describe('columns of a list', () => {
  it('are personal: order, visibility, and width', async () => {
    const config = async (who: PersonName) =>
      (await ask('field/queryFieldConfig', { label: 2 }, who)).data as Record<
        'value' | 'hideValue',
        { id: string; name: string }[]
      >;
    const heads = async (who: PersonName) =>
      ((await ask('field/queryListHead', { label: 2 }, who)).data as { name: string }[]).map((head) => head.name);
    const before = await config('peer');
    expect(before.value[0]).toEqual({ id: 'customer_name', name: '客户名称', frozen: 0 });
    // the fields in form order, then system columns; arranged, the most important ones first
    expect(before.value.map(({ name }) => name).slice(0, 4)).toEqual(['客户名称', '手机', '电话', '客户来源']);
    const arranged = (await ask('field/queryListHead', { label: 2, arranged: 1 }, 'peer')).data as { name: string }[];
    expect(arranged.map(({ name }) => name).slice(0, 7)).toEqual([
      '客户名称',
      '客户级别',
      '负责人',
      '下次联系时间',
      '最后跟进时间',
      '手机',
      '电话',
    ]);
    expect((await heads('peer')).slice(-4)).toEqual(['更新时间', '创建时间', '负责人', '创建人']);
    const hidden = before.value
      .map((one) => one.id)
      .filter((id) => !['mobile', 'customer_name', 'next_time'].includes(id));
    const body = { label: 2, noHideIds: 'mobile,customer_name,next_time', hideIds: hidden.join(',') };
    expect((await ask('field/fieldConfig', body, 'peer', true)).msg).toBe('');
    expect(await heads('peer')).toEqual(['手机', '客户名称', '下次联系时间']);
    expect((await heads('seller')).length).toBeGreaterThan(5);
    const few = await ask('field/fieldConfig', { label: 2, noHideIds: 'mobile', hideIds: '' }, 'peer', true);
    expect([few.code, few.msg]).toEqual([422, '至少显示2列']);
    expect((await ask('field/fieldConfig', { ...body, noHideIds: 'mobile,password_hash' }, 'peer')).code).toBe(400);
    expect((await ask('field/setFelidStyle', { types: 'crm_customer', field: 'mobile', width: 180 }, 'peer')).msg).toBe(
      '',
    );
    expect((await ask('field/queryListHead', { label: 2 }, 'peer')).data).toContainEqual(
      expect.objectContaining({ fieldName: 'mobile', width: 180 }),
    );
    // a new field is added hidden
    await design({}, [{ name: '后来的', formType: 'text' }]);
    expect((await config('peer')).hideValue.at(-1)).toMatchObject({ name: '后来的' });
    for (const path of ['field/queryListHead', 'field/queryFieldConfig', 'scene/queryField', 'field/queryField'])
      expect((await ask(path, { label: 2 }, 'hr')).code).toBe(403);
  });
});
