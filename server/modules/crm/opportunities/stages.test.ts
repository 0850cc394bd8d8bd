import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Company } from '#server/testing/company.ts';
import { openOpportunities, openOpportunityCompany } from '#server/modules/crm/opportunities/testing.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { StageVisit } from '#shared/crm/opportunities/opportunity-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openOpportunityCompany();
});
afterAll(() => company.close());

const { ask, done, newOpportunity, read, groups, newGroup, boost } = openOpportunities(() => company);
const history = (businessId: number) => done<StageVisit[]>('CrmBusiness/queryBusinessStatusOperate', { businessId });
const edit = (businessId: number, entity: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  ask('CrmBusiness/addOrUpdate', { entity: { businessId, ...entity }, field: [], ...more });

describe('stages of opportunities', () => {
  it('come from the group that a new installation has, by name and win rate', async () => {
    const [group] = await groups();
    expect(group).toMatchObject({ typeId: 1, name: '默认商机组', status: 1 });
    expect(group?.statusList.map(({ name, rate, orderNum }) => [name, rate, orderNum])).toEqual([
      ['验证客户', 20, 1],
      ['需求分析', 30, 2],
      ['方案/报价', 80, 3],
    ]);
  });

  it('are asked for by the form, behind the group, and both are required', async () => {
    const fields = await done<FormField[]>('field/queryField', { label: 5 });
    const names = fields.map(({ fieldName }) => fieldName);
    const at = names.indexOf('type_id');
    expect(names[at + 1]).toBe('status_id');
    expect(fields[at]).toMatchObject({ formType: 'business_type', isNull: 1 });
    expect(fields[at]?.setting).toContainEqual({ name: '默认商机组', value: 1 });
    expect(fields[at + 1]).toMatchObject({ formType: 'business_status', isNull: 1, groupField: 'type_id' });
    expect(fields[at + 1]?.setting).toContainEqual(expect.objectContaining({ name: '需求分析', value: 2, group: 1 }));
    const entity = { business_name: '无组', customer_id: 1 };
    expect((await ask('CrmBusiness/addOrUpdate', { entity, field: [] })).msg).toContain('商机状态组');
  });

  it('are chosen when an opportunity is made, else it begins in the first', async () => {
    const chosen = await newOpportunity('从第二阶段', { status_id: 2 });
    expect(await read(chosen)).toMatchObject({ statusId: 2, statusName: '需求分析', typeName: '默认商机组', isEnd: 0 });
    expect(await history(chosen)).toMatchObject([{ statusName: '需求分析', userName: expect.any(String), days: 0 }]);
    expect(await read(await newOpportunity('从头'))).toMatchObject({ statusId: 1 });
    const fields = await done<FormField[]>('field/queryField', { label: 5, id: chosen });
    expect(fields.find(({ fieldName }) => fieldName === 'status_id')).toMatchObject({ value: 2 });
    expect(fields.find(({ fieldName }) => fieldName === 'type_id')).toMatchObject({ value: 1 });
  });

  it('of another group are refused, with the field named', async () => {
    const other = await newGroup('渠道', [
      { name: '报备', rate: 10 },
      { name: '签约', rate: 90 },
    ]);
    const foreign = other.statusList[1]?.statusId;
    const entity = { business_name: '错组', customer_id: 1, type_id: 1, status_id: foreign };
    const refused = await ask('CrmBusiness/addOrUpdate', { entity, field: [] }, 'admin');
    expect([refused.code, refused.msg.includes('商机阶段') || refused.msg !== '']).toEqual([expect.any(Number), true]);
    const id = await newOpportunity('换组');
    const moved = await boost(id, { statusId: foreign });
    expect(moved.code).toBe(422);
    expect(moved.msg).toContain('该阶段属于其他分组');
    // group and stage at once; without a stage the first of the new group
    expect((await edit(id, { type_id: other.typeId, status_id: foreign })).msg).toBe('');
    expect(await read(id)).toMatchObject({ typeName: '渠道', statusName: '签约' });
    expect((await edit(id, { type_id: 1 })).msg).toBe('');
    expect(await read(id)).toMatchObject({ typeName: '默认商机组', statusName: '验证客户' });
    expect((await history(id)).map(({ typeName, statusName }) => [typeName, statusName])).toEqual([
      ['默认商机组', '验证客户'],
      ['渠道', '签约'],
      ['默认商机组', '验证客户'],
    ]);
  });

  it('are entered in any order, taken back by an undo, and their history keeps every step', async () => {
    const id = await newOpportunity('推进');
    const answer = await boost(id, { statusId: 3 });
    expect(answer.msg).toBe('');
    expect(await done('CrmBusiness/queryBusinessStatus', { businessId: id })).toMatchObject({
      businessId: id,
      statusId: 3,
      isEnd: 0,
      statusRemark: '',
      statusList: [{ name: '验证客户' }, { name: '需求分析' }, { name: '方案/报价', rate: 80 }],
    });
    await sql`
      insert into business_stage (business_id, type_id, status_id, status_name, is_end, enter_time)
      select ${id}, 1, 1, '旧', 0, now() where false`.execute(company.db);
    await done('operation/undo', { operationId: (answer.data as { operationId: number }).operationId });
    expect((await history(id)).map(({ statusName }) => statusName)).toEqual(['验证客户', '方案/报价', '验证客户']);
  });

  it('are conflicts where somebody else has moved them meanwhile', async () => {
    const id = await newOpportunity('并发');
    const { version } = await read(id);
    expect((await boost(id, { statusId: 2 })).msg).toBe('');
    const stale = await edit(id, { status_id: 3 }, { version });
    expect(stale.msg).toContain('商机阶段');
    expect(await read(id)).toMatchObject({ statusId: 2 });
    // what was not touched merges
    expect((await edit(id, { remark: '旁的' }, { version })).msg).toBe('');
  });

  it('that two enter at once follow each other, and both stand in the history', async () => {
    const id = await newOpportunity('同时');
    const both = await Promise.all([boost(id, { statusId: 2 }), boost(id, { statusId: 3 })]);
    expect(both.map(({ msg }) => msg)).toEqual(['', '']);
    const visits = await history(id);
    expect(visits).toHaveLength(3);
    expect((await read(id))['statusName']).toBe(visits[0]?.statusName);
    // of two who end it one is told who was faster
    const ends = await Promise.all([boost(id, { isEnd: 1 }), boost(id, { isEnd: 2, statusRemark: '价格' })]);
    expect(ends.filter(({ msg }) => msg === '')).toHaveLength(1);
    expect(ends.find(({ msg }) => msg !== '')?.msg).toMatch(/已由.*改为/);
  });

  it('ask for fields before they are entered: the message names them and the stage', async () => {
    const group = await newGroup('要金额', [
      { name: '起步', rate: 10 },
      { name: '报价', rate: 50 },
    ]);
    const fields = await done<FormField[]>('field/queryField', { label: 5 });
    const fieldIds = ['money', 'deal_date'].map((name) => fields.find((one) => one.fieldName === name)?.fieldId);
    const [first, second] = group.statusList.map(({ statusId }) => statusId);
    const required = [{ statusId: second, fieldIds }];
    await done('businessType/setBusinessTypeOptions', { typeId: group.typeId, required }, 'admin');
    const id = await newOpportunity('缺金额', { type_id: group.typeId });
    const refused = await boost(id, { statusId: second });
    expect(refused).toMatchObject({ code: 422, msg: '“缺金额”进入“报价”阶段前，请先填写：商机金额、预计成交日期' });
    // filled and entered by one form
    expect((await edit(id, { status_id: second, money: '10', deal_date: '2026-12-01' })).msg).toBe('');
    expect(await read(id)).toMatchObject({ statusName: '报价' });
    const made = { business_name: '直接报价', type_id: group.typeId, status_id: second, customer_id: 1 };
    const customer = (await read(id))['customerId'];
    const direct = await ask('CrmBusiness/addOrUpdate', { entity: { ...made, customer_id: customer }, field: [] });
    expect(direct.msg).toContain('请先填写：商机金额、预计成交日期');
    expect(first).toBeDefined();
  });

  it('cannot be rewritten afterwards, whoever is connected', async () => {
    const id = await newOpportunity('历史');
    const rewrite = sql`update business_stage set status_name = 'x' where business_id = ${id}`.execute(company.db);
    await expect(rewrite).rejects.toThrow();
  });
});

describe('the end of an opportunity', () => {
  it('is won, and then nothing moves until it is activated', async () => {
    const id = await newOpportunity('赢', { money: '100' });
    await done('CrmBusiness/boostBusinessStatus', { businessId: id, statusId: 2 });
    await done('CrmBusiness/boostBusinessStatus', { businessId: id, isEnd: 1 });
    expect(await read(id)).toMatchObject({
      isEnd: 1,
      statusId: 2,
      statusName: '赢单',
      progressBar: '4/4',
      statusRemark: '',
    });
    expect((await boost(id, { statusId: 3 })).msg).toContain('赢单');
    expect((await edit(id, { money: '1' })).msg).toContain('赢单');
    expect((await edit(id, { status_id: 3 })).msg).toContain('赢单');
    expect((await boost(id, { isEnd: 2, statusRemark: '反悔' })).msg).toContain('赢单');
    await done('CrmBusiness/activation', { businessId: id });
    expect(await read(id)).toMatchObject({ isEnd: 0, statusId: 2, statusName: '需求分析', progressBar: '2/4' });
    expect((await edit(id, { money: '1' })).msg).toBe('');
    expect((await ask('CrmBusiness/activation', { businessId: id })).code).not.toBe(0);
  });

  it('is lost or invalid with a reason, of those that the company has set up or in words', async () => {
    const id = await newOpportunity('输');
    expect(await boost(id, { isEnd: 2 })).toMatchObject({ code: 422, msg: '请填写“输单”的原因' });
    expect((await boost(id, { isEnd: 2, reason: '没有这个原因' })).code).toBe(422);
    expect((await boost(id, { isEnd: 2, reason: '价格过高', statusRemark: '差了两成' })).msg).toBe('');
    expect(await done('CrmBusiness/queryBusinessStatus', { businessId: id })).toMatchObject({
      isEnd: 2,
      statusRemark: '价格过高：差了两成',
    });
    expect(await read(id)).toMatchObject({
      progressBar: '0/4',
      statusName: '输单',
      statusRemark: '价格过高：差了两成',
    });
    const log = await done<{ content: string[] }[]>('CrmRecord/queryRecordList', { actionId: id, types: 5 });
    expect(log[0]?.content.join()).toContain('价格过高');
    await done('CrmBusiness/activation', { businessId: id });
    await done('businessType/setReasons', { isEnd: 3, value: ['重复', '骗子'] }, 'admin');
    expect((await boost(id, { isEnd: 3, reason: '骗子' })).msg).toBe('');
    expect(await read(id)).toMatchObject({ progressBar: '0/0', statusRemark: '骗子' });
    expect((await ask('businessType/setReasons', { isEnd: 3, value: ['甲', '甲'] }, 'admin')).code).toBe(422);
    expect((await ask('businessType/setReasons', { isEnd: 3, value: ['甲'] }, 'seller')).code).toBe(403);
  });

  it('needs a step to be named', async () => {
    const id = await newOpportunity('无步');
    expect((await boost(id, {})).code).toBe(422);
    expect((await boost(id, { isEnd: 9 })).code).toBe(422);
    expect((await boost(id, { statusId: 2 }, 'stranger')).code).toBe(404);
  });
});
