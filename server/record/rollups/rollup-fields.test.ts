import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { recomputeChunk, recomputeStateOf } from '#server/record/formula/recompute.ts';
import { insertPrepared, planNew } from '#server/record/write/insert-prepared.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { openRollups, type Row, type Rollups } from '#server/testing/rollups/open-rollups.ts';
import { account, order, orderTypes, payment } from '#server/testing/rollups/order-types.ts';
import type { FormField, RollupChoice } from '#shared/record/calls/field-calls.ts';
import type { CheckedFormulaAnswer } from '#shared/record/designer/typed-formula.ts';

let company: Company;
let on: Rollups;
beforeAll(async () => {
  company = await openCompany({ types: orderTypes });
  on = openRollups(company);
  await on.addRollups();
});
afterAll(() => company.close());

const ofPayments = { label: payment.code, relation: 'parent_id' };
const refused = async (...fields: Row[]): Promise<string> => (await on.design(order, (all) => [...all, ...fields])).msg;

describe('a roll-up', () => {
  it('exists after the first save and is never written by its caller', async () => {
    const parentId = await on.saveOrder({ paid: '9', price: '50' });
    expect(await on.readOrder(parentId)).toMatchObject({
      paid: '0.00',
      open: '50.00',
      笔数: '0',
      合计: '0.000',
      最小: '',
    });
    await on.savePayment({ parent_id: parentId, amount: '12.5', kind: '甲', day: '2026-03-01' });
    const counted = { paid: '12.50', open: '37.50', 笔数: '1', 首日: '2026-03-01', version: 1 };
    expect(await on.readOrder(parentId)).toMatchObject(counted);
    await on.saveOrder({ parentId, paid: '1' });
    expect(await on.readOrder(parentId)).toMatchObject({ paid: '12.50' });
    const edit = { ids: [parentId], fieldName: 'paid', value: '5' };
    await expect(on.ask('CrmFixtureParent/updateFieldByIds', edit)).rejects.toThrow('自动计算');
    const form = await on.ask<FormField[]>('field/queryField', { label: order.code });
    expect(form.find(({ fieldName }) => fieldName === 'paid')).toMatchObject({ disabled: 1, computed: 1 });
  });

  it('is filtered, sorted and summed as its type', async () => {
    const [few, many] = [await on.saveOrder({ title: '排序少' }), await on.saveOrder({ title: '排序多' })];
    await on.savePayment({ parent_id: few, amount: '9', kind: '甲' });
    await on.savePayment({ parent_id: many, amount: '10', kind: '甲' });
    const data = [
      { fieldName: '合计', condition: 'egt', value: '9' },
      { fieldName: 'title', condition: 'startWith', value: '排序' },
    ];
    const page = { sortField: '合计', order: 1, data };
    const { list } = await on.ask<{ list: Row[] }>('CrmFixtureParent/queryPageList', page);
    expect(list.map((row) => row['parentId'])).toEqual([many, few]);
  });

  it('is shown to the designer and kept by clients that do not support it', async () => {
    const shown = (await on.named(order, '乙笔数'))?.['rollup'];
    expect(shown).toEqual({
      ...ofPayments,
      kind: 'count',
      fieldId: null,
      data: [
        { fieldName: 'kind', condition: 'is', value: '乙' },
        { fieldName: 'amount', condition: 'egt', value: 5 },
      ],
    });
    expect((await on.design(order, (all) => all.map((field) => ({ ...field, rollup: undefined })))).msg).toBe('');
    expect((await on.named(order, '乙笔数'))?.['rollup']).toEqual(shown);
    expect((await on.design(order, (all) => all)).msg).toBe('');
    expect(await recomputeStateOf(company.db, order)).toMatchObject({ running: 0 });
  });
});

describe('a set-up', () => {
  it('is refused when it is invalid', async () => {
    const amount = await on.idOfField(payment, 'amount');
    const title = await on.idOfField(payment, 'title');
    const day = await on.idOfField(payment, 'day');
    const count = { name: '错', formType: 'number' };
    expect(await refused({ ...count, rollup: { ...ofPayments, relation: 'title', kind: 'count' } })).toContain(
      '关联记录',
    );
    expect(await refused({ ...count, rollup: { label: 2, relation: 'parent_id', kind: 'count' } })).toContain(
      '关联记录',
    );
    expect(await refused({ ...count, rollup: { ...ofPayments, kind: 'sum' } })).toContain('要汇总的字段');
    expect(await refused({ ...count, rollup: { ...ofPayments, kind: 'sum', fieldId: title } })).toContain(
      '要汇总的字段',
    );
    expect(await refused({ ...count, rollup: { ...ofPayments, kind: 'sum', fieldId: day } })).toContain('要汇总的字段');
    expect(await refused({ ...count, rollup: { ...ofPayments, kind: 'max', fieldId: day } })).toContain('类型不符');
    const money = { name: '错', formType: 'floatnumber' };
    expect(await refused({ ...money, rollup: { ...ofPayments, kind: 'count' } })).toContain('类型不符');
    expect(
      await refused({ name: '错', formType: 'text', rollup: { ...ofPayments, kind: 'sum', fieldId: amount } }),
    ).toContain('类型不符');
    const where = (data: Row[]) => refused({ ...count, rollup: { ...ofPayments, kind: 'count', data } });
    expect(await where([{ fieldName: '没有', condition: 'is', value: 1 }])).not.toBe('');
    expect(await where([{ fieldName: 'amount', condition: 'startWith', value: 1 }])).not.toBe('');
    expect(await where([{ fieldName: 'update_time', condition: 'isNotNull' }])).not.toBe('');
    expect(await where([{ fieldName: 'parent_num', condition: 'contains', value: '甲' }])).toContain('是否为空');
    const fixed = await on.design(order, (all) =>
      all.map((one) =>
        one['fieldName'] === 'price' ? { ...one, rollup: { ...ofPayments, kind: 'sum', fieldId: amount } } : one,
      ),
    );
    expect(fixed.msg).toContain('类型不能修改');
  });

  it('keeps the fields that parents count by', async () => {
    await on.add(payment, { name: '税', formType: 'number' }, { name: '备用', formType: 'number' });
    const fieldId = await on.idOfField(payment, '税');
    await on.add(order, { name: '税合计', formType: 'number', rollup: { ...ofPayments, kind: 'sum', fieldId } });
    const without = (name: string) => on.design(payment, (all) => all.filter((one) => one['name'] !== name));
    expect((await without('税')).msg).toBe('“税合计”的汇总用到字段“税”，不能删除');
    expect((await without('备用')).msg).toBe('');
  });

  it('refuses values that depend on themselves, through whatever types', async () => {
    const counting = async (name: string) => ({ kind: 'sum', fieldId: await on.idOfField(order, name) });
    const ofOrders = { label: order.code, relation: 'main_id' };
    await on.add(payment, { name: '所主', formType: 'number', rollup: { ...ofOrders, ...(await counting('合计')) } });
    const own = await on.idOfField(payment, '所主');
    const field = { name: '环', formType: 'number', rollup: { ...ofPayments, kind: 'sum', fieldId: own } };
    await on.add(order, field);
    const around = { ...ofOrders, kind: 'sum', fieldId: await on.idOfField(order, '环') };
    const asked = await on.design(payment, (all) =>
      all.map((one) => (one['name'] === '所主' ? { ...one, rollup: around } : one)),
    );
    expect(asked.msg).toContain('循环引用');
    expect(asked.msg).toContain('·所主');
    expect(asked.msg).toContain('·环');
    expect((await on.named(payment, '所主'))?.['rollup']).toMatchObject({ fieldId: await on.idOfField(order, '合计') });
  });

  it('lists what may be counted, and the result of a formula over it', async () => {
    const choices = await on.ask<RollupChoice[]>('field/queryRollups', { label: order.code });
    expect(choices).toMatchObject([{ label: payment.code, relation: 'parent_id' }]);
    expect(choices[0]?.fields.map(({ fieldName, kinds }) => [fieldName, kinds])).toEqual([
      ['amount', ['sum', 'avg', 'min', 'max']],
      ['day', ['min', 'max']],
      ['double', ['sum', 'avg', 'min', 'max']],
      ['税', ['sum', 'avg', 'min', 'max']],
      ['所主', ['sum', 'avg', 'min', 'max']],
    ]);
    const conditions = new Map(choices[0]?.conditions.map(({ fieldName, operators }) => [fieldName, operators]));
    expect(conditions.get('parent_num')).toEqual(['isNull', 'isNotNull']);
    expect([...conditions.keys()]).not.toContain('update_time');
    const check = (formula: string, more: Row = {}) =>
      on.ask<CheckedFormulaAnswer>('field/checkFormula', { label: order.code, formula, ...more });
    const parentId = await on.saveOrder({ title: '示例', price: '8' });
    await on.savePayment({ parent_id: parentId, amount: '3', kind: '甲' });
    expect(await check('{price} - {合计}')).toEqual({
      problems: [],
      type: 'number',
      example: { id: parentId, name: '示例', value: '5.00' },
    });
    expect(await check('{没有} + 1')).toMatchObject({
      problems: [{ msg: '没有字段“没有”', from: 0, to: 4 }],
      example: null,
    });
    expect(await check('1 +')).toMatchObject({
      type: '',
      problems: [{ msg: expect.stringContaining('不完整') as string }],
    });
    expect(await check('{title}', { formType: 'number' })).toMatchObject({ problems: [{ from: 0, to: 7 }] });
    const own = { fieldId: await on.idOfField(order, '均值') };
    expect((await check('{均值} + 1', own)).problems[0]?.msg).toContain('循环引用');
    const answer = await company.call('field/checkFormula', { label: 2, formula: '1' }, { as: company.people.seller });
    expect(answer.code).toBe(403);
  });
});

describe('existing records when a roll-up changes', () => {
  it('are counted again by the job, including what counts over them', async () => {
    const accountId = await on.saveAccount();
    const parentId = await on.saveOrder({ account_id: accountId });
    await on.savePayment({ parent_id: parentId, amount: '2', kind: '甲' });
    await on.savePayment({ parent_id: parentId, amount: '30', kind: '乙' });
    const fieldId = await on.idOfField(payment, 'amount');
    const rollup = { ...ofPayments, kind: 'max', fieldId };
    await on.add(order, { name: '后加', formType: 'number', decimals: 1, rollup });
    const counted = {
      label: order.code,
      relation: 'account_id',
      kind: 'sum',
      fieldId: await on.idOfField(order, '后加'),
    };
    await on.add(account, { name: '后加合计', formType: 'number', decimals: 2, rollup: counted });
    expect(await recomputeStateOf(company.db, order)).toMatchObject({ running: 1, done: 0 });
    while (await recomputeChunk(company.db, account));
    while (await recomputeChunk(company.db, order, 2));
    expect(await on.readOrder(parentId)).toMatchObject({ 后加: '30.0' });
    expect(await on.ask('CrmFixtureAccount/queryById', { accountId })).toMatchObject({ 后加合计: '30.00' });
    await on.add(order, { ...(await on.named(order, '后加')), rollup: { ...rollup, kind: 'min' } });
    while (await recomputeChunk(company.db, order));
    expect(await on.readOrder(parentId)).toMatchObject({ 后加: '2.0' });
    expect(await on.ask('CrmFixtureAccount/queryById', { accountId })).toMatchObject({ 后加合计: '2.00' });
  });

  it('follow a changed formula of their children', async () => {
    const parentId = await on.saveOrder();
    await on.savePayment({ parent_id: parentId, amount: '6' });
    await on.add(payment, { name: '三倍', formType: 'number', formula: '{amount} * 3' });
    while (await recomputeChunk(company.db, payment));
    const rollup = { ...ofPayments, kind: 'sum', fieldId: await on.idOfField(payment, '三倍') };
    await on.add(order, { name: '三倍合计', formType: 'number', rollup });
    while (await recomputeChunk(company.db, order));
    expect(await on.readOrder(parentId)).toMatchObject({ 三倍合计: '18.00' });
    await on.add(payment, { ...(await on.named(payment, '三倍')), formula: '{amount} * 4' });
    while (await recomputeChunk(company.db, payment));
    expect(await on.readOrder(parentId)).toMatchObject({ 三倍合计: '24.00' });
  });

  it('are right whichever set-up the writer has read', async () => {
    const { db, people, services } = company;
    const actor = await services.gate.actorFor(db, people.admin.userId);
    const fields = await fieldsOf(db, actor, order);
    await on.add(order, { name: '新计', formType: 'number', rollup: { ...ofPayments, kind: 'count' } });
    await inTransaction(db, async (trx) => {
      const batch = { db: trx, actor, type: order, fields };
      const draft = { row: null, sent: { title: '旧设置', price: '1' }, ownerUserId: people.admin.userId } as const;
      await insertPrepared(batch, await planNew(batch, [draft]), { verb: 'created' });
    });
    const key = `f${await on.idOfField(order, '新计')}`;
    const { rows } = await sql<{ held: string }>`
      select custom ->> ${key} as held from fixture_parent where title = '旧设置'`.execute(db);
    expect(rows).toEqual([{ held: '0' }]);
  });
});

describe('is hidden', () => {
  const shownNames = async (label: number) =>
    (await on.ask<FormField[]>('field/queryField', { label }, 'seller')).map(({ fieldName }) => fieldName);
  const level = async (type: typeof payment | typeof order, name: string, to: 0 | 2) =>
    on.ask('field/saveRoleField', {
      roleId: 11,
      label: type.code,
      data: [{ fieldId: await on.idOfField(type, name), level: to }],
    });

  it('with the field that it counts, as is everything derived from it', async () => {
    expect(await shownNames(order.code)).toEqual(expect.arrayContaining(['paid', 'open', '合计', '均值', '笔数']));
    await level(payment, 'amount', 0);
    const names = await shownNames(order.code);
    expect(names).toEqual(expect.arrayContaining(['笔数', '首日']));
    for (const name of ['paid', 'open', '合计', '双合计', '均值', '乙笔数', '末日']) expect(names).not.toContain(name);
    expect(await shownNames(account.code)).not.toContain('已付');
    expect(await shownNames(account.code)).toContain('有款订单');
    await level(payment, 'amount', 2);
    expect(await shownNames(order.code)).toContain('paid');
  });

  it('with the field of a condition, and with the reference to the parent', async () => {
    await level(payment, 'kind', 0);
    const names = await shownNames(order.code);
    expect(names).not.toContain('paid');
    expect(names).not.toContain('乙笔数');
    expect(names).toContain('合计');
    await level(payment, 'kind', 2);
    await level(payment, 'parent_id', 0);
    expect(await shownNames(order.code)).not.toContain('笔数');
    await level(payment, 'parent_id', 2);
  });

  it('with the records that it counts', async () => {
    expect(await shownNames(order.code)).toContain('笔数');
    await withoutRight(company, 11, payment, 'read', async () => {
      const names = await shownNames(order.code);
      for (const name of ['笔数', 'paid', 'open']) expect(names).not.toContain(name);
    });
    expect(await shownNames(order.code)).toContain('笔数');
  });
});
