import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Company } from '#server/testing/company.ts';
import { openOpportunities, openOpportunityCompany } from '#server/modules/crm/opportunities/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openOpportunityCompany();
});
afterAll(() => company.close());

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
