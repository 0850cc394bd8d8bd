import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Company } from '#server/testing/company.ts';
import { openOpportunities, openOpportunityCompany } from '#server/modules/crm/opportunities/testing.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';

let company: Company;
beforeAll(async () => {
  company = await openOpportunityCompany();
});
afterAll(() => company.close());

const { changesOf, takeBack } = openHistory(() => company);
const { ask, done, newCustomer, newOpportunity, newGroup } = openOpportunities(() => company);
const stages = [
  { name: '一', rate: 10 },
  { name: '二', rate: 100 },
];
const save = (crmBusinessType: Record<string, unknown>, crmBusinessStatus: unknown = stages, deptIds: unknown = []) =>
  ask('businessType/setBusinessType', { crmBusinessType, deptIds, crmBusinessStatus }, 'admin');

describe('groups of stages', () => {
  it('are listed, read, changed and deleted while no opportunity is in them', async () => {
    const group = await newGroup('项目型', stages);
    const listed = await done<{ list: Record<string, unknown>[] }>('businessType/queryBusinessTypeList', {}, 'admin');
    const row = listed.list.find((one) => one['typeId'] === group.typeId);
    expect(row).toMatchObject({ name: '项目型', inUse: 0, createName: expect.stringMatching(/./), deptIds: [] });
    const more = [
      { name: '二', rate: 60 },
      { name: '三', rate: 90 },
    ];
    expect((await save({ typeId: group.typeId, name: '项目' }, more, [1])).msg).toBe('');
    const read = await done<{ statusList: { statusId: number; name: string }[] }>(
      'businessType/getBusinessType',
      { id: group.typeId },
      'admin',
    );
    expect(read).toMatchObject({
      name: '项目',
      deptIds: [{ id: 1, name: expect.any(String) }],
      statusList: [
        { name: '二', rate: 60, orderNum: 1 },
        { name: '三', rate: 90 },
      ],
    });
    // a stage that keeps its name is the same one
    expect(read.statusList[0]?.statusId).toBe(group.statusList[1]?.statusId);
    await done('businessType/deleteById', { id: group.typeId }, 'admin');
    expect((await ask('businessType/getBusinessType', { id: group.typeId }, 'admin')).code).toBe(404);
  });

  it('are refused with the words of older clients', async () => {
    expect(await save({ name: '过百' }, [{ name: '一', rate: 101 }])).toMatchObject({
      code: 500,
      msg: '赢单率不能大于100',
    });
    expect((await save({ name: '空' }, [])).msg).toBe('请完善阶段信息');
    expect((await save({ name: '空' }, [{ name: '', rate: 1 }])).msg).toBe('请完善阶段信息');
    expect((await save({ name: '负' }, [{ name: '一', rate: -1 }])).code).toBe(422);
    expect((await save({ name: '重' }, [stages[0], stages[0]])).msg).toContain('“一”');
    expect((await save({ name: '默认商机组' })).msg).toContain('已存在');
    const group = await newGroup('在用', stages);
    await newOpportunity('占用', { type_id: group.typeId });
    expect(await save({ typeId: group.typeId, name: '改' })).toMatchObject({
      code: 500,
      msg: '使用中的商机组不可以修改',
    });
    expect(await ask('businessType/deleteById', { id: group.typeId }, 'admin')).toMatchObject({
      code: 500,
      msg: '使用中的商机组不可以删除',
    });
  });

  it('are set up by those who may, and everybody chooses from them', async () => {
    for (const path of ['queryBusinessTypeList', 'getBusinessType', 'deleteById', 'setBusinessTypeOptions'])
      expect([path, (await ask(`businessType/${path}`, { id: 1, typeId: 1 })).code]).toEqual([path, 403]);
    expect((await ask('businessType/setBusinessType', { crmBusinessType: { name: 'x' } })).code).toBe(403);
    expect((await ask('CrmBusiness/queryBusinessStatusOptions')).code).toBe(0);
  });

  it('that are disabled take no further opportunities, and keep those that they have', async () => {
    const group = await newGroup('停用', stages);
    const id = await newOpportunity('早先', { type_id: group.typeId });
    await done('businessType/setBusinessTypeOptions', { typeId: group.typeId, status: 0 }, 'admin');
    const entity = { business_name: '晚了', type_id: group.typeId, customer_id: await newCustomer('晚了') };
    expect((await ask('CrmBusiness/addOrUpdate', { entity, field: [] })).msg).toContain('商机状态组');
    const edit = { entity: { businessId: id, remark: '还能改' }, field: [] };
    expect((await ask('CrmBusiness/addOrUpdate', edit)).msg).toBe('');
    const moved = { businessId: id, statusId: group.statusList[1]?.statusId };
    expect((await ask('CrmBusiness/boostBusinessStatus', moved)).msg).toBe('');
  });

  it('and the opportunity that comes into one just then: one of both is refused, never is one left without its stage', async () => {
    for (let round = 0; round < 4; round++) {
      const group = await newGroup(`抢${round}`, stages);
      const customer_id = await newCustomer(`抢${round}`);
      const entity = {
        business_name: `抢${round}`,
        customer_id,
        type_id: group.typeId,
        status_id: group.statusList[0]?.statusId,
      };
      const [made, removed] = await Promise.all([
        ask('CrmBusiness/addOrUpdate', { entity, field: [] }),
        round % 2 === 0
          ? ask('businessType/deleteById', { id: group.typeId }, 'admin')
          : save({ typeId: group.typeId, name: `抢${round}` }, [{ name: '别的', rate: 5 }]),
      ]);
      expect([made.code, removed.code].filter((code) => code === 0)).toHaveLength(1);
      expect([made.code, removed.code]).not.toContain(-1);
      expect([made.msg, removed.msg]).not.toContain('服务器响应异常');
      const { rows } = await sql`
        select from business b where not exists (
          select from business_status s where s.status_id = b.status_id and s.type_id = b.type_id)`.execute(company.db);
      expect(rows).toEqual([]);
    }
  });
});

describe('what is set up of stages', () => {
  const listed = async (typeId: number) =>
    (await done<{ list: Record<string, unknown>[] }>('businessType/queryBusinessTypeList', {}, 'admin')).list.find(
      (one) => one['typeId'] === typeId,
    );
  const moneyField = async () => {
    const { rows } = await sql<{ id: number }>`
      select field_id as id from record_field where type_code = 5 and field_name = 'money'`.execute(company.db);
    return rows[0]?.id ?? 0;
  };

  it('is kept with who changed what, and taken back step by step, a deletion with the same stages', async () => {
    const group = await newGroup('可回退', stages);
    const { typeId, statusList } = group;
    const required = [{ statusId: statusList[0]?.statusId, fieldIds: [await moneyField()] }];
    await done('businessType/setBusinessTypeOptions', { typeId, status: 0, required }, 'admin');
    const before = await listed(typeId);
    await done('businessType/deleteById', { id: typeId }, 'admin');
    const [removed] = await changesOf('stage_group');
    expect(removed).toMatchObject({
      title: '商机组设置',
      item: '',
      mayTakeBack: 1,
      differences: [
        { label: '商机组名称', before: '可回退', after: '' },
        { label: '应用部门', before: '全公司', after: '' },
        { label: '阶段', before: '一 10% → 二 100%', after: '' },
        { label: '启用', before: '停用', after: '' },
        { label: '必填字段', before: '一 (商机金额)', after: '' },
      ],
    });
    expect(await takeBack('stage_group')).toBe('');
    expect(await listed(typeId)).toEqual(before);
    // the list of changes begins with what was just done
    const open = (await changesOf('stage_group')).filter(({ item }) => item === '可回退');
    expect(open.map(({ mayTakeBack, isTakingBack }) => [mayTakeBack, isTakingBack])).toEqual([
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('is not taken back where opportunities came into the group meanwhile', async () => {
    const group = await newGroup('被占用', stages);
    const renamed = stages.map((stage, at) => ({
      ...stage,
      name: `${stage.name}改`,
      statusId: group.statusList[at]?.statusId,
    }));
    expect((await save({ typeId: group.typeId, name: '被占用' }, renamed)).msg).toBe('');
    await newOpportunity('占着', { type_id: group.typeId });
    expect(await takeBack('stage_group')).toBe('使用中的商机组不可以修改');
    // what may be set of a group in use may be taken back
    await done('businessType/setBusinessTypeOptions', { typeId: group.typeId, status: 0 }, 'admin');
    expect(await takeBack('stage_group')).toBe('');
    expect(await listed(group.typeId)).toMatchObject({ status: 1, inUse: 1 });
    const made = await newGroup('刚建', stages);
    await newOpportunity('也占着', { type_id: made.typeId });
    expect(await takeBack('stage_group')).toBe('使用中的商机组不可以删除');
  });

  it('renames a stage by its id, which keeps what it requires, and knows it by its name otherwise', async () => {
    const { typeId, statusList } = await newGroup('改名', stages);
    const [first, second] = statusList.map(({ statusId }) => statusId);
    const money = await moneyField();
    const required = [{ statusId: first, fieldIds: [money] }];
    await done('businessType/setBusinessTypeOptions', { typeId, required }, 'admin');
    const swapped = [
      { statusId: second, name: '一', rate: 5 },
      { statusId: first, name: '二', rate: 6 },
      { name: '三', rate: 7 },
    ];
    expect((await save({ typeId, name: '改名' }, swapped)).msg).toBe('');
    expect((await listed(typeId))?.['statusList']).toMatchObject([
      { statusId: second, name: '一', rate: 5, requiredFieldIds: [] },
      { statusId: first, name: '二', rate: 6, requiredFieldIds: [money] },
      { name: '三', rate: 7, requiredFieldIds: [] },
    ]);
    expect((await save({ typeId, name: '改名' }, [{ name: '二', rate: 8 }])).msg).toBe('');
    expect((await listed(typeId))?.['statusList']).toMatchObject([
      { statusId: first, name: '二', rate: 8, requiredFieldIds: [money] },
    ]);
    // a stage of another group is none of this one
    const stranger = [{ statusId: 1, name: '外来', rate: 9 }];
    expect((await save({ typeId, name: '改名' }, stranger)).msg).toBe('');
    expect((await listed(typeId))?.['statusList']).not.toMatchObject([{ statusId: 1 }]);
  });

  it('refuses a group without a name, and departments that are not there', async () => {
    expect(await save({ name: '' })).toMatchObject({ code: 422, msg: '请填写商机组名称' });
    expect(await save({ name: '别处' }, stages, [9999])).toMatchObject({
      code: 422,
      msg: expect.stringContaining('部门') as unknown,
    });
    expect(
      (await changesOf('stage_group')).some(({ differences }) => differences.some(({ after }) => after === '别处')),
    ).toBe(false);
  });

  it('includes the reasons for an end', async () => {
    const reasons = () => done<string[]>('businessType/queryReasons', { isEnd: 2 });
    const before = await reasons();
    await done('businessType/setReasons', { isEnd: 2, value: ['太贵', '没钱'] }, 'admin');
    expect((await changesOf('business_reason'))[0]).toMatchObject({
      item: '输单原因',
      differences: [{ before: before.join('、'), after: '太贵、没钱' }],
    });
    expect(await takeBack('business_reason')).toBe('');
    expect(await reasons()).toEqual(before);
  });
});
